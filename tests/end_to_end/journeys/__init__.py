"""A file's way through the product, as a person sees it: in by the door, read, indexed, asked for, cited."""
