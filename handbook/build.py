"""From docs/ and the rulebooks to a folder of static files."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Collection, Iterator
from hashlib import sha256
from os.path import relpath
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import unquote

from handbook.addresses import leading_pages
from handbook.figure_pages import chart_colours, strategy_page, wagers_page
from handbook.inspection import faults
from handbook.page import Made
from handbook.program_pages import commands_page, interface_page
from handbook.rulebook_pages import reading_pages, rulebook_pages, sections_of, subject
from vingt.rulebook import library
from vingt.web.html.pages import STATIC

HERE = Path(__file__).parent
ROOT = HERE.parent
BESIDE = {"CONTRIBUTING": "contributing", "CHANGELOG": "changelog"}  # pages that stand outside docs/
ORDER = {
    "Guide": ("manager", "mathematician", "dealer", "player", "auditor", "programmer"),
    "At the tables": (
        "playing",
        "web",
        "learning",
        "coach",
        "procedure",
        "live",
        "audit",
        "docket",
        "school",
        "lab",
        "security",
        "live-export",
    ),
    "Numbers": (
        "exact",
        "wagers",
        "packet",
        "counting",
        "progressive",
        "simulation",
        "strategy-format",
        "published-figures",
        "benchmarks",
    ),
    "Rules as data": ("rulebook", "rounds", "add-a-jurisdiction", "add-a-wager", "glossary"),
    "Reference": ("cli", "reference/commands", "python", "reference/interface"),
    "The project": ("architecture", *BESIDE.values()),
}
MORE = "More"  # what nobody has sorted yet


class Broken(Exception):
    """The site could not be made, or is not what it must be."""


def build(
    out: Path, *, charts: Collection[str] = library.RULEBOOKS, say: Callable[[str], None] = print
) -> None:
    """Make the site anew in `out`: whole, or not at all. `charts`: whose charts are computed."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=out.parent, prefix=f".{out.name}.") as name:
        work = Path(name)
        pages = work / "pages"
        hand_written(pages)
        for page in generated(charts, say):
            put(pages, page)
        shutil.copytree(HERE / "theme", work / "theme")
        shutil.copytree(HERE / "assets", pages / "assets")
        shutil.copy(STATIC / "icon.svg", pages / "assets")
        with (pages / "assets" / "handbook.css").open("a", encoding="utf-8") as style:
            style.write(re.sub(r"^\.", ".md-typeset .chart .", chart_colours(), flags=re.MULTILINE))
        written = (HERE / "zensical.toml").read_text("utf-8") + navigation(pages, charts)
        (work / "zensical.toml").write_text(written, "utf-8")
        say("writing the site")
        site = render(work)
        for folder, text in leading_pages():
            (site / folder).mkdir(parents=True, exist_ok=True)
            (site / folder / "index.html").write_text(text, "utf-8")
        publish(site, out)


def publish(site: Path, out: Path) -> None:
    """Put a new site in the place of the old, if it is whole; else the old one stays."""
    if wrong := faults(site):
        raise Broken("\n".join(wrong))
    shutil.rmtree(out, ignore_errors=True)
    site.rename(out)


def render(work: Path) -> Path:
    done = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict"], cwd=work, capture_output=True, text=True
    )
    if done.returncode:
        raise Broken(f"zensical: {done.stdout}{done.stderr}")
    site = work / "site"
    (site / "404.html").unlink()  # it leads nowhere from a deeper address; the house has its own
    for style in site.rglob("*.css"):
        style.write_text(with_files(style, site / "assets" / "icons"), "utf-8")
    return site


def with_files(style: Path, icons: Path) -> str:
    """A stylesheet whose images stand in files: the house's policy lets no image in an address pass."""

    def file_of(image: re.Match[str]) -> str:
        icons.mkdir(exist_ok=True)
        data = unquote(image[2]).encode()
        file = icons / f"{sha256(data).hexdigest()[:12]}.svg"
        file.write_bytes(data)
        return f'url("{Path(relpath(file, style.parent)).as_posix()}")'

    image = r"""url\((["'])data:image/svg\+xml;charset=utf-8,(.*?)\1\)"""
    return re.sub(image, file_of, style.read_text("utf-8"))


