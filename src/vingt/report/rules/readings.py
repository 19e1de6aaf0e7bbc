"""Readings: where a text is doubtful, the answer taken, and the keys that choose another."""

from __future__ import annotations

from collections.abc import Iterator

from vingt.core.cite import Reading
from vingt.core.rules.problem_words import statement
from vingt.report.rules.citations import CitedValue, by_reading
from vingt.report.rules.subjects import Subject, concerning
from vingt.report.text.page import Page
from vingt.report.words.grammar import plural
from vingt.report.words.values import chosen_word
from vingt.rulebook import library

ReadingKey = tuple[str, str, CitedValue]  # rulebook, key, and the value it chooses


def is_about(reading: Reading, about: Subject) -> bool:
    if about.clause:
        listed = library.inventory(about.rulebooks[0]).under(about.clause)
        return any(reading in concerning(clause) for clause in listed)
    prefixes = tuple(f"{library.inventory(rulebook).prefix} " for rulebook in about.rulebooks)
    named = any(clause.startswith(prefixes) for clause in reading.clauses)
    return named or any(reading.id in by_reading(rulebook) for rulebook in about.rulebooks)


def keys_of(reading: Reading, about: Subject) -> Iterator[ReadingKey]:
    for rulebook in about.rulebooks:
        for value in by_reading(rulebook).get(reading.id, ()):
            for key in value.keys:
                yield rulebook, key, value


def readings_page(readings: list[Reading], about: Subject, *, in_full: bool) -> Page:
    page = Page()
    for reading in readings:
        page.block(reading.id, reading.question, fields(reading, about, in_full=in_full))
    if not in_full:
        number = sum(reading.leaves_a_choice for reading in readings)
        with_key = sum(any(not key[2].is_fixed for key in keys_of(reading, about)) for reading in readings)
        page.text(
            f"{plural(len(readings), 'reading')}; {number} leave a choice, {with_key} are chosen by a key",
            "bold",
        )
    return page


def fields(reading: Reading, about: Subject, *, in_full: bool) -> Iterator[tuple[str, str]]:
    yield "taken", reading.default
    yield "why", reading.reason
    yield "option", reading.option
    yield "keys", "\n".join(key_lines(reading, about))
    if not in_full:
        yield "clauses", ", ".join(reading.clauses)
        return
    inventories = {
        library.inventory(rulebook).prefix: library.inventory(rulebook) for rulebook in about.rulebooks
    }
    yield (
        "clauses",
        "\n".join(statement(clause, inventories[clause.partition(" ")[0]]) for clause in reading.clauses),
    )
    yield (
        "values",
        "\n".join(
            f"{rulebook}: {value.statement}"
            for rulebook in about.rulebooks
            for value in by_reading(rulebook).get(reading.id, ())
        ),
    )


def key_lines(reading: Reading, about: Subject) -> list[str]:
    """One line for each key, with the rulebooks that share it."""
    shared: dict[str, list[str]] = {}
    for rulebook, key, value in keys_of(reading, about):
        rulebooks = shared.setdefault(f"{key}: {key_words(key, value, about)}", [])
        if rulebook not in rulebooks:
            rulebooks.append(rulebook)
    return [f"{line} ({', '.join(rulebooks)})" for line, rulebooks in shared.items()]


def key_words(key: str, value: CitedValue, about: Subject) -> str:
    if value.is_fixed:
        return f"fixed at {value.text}"
    leaf = about.table.document.keys.get(key) if about.table else None
    if about.table and leaf:
        return f"{value.text}; here {chosen_word(leaf, about.table.word(leaf))}"
    return f"{value.text}; {value.default} unless chosen" if value.default else value.text


def reading_json(reading: Reading, about: Subject) -> dict[str, object]:
    return {
        "id": reading.id,
        "clauses": list(reading.clauses),
        "question": reading.question,
        "default": reading.default,
        "reason": reading.reason,
        "option": reading.option,
        "leaves_a_choice": reading.leaves_a_choice,
        "keys": [
            {
                "rulebook": rulebook,
                "key": key,
                "fixed": value.is_fixed,
                "permitted": value.text,
                "default": value.default or None,
                "path": value.path,
            }
            for rulebook, key, value in keys_of(reading, about)
        ],
        "values": [
            {"rulebook": rulebook, "path": value.path, "text": value.text}
            for rulebook in about.rulebooks
            for value in by_reading(rulebook).get(reading.id, ())
        ],
    }
