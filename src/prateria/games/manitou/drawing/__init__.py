"""Manitou in pictures: from a view to the parts of a page. `docs/pages.md` has the contract.

`table.py` gathers what a drawing is made from, `preview.py` says what a play would change, the
others draw one part each. Nothing here knows more than a view tells.
"""
