"""The house edge as a page: the edge, its parts, the law of net results."""

from __future__ import annotations

from vingt.analysis.exact.edge import Edge
from vingt.analysis.exact.law import Law
from vingt.analysis.exact.switch_worth import SwitchWorth
from vingt.core.money import Cents, dollars
from vingt.report.text.page import Page
from vingt.report.words.figures import bar, often_and_rare, percent, points
from vingt.report.words.strategies import strategy_words


def edge_page(edge: Edge, wager: Cents, other_players: int, named: str) -> Page:
    rules, page = edge.rules, Page()
    page.title(rules.title)
    of_risk = percent(edge.house_edge / edge.law.wagered) if edge.law else ""
    wagered = f"{edge.law.wagered:.4f} wagers on the layout in the end" if edge.law else ""
    page.block(
        f"house edge  {percent(edge.house_edge)}",
        "infinite deck, for checking only" if edge.infinite else "",
        [
            ("strategy", strategy_words(named)),
            ("expectation", f"{edge.ev:+.7f} of the wager"),
            ("super bonus", super_bonus(edge, wager, other_players)),
            ("variance", f"{edge.law.variance:.4f}" if edge.law else ""),
            ("deviation", f"{edge.law.variance**0.5:.4f} wagers a round" if edge.law else ""),
            ("element of risk", f"{of_risk} ({wagered})" if edge.law else ""),
        ],
    )
    if edge.switching is not None:
        page.block("switching", "", switching_fields(edge.switching, wager))
    rows = [(name, f"{value:+.6f}") for name, value in parts_of(edge)]
    page.table(("made of", "expectation"), [*rows, ("all", f"{edge.ev:+.6f}")], ("", ""))
    if edge.law:
        page.table(("net result", "probability", ""), law_rows(edge.law))
    page.text(f"Method: {edge.method}", "dim")
    if edge.law:
        page.text(f"Error of the law: its mean differs by {edge.law_error:.1e}.", "dim")
    page.text(f"Rules identity {rules.identity}", "dim")
    return page


def switching_fields(switching: SwitchWorth, wager: Cents) -> list[tuple[str, str]]:
    """How often cards are switched, and what shorter ways to decide it cost, on two wagers."""
    both = Cents(2 * wager)
    error = switching.added_singly - switching.value.ev
    fields = [
        ("switched", f"{percent(switching.value.switch_chance, 2)} of rounds"),
        (
            "added as if alone",
            f"{in_cents(error, both)} wrong on {dollars(both)}; so decided, "
            f"{in_cents(-switching.singly_costs, both)}",
        ),
        (
            "by points",
            f"{in_cents(-switching.points_cost, both)} on {dollars(both)}; vingt strategy prints them",
        ),
    ]
    if gained := switching.value.ev - switching.naturals_at_evens:
        words = "percentage points to the player against every blackjack at 1 to 1 (reading J-56)"
        fields.append(("warning", f"what a blackjack pays here is worth {points(gained)} {words}"))
    return fields


def in_cents(worth: float, staked: Cents) -> str:
    return f"{worth * staked:+.3f} cents"


def super_bonus(edge: Edge, wager: Cents, other_players: int) -> str:
    if edge.rules.super_bonus is None:
        return ""
    text = f"{edge.super_bonus:+.7f} at {dollars(wager)}; {edge.ev_without_super_bonus:+.7f} without it"
    if other_players:
        text += f"; envy with {other_players} other players {edge.envy:+.7f}"
    return text


def parts_of(edge: Edge) -> list[tuple[str, float]]:
    parts = list(edge.parts.items())
    if edge.super_bonus:
        parts.append(("super bonus", edge.super_bonus))
    if edge.envy:
        parts.append(("envy", edge.envy))
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
