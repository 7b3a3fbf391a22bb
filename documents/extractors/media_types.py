"""The media types that can be read, as they are stored with a revision."""

PDF = "application/pdf"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
HTML = "text/html"
MARKDOWN = "text/markdown"
PLAIN = "text/plain"
ENCRYPTED_OFFICE = "application/x-encrypted-office"
"""An Office file behind a password: stored, so that it can be read once the password is known."""
