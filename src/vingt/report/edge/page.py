"""The house edge as a page: the edge, its parts, the law of net results."""

from __future__ import annotations

from vingt.analysis.exact.edge import Edge
from vingt.analysis.exact.law import Law
from vingt.core.money import Cents, dollars
from vingt.report.text.page import Page
from vingt.report.words.figures import bar, often_and_rare, percent
from vingt.report.words.strategies import strategy_words


def edge_page(found: Edge, wager: Cents, other_players: int, named: str) -> Page:
    rules, page = found.rules, Page()
    page.title(rules.title)
    of_risk = percent(found.house_edge / found.law.wagered) if found.law else ""
    wagered = f"{found.law.wagered:.4f} wagers on the layout in the end" if found.law else ""
    page.block(
        f"house edge  {percent(found.house_edge)}",
        "infinite deck, for checking only" if found.infinite else "",
        [
            ("strategy", strategy_words(named)),
            ("expectation", f"{found.ev:+.7f} of the wager"),
            ("super bonus", super_bonus(found, wager, other_players)),
            ("variance", f"{found.law.variance:.4f}" if found.law else ""),
            ("deviation", f"{found.law.variance**0.5:.4f} wagers a round" if found.law else ""),
            ("element of risk", f"{of_risk} ({wagered})" if found.law else ""),
        ],
    )
    rows = [(name, f"{value:+.6f}") for name, value in parts_of(found)]
    page.table(("made of", "expectation"), [*rows, ("all", f"{found.ev:+.6f}")], ("", ""))
    if found.law:
        page.table(("net result", "probability", ""), law_rows(found.law))
    page.text(f"Method: {found.method}", "dim")
    if found.law:
        page.text(f"Error of the law: its mean differs by {found.law_error:.1e}.", "dim")
    page.text(f"Rules identity {rules.identity}", "dim")
    return page


def super_bonus(found: Edge, wager: Cents, other_players: int) -> str:
    if found.rules.super_bonus is None:
        return ""
    text = f"{found.super_bonus:+.7f} at {dollars(wager)}; {found.ev_without_super_bonus:+.7f} without it"
    if other_players:
        text += f"; envy with {other_players} other players {found.envy:+.7f}"
    return text


def parts_of(found: Edge) -> list[tuple[str, float]]:
    parts = list(found.parts.items())
    if found.super_bonus:
        parts.append(("super bonus", found.super_bonus))
    if found.envy:
        parts.append(("envy", found.envy))
    return parts


def law_rows(law: Law) -> list[tuple[str, str, str]]:
    """Each net result that is not rare, with a bar; the rare ones together."""
    often, rare = often_and_rare(law.chances)
    most = max(often.values())
    rows = [(f"{net:+g}", percent(chance, 3), bar(chance, most)) for net, chance in often.items()]
    if rare:
        words = f"{len(rare)} others, {min(rare):+g} to {max(rare):+g}"
        rows.append((words, percent(sum(rare.values()), 3), ""))
    return rows
