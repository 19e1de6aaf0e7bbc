"""What a table can lose, as JSON."""

from __future__ import annotations

from vingt.analysis.counting.attack import CLOSED, Attack, Taken
from vingt.analysis.counting.main_risk import MainRisk
from vingt.analysis.counting.openings import MeterOpening, WheelOpening
from vingt.analysis.counting.protection import SideRisk
from vingt.analysis.counting.seen_card import SeenCards
from vingt.analysis.tabulated.hands import name_of
from vingt.report.counting.exposure import TableExposure
from vingt.report.counting.protection import METHOD, other_words
from vingt.report.counting.removal import tags_json


def exposure_json(found: TableExposure) -> dict[str, object]:
    figures: dict[str, object] = {
        "summary": found.headline,
        "method": METHOD,
        "rounds_per_hour": found.per_hour,
        "unit": found.unit,
        "cut": found.cut,
        "closed_below": CLOSED,
        "shuffle_seconds": found.shuffle_seconds,
        "continuous_shuffler": found.reshuffled,
        "side_wagers": [side_json(found, each) for each in found.sides],
    }
    if found.main is not None:
        figures["cuts"] = [each.cut for each in found.main.counted]
        figures["main"] = main_json(found, found.main)
    if found.seen is not None:
        figures["seen_cards"] = seen_json(found.seen)
    return figures


def main_json(found: TableExposure, main: MainRisk) -> dict[str, object]:
    def takes(all_cuts: tuple[Taken, ...]) -> list[dict[str, object]]:
        return [{**taken_json(each), "cents_per_hour": found.main_an_hour(each)} for each in all_cuts]

    return {
        "ev": main.flat,
        "system": main.system.name,
        "tags": tags_json(main.system, main.removal),
        "spread": found.spread,
        "counted": takes(main.counted),
        "back_counted": takes(main.watched),
        "perfect": takes(main.perfect),
        "line_off": None if main.held is None else main.held[0],
        "line_scatter": None if main.held is None else main.held[1],
        "choices": [
            {"choice": each.choice, "house_edge_by": each.house_edge_by, **taken_json(each.counted)}
            for each in found.changes
        ],
    }


def seen_json(seen: SeenCards) -> dict[str, object]:
    return {
        "ev": seen.ev,
        "hole_known": seen.hole_known,
        "first_known": {
            name_of(value): float(seen.first_known[value])
            for value in range(len(seen.first_known))
            if seen.by_first[value] > 0
        },
        "first_wagered": seen.first_wagered,
        "first_share": seen.first_share,
    }


def side_json(found: TableExposure, risk: SideRisk) -> dict[str, object]:
    head: dict[str, object] = {
        "wager": risk.case.wager.id,
        "paytable": risk.case.paytable.id,
        "decks": risk.case.decks,
    }
    if risk.beyond:
        return {**head, "open": False, "nothing_to_count_for": risk.beyond}
    told = {**head, "open": risk.is_open, **opening_json(risk)}
    if risk.offered is None:
        return told
    return {
        **told,
        **attack_json(risk.offered),
        "stake_cents": found.stake(risk.case.wager.id),
        "cents_per_hour": found.risk_an_hour(risk),
        "closed_by_cut": risk.offered.closes_at,
        "closed_by_paytables": [
            each.case.paytable.id for each in risk.closing if each.case.decks == risk.case.decks
        ],
        "closed_by": [other_words(each, risk) for each in risk.closing],
        "other_paytables": [attack_json(each) for each in risk.others],
    }


def opening_json(risk: SideRisk) -> dict[str, object]:
    match risk.opening:
        case MeterOpening(meter, reset, fair, counted):
            told: dict[str, object] = {"meter": meter, "reset": reset, "fair_at": fair, "open_from": counted}
            return {"meter": told}
        case WheelOpening(often, kept, perfect):
            return {
                "wheel": {"spun": often, "open_below_house_edge": kept, "perfect_below_house_edge": perfect}
            }
        case None:
            return {}


def attack_json(each: Attack) -> dict[str, object]:
    return {
        "wager": each.case.wager.id,
        "paytable": each.case.paytable.id,
        "decks": each.case.decks,
        "soft17": each.case.soft17,
        "house_edge": -each.removal.ev,
        "system": each.system_name,
        "tags": None if each.system is None else tags_json(each.system, each.removal),
        "counted": [taken_json(taken) for taken in each.counted],
        "perfect": [taken_json(taken) for taken in each.perfect],
        "linear": each.linear,
        "fixed_part": each.fixed_part,
        "meters_at": dict(each.meters),
        "shoes": each.shoes,
    }


def taken_json(taken: Taken) -> dict[str, object]:
    return {
        "cut": taken.cut,
        "trigger_true_count": taken.trigger,
        "bets_frequency": taken.frequency,
        "average_edge": taken.edge,
        "units_per_100": taken.per_100,
        "standard_error": taken.error,
    }
