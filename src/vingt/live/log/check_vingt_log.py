#!/usr/bin/env python3
"""Check an export of a vingt house without vingt: python3 check_vingt_log.py EXPORT.jsonl

One file, standard library only, written to be read before it is trusted. It checks that

  - the export is whole, and each stream's chain of hashes unbroken, its times never running backwards;
  - every revealed shoe is the one committed to before its first card, with its table, number and rules;
  - cards came out of the shoe one after the other, and each card shown is the one that lay at its place,
    after the players' seeds and the cut; of a double shoe, out of the side that the determinant card named.

It plays no round: that payments follow the rules is what `vingt verify` checks. docs/live-export.md of vingt
describes the format. Exit code 0: sound; 1: not; 2: no export of vingt.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

JsonObject = dict[str, Any]
START = "0" * 64
CardPlace = dict[str, int]
FIELDS = ("actor", "at", "data", "key", "kind", "kind_version", "previous", "stream", "version")


class NoExport(Exception):
    pass


def canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def hash_of(event: JsonObject) -> str:
    return hashlib.sha256(canonical({name: event[name] for name in FIELDS}).encode()).hexdigest()


def commitment(table: str, shuffled: JsonObject, nonce: str, order: list[str]) -> str:
    cards = " ".join(order)
    if shuffled.get("scheme", 1) == 1:
        return hashlib.sha256(bytes.fromhex(nonce) + cards.encode()).hexdigest()
    lines = (
        f"vingt shoe {shuffled['scheme']}",
        table,
        str(shuffled["shoe"]),
        shuffled["rules"],
        nonce,
        cards,
    )
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def mixed(order: list[str], nonce: str, seeds: list[list[str]]) -> list[str]:
    """The committed order, shuffled once more by the players' seeds."""
    cards, said, key = list(order), canonical(seeds).encode(), bytes.fromhex(nonce)
    for count, last in enumerate(range(len(cards) - 1, 0, -1) if seeds else ()):
        block = hmac.digest(key, count.to_bytes(4, "big") + said, "sha256")
        other = int.from_bytes(block, "big") % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def told(place: CardPlace) -> str:
    return f"card {place['at'] + 1} of shoe {place['shoe']}"


def read(lines: Iterator[str]) -> dict[str, list[JsonObject]]:
    """The events of each stream; NoExport where the file is something else or not whole."""
    try:
        first = json.loads(next(lines, ""))
        if not isinstance(first, dict) or first.get("vingt_export") != 1:
            raise NoExport("the first line is not that of an export of vingt")
        streams: dict[str, list[JsonObject]] = {stream: [] for stream in first["streams"]}
        last: JsonObject = {}
        for line in lines:
            last = json.loads(line)
            if "end" in last:
                break
            streams[last["stream"]].append(last)
    except (ValueError, KeyError, TypeError) as error:
        raise NoExport(f"not an export of vingt: {error!r}") from error
    count = sum(map(len, streams.values()))
    if not last.get("end") or last.get("events") != count or next(lines, None) is not None:
        raise NoExport(f"the export is not whole: {count} events and no last line that says so")
    return streams


def broken(stream: str, events: list[JsonObject]) -> Iterator[str]:
    previous, at = START, 0
    for number, event in enumerate(events, 1):
        where = f"{stream}, version {event['version']}"
        if event["version"] != number or event["stream"] != stream:
            yield f"{where}: version {number} was due"
        if event["previous"] != previous:
            yield f"{where}: does not follow the event before it"
        if "withheld" not in event and hash_of(event) != event["hash"]:
            yield f"{where}: its content does not match its hash"
        if event["at"] < at:
            yield f"{where}: stored before the event before it"
        previous, at = event["hash"], max(at, event["at"])


class Stack:
    """The cards of one shoe, or of one side of a double shoe, and how many are out."""

    def __init__(self, shoe: int = 0) -> None:
        self.shoe, self.out, self.first_out = shoe, 0, False
        self.held = CardPlace()  # out already, and the next to be dealt

    @property
    def next(self) -> CardPlace:
        return {"shoe": self.shoe, "at": self.out}

    @property
    def due(self) -> CardPlace:
        return self.held or self.next

    def draw(self) -> None:
        self.out, self.held, self.first_out = self.out if self.held else self.out + 1, {}, True