# -- pages ---------------------------------------------------------------------------------------------------


def hand_written(pages: Path) -> None:
    """docs/ as it is, and the pages beside it, with links to each other as they then stand."""
    shutil.copytree(ROOT / "docs", pages)
    for name, page in BESIDE.items():
        text = (ROOT / f"{name}.md").read_text("utf-8").replace("](docs/", "](")
        (pages / f"{page}.md").write_text(text, "utf-8")
    for path in pages.rglob("*.md"):
        text = path.read_text("utf-8")
        for name, page in BESIDE.items():
            text = re.sub(rf"\]\((\.\./)?{name}\.md", f"]({page}.md", text)
        path.write_text(text, "utf-8")


def generated(charts: Collection[str], say: Callable[[str], None]) -> Iterator[Made]:
    yield commands_page()
    yield interface_page()
    yield from reading_pages()
    for rulebook in library.RULEBOOKS:
        say(f"{rulebook}: values, clauses and side wagers")
        yield from rulebook_pages(rulebook, charted=rulebook in charts)
        yield wagers_page(rulebook)
        if rulebook in charts:
            say(f"{rulebook}: computing the strategy chart")
            yield strategy_page(rulebook)


def put(pages: Path, page: Made) -> None:
    path = pages / f"{page.path}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page.text, "utf-8")
    for name, data in page.files.items():
        (path.parent / name).write_bytes(data)


# -- navigation ----------------------------------------------------------------------------------------------


def navigation(pages: Path, charts: Collection[str]) -> str:
    """The list of pages as TOML. JSON arrays of strings are TOML too."""
    written = {path.relative_to(pages).with_suffix("").as_posix() for path in pages.rglob("*.md")}
    parts = [entry("Home", ["index"])]
    sorted_in = {"index"}
    for title, names in ORDER.items():
        folder = "guide/" if title == "Guide" else ""
        there = [f"{folder}{name}" for name in names if f"{folder}{name}" in written]
        sorted_in |= {*there}
        parts.append(entry(title, there))
        if title == "Guide":
            parts.append(rulebook_entries(charts))
    rest = sorted(each for each in written - sorted_in if not each.startswith(("rules/", "readings/")))
    return "\n".join([*parts, entry(MORE, rest) if rest else ""])


def entry(title: str, names: list[str]) -> str:
    return f"\n[[project.nav]]\n{json.dumps(title)} = {listed(names)}\n"


def listed(names: list[str]) -> str:
    return json.dumps([f"{name}.md" for name in names])


def rulebook_entries(charts: Collection[str]) -> str:
    books = []
    for rulebook in library.RULEBOOKS:
        named = {"Values": "values", "Strategy": "strategy", "Side wagers": "wagers"}
        if rulebook not in charts:
            del named["Strategy"]
        pages = [f'{{ "{name}" = "rules/{rulebook}/{page}.md" }}' for name, page in named.items()]
        pages.append(f'{{ "Clauses" = [{", ".join(clause_entries(rulebook))}] }}')
        title, first = json.dumps(library.load(rulebook).title), f'"rules/{rulebook}/index.md"'
        books.append(f"{{ {title} = [{', '.join([first, *pages])}] }}")
    return f'\n[[project.nav]]\n"Rulebooks" = [{", ".join(books)}, "readings/index.md"]\n'


def clause_entries(rulebook: str) -> list[str]:
    """The pages of a rulebook's sections, each by number and subject."""
    document = library.load(rulebook)
    return [
        f'{{ {json.dumps(f"{document.cites_as} {name}: {subject(listed)}")} = "rules/{rulebook}/{name}.md" }}'
        for name, listed in sections_of(rulebook).items()
    ]
