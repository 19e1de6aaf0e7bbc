"""What a player is asked in a round: the answers the engine takes now, and the command each one means."""

from __future__ import annotations

import re
from typing import Protocol

from vingt.core.cite import Inventory
from vingt.core.money import NotMoney, cents, dollars
from vingt.core.rounds import command as c
from vingt.core.rounds.command_words import ACTION_COMMANDS, ACTIONS, ActionName, action_words
from vingt.core.rounds.decide import decide
from vingt.core.rounds.legal import Action, legal
from vingt.core.rounds.playing import insurance_least, insurance_limit
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.result import is_natural, total_of
from vingt.core.rounds.state import RoundState
from vingt.core.rules.table_rules import TableRules
from vingt.report.rounds.cards import HandPlace, face, place
from vingt.report.rounds.story import add_actions, add_cite
from vingt.report.text.page import Page
from vingt.report.words.figures import typed

KEYS: dict[str, ActionName] = {
    "h": "hit",
    "s": "stand",
    "d": "double",
    "p": "split",
    "u": "surrender",
    "r": "rescue",
}
KEY_OF = {name: key for key, name in KEYS.items()}


def action_named(text: str) -> ActionName | None:
    """An action by its key or its whole name."""
    return KEYS.get(text) or next((name for name in ACTIONS if name == text), None)


class PlayChoice(Protocol):
    turn: HandPlace
    question: str
    offered: list[str]
    alone: c.Command  # what is done for a player who has left

    def read(self, text: str) -> c.Command | Refusal: ...

    def explain(self, page: Page, inventory: Inventory, asked: str) -> bool:
        """Whether all was asked for, so that the last payments belong to the answer too."""


class InsuranceChoice:
    def __init__(self, rules: TableRules, state: RoundState, number: int) -> None:
        box = state.box(number)
        assert box is not None
        bettor = next(each for each in box.main_bettors if each.insurance is None)
        self.rules = rules
        self.player, self.turn = bettor.player, (number, 0)
        self.most = insurance_limit(rules, bettor.main)
        self.alone: c.Command = c.DeclineInsurance(self.player, number)
        self.even = c.TakeEvenMoney(self.player, number)
        self.answers = {
            "insurance": decide(rules, state, self.insure(self.most)),
            "even money": decide(rules, state, self.even),
        }
        self.question = f"Insurance for box {number}?"
        self.offered = []
        if not isinstance(self.answers["insurance"], Refusal):
            least = insurance_least(rules)
            self.offered.append(f"y {dollars(self.most)}")
            if least < self.most:
                self.offered.append(f"less: an amount from {typed(least)}")
        if not isinstance(self.answers["even money"], Refusal):
            self.offered.append("e even money")
        self.offered.append("n no (or Enter)")

    def insure(self, amount: int) -> c.Insure:
        return c.Insure(self.player, self.turn[0], amount)

    def read(self, text: str) -> c.Command | Refusal:
        if text in ("", "n", "no"):
            return self.alone
        if text in ("e", "even", "even money"):
            return self.even
        if text in ("y", "yes"):
            return self.insure(self.most)
        try:
            return self.insure(cents(text))
        except NotMoney:
            return Refusal(f"{text!r} is no answer here")

    def explain(self, page: Page, inventory: Inventory, asked: str) -> bool:
        fields = {
            "insurance": ("insurance.up_cards", "insurance.limit", "insurance.rounds_to_chip"),
            "even money": ("insurance.even_money",),
        }
        for what, answer in self.answers.items():
            if isinstance(answer, Refusal):
                add_cite(page, inventory, what, f"not allowed: {answer.why}", answer.cite)
            else:
                add_cite(page, inventory, what, "allowed", self.rules.cite(*fields[what]))
        return True


