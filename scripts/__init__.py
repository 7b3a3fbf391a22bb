"""Tools for those who work on Pincite; nothing here runs in production."""
