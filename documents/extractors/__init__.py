"""From the bytes of a file to its text: Django-free, one module a format, run in a confined child process."""
