"""How well the library answers questions whose answers are known: asked, proved, measured and compared.

`projection`, `measures` and `intervals` are pure; `benches` and `runs` read and write files; the rest asks the library.
"""
