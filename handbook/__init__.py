"""The handbook: a site made of docs/ and of pages written from rulebooks, figures and help texts.

`make docs` builds it into the house, which serves it under /docs. Nothing here is part of the package.
"""