class SwitchChoice:
    """Whether the second cards of two hands change places; asked once."""

    def __init__(self, rules: TableRules, state: RoundState, number: int) -> None:
        box = state.box(number)
        assert box is not None
        player = box.main_bettors[0].player
        self.rules, self.turn = rules, (number, 0)
        self.alone: c.Command = c.KeepCards(player, number)
        self.switch = c.SwitchCards(player, number)
        boxes = " and ".join(map(str, rules.variant.position_of(number)))
        self.question = f"Switch the second cards of boxes {boxes}?"
        self.offered = ["y switch", "n keep (or Enter)"]

    def read(self, text: str) -> c.Command | Refusal:
        if text in ("", "n", "no", "keep"):
            return self.alone
        return self.switch if text in ("y", "yes", "switch") else Refusal(f"{text!r} is no answer here")

    def explain(self, page: Page, inventory: Inventory, asked: str) -> bool:
        add_cite(page, inventory, "switch", "allowed", self.rules.cite("variant.game"))
        return True


class TurnChoice:
    """The decision about one hand; hands that may act out of turn are offered by their number."""

    def __init__(self, rules: TableRules, state: RoundState, turn: HandPlace, *, unicode: bool) -> None:
        self.state, self.turn = state, turn
        box = state.box(turn[0])
        assert box is not None
        hand = box.hands[turn[1]]
        self.doubled = bool(hand.doubles)
        self.actions = {action.name: action for action in legal(rules, state, *turn)}
        self.others: dict[HandPlace, list[Action]] = {}
        for other, at, _ in state.hands():
            allowed = [action for action in legal(rules, state, other.number, at) if action.allowed]
            if allowed and (other.number, at) != turn:
                self.others[other.number, at] = allowed
        self.alone: c.Command = c.Stand(self.player(turn[0]), *turn)
        where = place(box, turn[1])
        has = rules.natural.name if is_natural(rules, hand) else total_of(rules, hand)
        up = f" against {face(state.up, unicode)}" if state.up is not None else ""
        self.question = f"{where[0].upper()}{where[1:]}: {has}{up}?"
        self.offered = self.buttons()

    def player(self, number: int) -> str:
        box = self.state.box(number)
        assert box is not None
        return box.main_bettors[0].player

    def buttons(self) -> list[str]:
        words = [self.button(key, name) for key, name in KEYS.items() if self.actions[name].allowed]
        for (number, at), allowed in self.others.items():
            words += [
                f"{KEY_OF[action.name]} {number}.{at + 1} {action.name} that hand" for action in allowed
            ]
        return words

    def button(self, key: str, name: ActionName) -> str:
        action, words = self.actions[name], action_words(name, doubled=self.doubled)
        if name != "double":
            return f"{key} {words}"
        less = f" (for less, from {key} {typed(action.least)})" if action.least < action.most else ""
        return f"{key} {words} {dollars(action.most)}{less}"

    def read(self, text: str) -> c.Command | Refusal:
        match = re.fullmatch(r"([a-z]+)\s*(\S*)", text)
        name = action_named(match[1]) if match else None
        if match is None or name is None:
            return Refusal(f"{text!r} is none of the keys" if text else "nothing was typed")
        number, at = self.turn
        rest = match[2]
        if hand := re.fullmatch(r"(\d{1,3})(?:\.(\d{1,3}))?", rest):
            other = (int(hand[1]), int(hand[2] or 1) - 1)
            if any(action.name == name for action in self.others.get(other, [])):
                return ACTION_COMMANDS[name](self.player(other[0]), *other)
        action = self.actions[name]
        if not action.allowed:
            return Refusal(f"{name}: {action.why}", action.cite)
        if name == "double" and rest:
            try:
                return c.Double(self.player(number), number, at, cents(rest))
            except NotMoney:
                return Refusal(f"{rest!r} is no amount")
        return (
            Refusal(f"{text!r} is none of the keys")
            if rest
            else ACTION_COMMANDS[name](self.player(number), number, at)
        )

    def explain(self, page: Page, inventory: Inventory, asked: str) -> bool:
        """All actions that are barred, or the one asked for."""
        name = action_named(asked)
        barred = [action for action in self.actions.values() if not action.allowed]
        add_actions(page, inventory, barred if name is None else [self.actions[name]])
        return name is None
