"""Templates: the one place where a report becomes HTML. Everything that is not drawn here is escaped."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from vingt._version import __version__


@cache
def environment() -> Environment:
    templates = Environment(
        loader=FileSystemLoader(Path(str(files("vingt.report"))) / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters["emphasised"] = emphasised
    return templates


def emphasised(text: str) -> Markup:
    """Words as they are written in our data: *two* leaned on, `hits` as code."""
    marked = re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text)))
    return Markup(re.sub(r"(?<![\w*])\*([^\s*](?:[^*]*[^\s*])?)\*(?![\w*])", r"<em>\1</em>", marked))


def page(name: str, **values: object) -> str:
    """A page that needs nothing else."""
    return without_gaps(environment().get_template(name).render(version=__version__, **values))


def fragment(name: str, macro: str, *values: object) -> str:
    """A part of a page, for a page of another kind."""
    return without_gaps(getattr(environment().get_template(name).module, macro)(*values))


def without_gaps(text: str) -> str:
    """Without empty lines: in Markdown one would end a block of HTML."""
    return "".join(f"{line}\n" for line in text.splitlines() if line.strip())
