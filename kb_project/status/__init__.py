"""The page for those who run the house: what works, what waits, what failed, and what to do about each."""
