"""Which program and which rulebooks run here: digests of the files, compared with those of the last start."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from vingt.live.log.store import StoreUnusable
from vingt.rulebook.library import former_digests

EVERYTHING = "all"  # the word that accepts whatever changed
DOCUMENT = "rulebook.toml"


class RulesChanged(StoreUnusable):
    """A rulebook is not what it was when the house last started, and nobody took responsibility for it."""

    def __init__(self, changed: Mapping[str, Collection[str]]) -> None:
        self.changed = changed
        listed = "".join(f"\n  {rulebook}: {', '.join(what)}" for rulebook, what in changed.items())
        super().__init__(
            f"rulebooks changed since the house last started:{listed}\n"
            f"Look at what changed; then an administrator accepts it: "
            f"vingt serve --accept-rules {','.join(changed)}"
        )


def digest_of(folder: Traversable, *, suffixes: tuple[str, ...] = ()) -> dict[str, str]:
    """Path within the folder -> SHA-256, of every file or of those that end so."""
    digests: dict[str, str] = {}
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.is_dir() and each.name != "__pycache__":
            digests |= {
                f"{each.name}/{path}": digest for path, digest in digest_of(each, suffixes=suffixes).items()
            }
        elif each.is_file() and (not suffixes or each.name.endswith(suffixes)):
            digests[each.name] = hashlib.sha256(each.read_bytes()).hexdigest()
    return digests


@cache
def program() -> str:
    """One digest of all files of the installed package."""
    listed = digest_of(files("vingt"))
    text = "\n".join(f"{digest}  {path}" for path, digest in listed.items())
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def rulebooks() -> dict[str, str]:
    """Every file that says what the rules are -> its digest."""
    return digest_of(files("vingt.rulebook"), suffixes=(DOCUMENT, "readings.toml"))


def changed_rulebooks(before: Mapping[str, str], now: Mapping[str, str]) -> dict[str, list[str]]:
    """Rulebook -> its files that changed; the readings, which belong to all, are named by their file."""
    changed: dict[str, list[str]] = {}
    before = in_editions(as_written_now(before, now), now)
    for path in sorted(before.keys() | now.keys()):
        if before.get(path) != now.get(path):
            what = "is gone" if path not in now else "is new" if path not in before else "changed"
            changed.setdefault(path.partition("/")[0], []).append(f"{path} {what}")
    return changed


def as_written_now(before: Mapping[str, str], now: Mapping[str, str]) -> dict[str, str]:
    """A document that only is written in other words of ours since then has not changed."""
    former = former_digests()
    return {
        path: now.get(f"{former[digest].replace('@', '/')}/{DOCUMENT}", digest)
        if digest in former
        else digest
        for path, digest in before.items()
    }


def in_editions(before: Mapping[str, str], now: Mapping[str, str]) -> dict[str, str]:
    """Files as a vingt without editions named them, "md-blackjack/rulebook.toml": such a one is the edition
    that has its digest now, and those before it are no news."""
    digests = dict(before)
    for path in before:
        rulebook, _, file = path.partition("/")
        numbers = editions_in(now, rulebook)
        same = next((edition for edition in numbers if now[edition] == before[path]), None)
        if file == DOCUMENT and same is not None:
            del digests[path]
            digests |= {edition: now[edition] for edition in numbers if numbers[edition] <= numbers[same]}
    return digests


def editions_in(paths: Iterable[str], rulebook: str) -> dict[str, int]:
    """The documents of a rulebook among these files -> the number of the edition."""
    parts = {path: path.split("/") for path in paths}
    return {
        path: int(each[1])
        for path, each in parts.items()
        if len(each) == 3 and (each[0], each[2]) == (rulebook, DOCUMENT) and each[1].isdigit()
    }


def refuse_unaccepted(changed: Mapping[str, Collection[str]], accepted: Collection[str]) -> None:
    if EVERYTHING in accepted:
        return
    open_ = {rulebook: what for rulebook, what in changed.items() if rulebook not in accepted}
    if open_:
        raise RulesChanged(open_)
