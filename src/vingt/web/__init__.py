"""Server-rendered pages and an API over `live` and `analysis`: no rule, only what they are given to show."""
