"""Reading the text off pictures of pages. Nothing here knows Django.

Only a confined child ever looks into a file or runs a model: see `recognizing`.
"""