class Shoes:
    """The shoes of one table, and every card that came out of them."""

    def __init__(self, stream: str, events: list[JsonObject]) -> None:
        self.stream, self.table = stream, stream.partition("/")[2]
        self.events = events
        self.shuffled = {event["data"]["shoe"]: event["data"] for event in self.of("shoe_shuffled")}
        self.opened = {event["data"]["shoe"]: event["data"] for event in self.of("shoe_opened")}
        self.revealed = {event["data"]["shoe"]: event["data"] for event in self.of("shoe_revealed")}
        cuts = {event["data"]["shoe"]: event["data"]["place"] for event in self.of("cut_made")}
        self.orders: dict[int, list[str]] = {}
        for shoe, shown in self.revealed.items():
            seed_events = (event["data"] for event in self.of("seed_given"))
            seeds = [[seed["person"], seed["seed"]] for seed in seed_events if seed["shoe"] == shoe]
            order, cut = mixed(shown["order"], shown["nonce"], seeds), cuts.get(shoe, 0)
            self.orders[shoe] = order[cut:] + order[:cut]
        self.cards = 0
        opened: JsonObject = next(self.of("table_opened"), {"data": {}})["data"]
        options = dict(opened.get("rules", {}).get("variant", {}).get("options", ()))
        self.drawn_from = options.get("double_shoe_drawn_from", "alternate")
        self.red_side = options.get("double_shoe_red_suits", "left")

    def of(self, kind: str) -> Iterator[JsonObject]:
        return (event for event in self.events if event["kind"] == kind)

    def wrong(self) -> Iterator[str]:
        for shoe, shown in self.revealed.items():
            where, published = f"{self.stream}, shoe {shoe}", self.shuffled.get(shoe)
            if published is None or shoe not in self.opened:
                yield f"{where}: revealed and never shuffled"
                continue
            if commitment(self.table, published, shown["nonce"], shown["order"]) != published["commitment"]:
                yield f"{where}: the revealed order is not the one committed to"
            opened = self.opened[shoe]
            most = max(Counter(shown["order"]).values(), default=0)
            if len(shown["order"]) != opened["cards"] or most > opened["decks"]:
                yield f"{where}: the cards are not those of {opened['decks']} decks"
        yield from self.dealt()

    def dealt(self) -> Iterator[str]:
        stacks: defaultdict[str, Stack] = defaultdict(
            Stack
        )  # dealt from; of a double shoe those of both sides
        side, last = "", ""  # the side at hand; where the determinant card came from last
        determinant = False  # it is still to be drawn in this round
        drawn, exposed, hole = CardPlace(), CardPlace(), CardPlace()  # dealt last; offered on; the dealer's
        entered: dict[tuple[int, int], tuple[int, CardPlace, CardPlace, CardPlace]] = {}  # before each entry
        down: dict[tuple[int, int], list[CardPlace]] = {}  # players' cards that lie face down
        withdrawn = ""  # a void round ordered a shuffle, or other decks, of this side's cards
        for event in self.events:
            data, where = event["data"], f"{self.stream}, version {event['version']}"
            stack = stacks[side]
            due = stack.due
            match event["kind"]:
                case "shoe_opened":
                    side = data.get("side") or ""
                    stacks[side] = Stack(data["shoe"])
                case "side_turned_to":
                    side = data["side"]
                case "round_started":
                    hole, down, determinant = {}, {}, bool(side)
                    if withdrawn:
                        yield f"{where}: the cards were to be shuffled, or replaced, before this round"
                case "seed_given" if all(
                    data["shoe"] != each.shoe or each.first_out for each in stacks.values()
                ):
                    yield f"{where}: a seed for shoe {data['shoe']} came too late"
                case "cards_burned":
                    if (data["shoe"], data["first"]) != (stack.shoe, stack.out):
                        yield f"{where}: card {stack.out + 1} was to be burned"
                    stack.out += data["count"]
                case "determinant_drawn":
                    drawn, source = {"shoe": data["shoe"], "at": data["at"]}, stacks[data["drawn_from"]]
                    if not determinant or drawn != source.due:
                        yield f"{where}: {told(drawn)} was not to be the determinant card"
                    turn = {"": "left", "left": "right", "right": "left"}[last]
                    if data["drawn_from"] != (turn if self.drawn_from == "alternate" else self.drawn_from):
                        source_side = data["drawn_from"]
                        yield f"{where}: the determinant card was not to come from the {source_side} side"
                    if (data["card"][-1] in "hd") != (data["side"] == self.red_side):
                        yield f"{where}: {data['card']} does not name the {data['side']} side"
                    yield from self.shown(where, data["card"], drawn)
                    source.draw()
                    side, last, determinant = data["side"], data["drawn_from"], False
                    source.held = drawn if side == last else {}
                case "side_corrected":  # of real cards only are there any that lay in the other side
                    if data["cards"] and data["shoe"] in self.shuffled:
                        yield f"{where}: cards of a sealed order cannot have come from the other side"
                    side = data["side"]
                    stacks[side].out += data["cards"]
                case "card_scanned" | "card_sealed":
                    entered[data["shoe"], data["at"]] = stack.out, stack.held, exposed, hole
                case "scan_corrected":  # entered once more from there on; of real cards no order is known
                    before = entered.get((data["shoe"], data["places"][0]))
                    if before is None or data["shoe"] in self.shuffled:
                        yield f"{where}: there was no entry that could be taken back"
                        continue
                    stack.out, stack.held, exposed, hole = before
                case "commanded" if data["command"]["do"] == "deal_unseen":
                    hole = due  # who deals turns it
                    stack.draw()
                case "commanded" if data["command"]["do"] == "deal":
                    drawn, stack.first_out = data["command"]["card"], True
                    if determinant:
                        yield f"{where}: no determinant card was drawn before this round"
                        determinant = False
                    if drawn != due:
                        yield f"{where}: {told(due)} was due, not {drawn}"
                    stack.draw()
                case "commanded" if data["command"]["do"] == "report_shoe_empty":
                    for place in data["command"]["burned"]:
                        if place != stack.next:
                            yield f"{where}: card {stack.out + 1} of shoe {stack.shoe} was due, not {place}"
                        drawn, stack.out = place, stack.out + 1
                    stack.first_out = True
                case "card_held":  # drawn by mistake and unseen: it is the next card
                    if data["card"] != stack.next:
                        yield f"{where}: {told(stack.next)} was due, not {data['card']}"
                    stack.held, stack.out = stack.next, stack.out + 1
                case "card_exposed":  # drawn by mistake and seen
                    yield from self.shown(where, data["card"], stack.next)
                    exposed, stack.out = stack.next, stack.out + 1
                case "exposed_card_taken":
                    drawn, exposed = exposed, {}
                case "card_set_aside" if data["why"] == "stray":
                    pass  # none of these decks
                case "card_set_aside" if data["why"] == "exposed" and exposed:
                    exposed = {}
                case "card_set_aside":
                    if isinstance(data["card"], str):
                        yield from self.shown(where, data["card"], stack.next)
                    elif data["card"] != stack.next:
                        yield f"{where}: {told(stack.next)} was due, not {data['card']}"
                    stack.out += 1
                case "cards_withdrawn":
                    withdrawn, stack.held, exposed = side or "all", {}, {}
                case "card_dealt" if isinstance(data["card"], str):
                    yield from self.shown(where, data["card"], drawn)
                case "card_dealt":
                    hole = data["card"] if data["box"] == 0 and not hole else hole
                    down.setdefault((data["box"], data["hand"]), []).append(data["card"])
                case "hand_turned":
                    for face, place in zip(
                        data["cards"], down.pop((data["box"], data["hand"]), []), strict=False
                    ):
                        yield from self.shown(where, face, place)
                case "hole_revealed" if hole:
                    yield from self.shown(where, data["card"], hole)
                case "shoe_ended":
                    side = next((each for each in stacks if stacks[each].shoe == data["shoe"]), side)
                    if data["dealt"] != stacks[side].out:
                        yield f"{where}: {stacks[side].out} cards came out, not {data['dealt']}"
                    withdrawn = "" if withdrawn in (side, "all") else withdrawn
                    stacks[side].held = {}
                case _:
                    pass

    def shown(self, where: str, card: str, place: CardPlace) -> Iterator[str]:
        order = self.orders.get(place.get("shoe", 0))
        if order is None:
            return  # still sealed
        self.cards += 1
        if not 0 <= place["at"] < len(order) or order[place["at"]] != card:
            lay = f"place {place['at'] + 1} of shoe {place['shoe']}"
            yield f"{where}: {card} was shown and did not lie at {lay}"


def check(lines: Iterator[str]) -> tuple[list[str], str]:
    """Everything that is wrong, and what was checked, in a sentence."""
    streams = read(lines)
    wrong: list[str] = []
    shoes = cards = 0
    for stream, events in streams.items():
        wrong += broken(stream, events)
        if stream.startswith("table/"):
            table = Shoes(stream, events)
            wrong += table.wrong()
            shoes, cards = shoes + len(table.revealed), cards + table.cards
    count = sum(map(len, streams.values()))
    return (
        wrong,
        f"{count} events in {len(streams)} streams, {shoes} revealed shoes, {cards} cards at their places",
    )


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        with open(arguments[0], encoding="utf-8") as file:
            wrong, checked = check(iter(file))
    except (NoExport, OSError, UnicodeDecodeError) as error:
        print(f"{arguments[0]}: {error}", file=sys.stderr)
        return 2
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        print(f"not sound: an event does not have the form of its kind: {error!r}")
        return 1
    print("not sound" if wrong else "sound", f"({checked})", sep=" ")
    for problem in wrong:
        print(problem)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
