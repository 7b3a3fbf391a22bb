"""The search's part of the REST API: what is found, what is cited, and how far a document has come."""
