"""Is a built site whole by itself? Every link leads somewhere in it, nothing is fetched from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from posixpath import normpath
from urllib.parse import unquote, urlsplit

OUTSIDE = re.compile(r"(?:[a-z]+:)?//")
HOUSE = "/"  # that serves the site under /docs


class Seen(HTMLParser):
    """What one page names: links, what it fetches, its ids, and what a strict policy would not let pass."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.ids: set[str] = set()
        self.inline: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        self.ids.add(named.get("id", ""))
        if tag == "script" and "src" not in named and named.get("type") != "application/json":
            self.inline.append("a script")
        if tag == "style" or "style" in named:
            self.inline.append("a style")
        self.inline += [name for name in named if name.startswith("on")]
        if tag == "a" and "href" in named:
            self.links.append(named["href"])
        if tag == "meta" and named.get("http-equiv") == "refresh":
            self.links.append(named["content"].partition("url=")[2])
        if tag == "link" and named.get("rel") != "canonical":
            self.fetched.append(named["href"])
        self.fetched += [named[name] for name in ("src", "srcset", "poster", "data") if name in named]


def faults(site: Path) -> list[str]:
    """Everything that is wrong with the site, each with its page."""
    return [
        f"{path.relative_to(site).as_posix()}: {fault}"
        for path in sorted(site.rglob("*.html"))
        for fault in page_faults(site, path)
    ] + [
        f"{path.relative_to(site).as_posix()}: fetches {address}"
        for path in sorted(site.rglob("*.css"))
        for address in re.findall(r"url\(\s*['\"]?([^'\")]+)", path.read_text("utf-8"))
        if OUTSIDE.match(address) or target(site, path, address) is None
    ]


def page_faults(site: Path, path: Path) -> Iterator[str]:
    seen = seen_in(path)
    for what in seen.inline:
        yield f"has {what} inline"
    for address in seen.fetched:
        if OUTSIDE.match(address):
            yield f"fetches {address}"
        elif target(site, path, address) is None:
            yield f"fetches {address}, which is not there"
    for address in seen.links:
        if OUTSIDE.match(address) or address.startswith("mailto:") or address == HOUSE:
            continue
        there = target(site, path, address)
        if there is None:
            yield f"links to {address}, which is not there"
        elif (named := unquote(urlsplit(address).fragment)) and named not in seen_in(there).ids:
            yield f"links to {address}, which has no such place"


def target(site: Path, path: Path, address: str) -> Path | None:
    """The file that an address names from a page; folders mean their index."""
    here = path.relative_to(site).parent.as_posix()
    wanted = unquote(urlsplit(address).path)
    if not wanted:
        return path
    there = site / normpath(f"{here}/{wanted}")
    if there.is_dir():
        there /= "index.html"
    return there if there.is_file() and there.is_relative_to(site) else None


@cache
def seen_in(path: Path) -> Seen:
    return Seen(path.read_text("utf-8") if path.suffix == ".html" else "")
