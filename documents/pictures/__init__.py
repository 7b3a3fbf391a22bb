"""Pictures of a PDF's pages, and where on them the text stands. Nothing here knows Django.

Only a confined child ever looks into a file: see `fork_server`.
"""
