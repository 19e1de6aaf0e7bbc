"""Every command by its word, and those that are the actions of a hand: the one map that all who read, store,
offer or play them go by."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, get_args

from vingt.core.rounds import command as c

ActionName = Literal["hit", "stand", "double", "split", "surrender", "rescue"]
ACTIONS: tuple[ActionName, ...] = get_args(ActionName)
Act = c.Hit | c.Stand | c.Double | c.Split | c.Surrender | c.Rescue


def word_of(command: type[Any]) -> str:
    """PlaceWager is "place_wager"."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", command.__name__).lower()


COMMANDS: Mapping[str, type[Any]] = MappingProxyType({word_of(kind): kind for kind in get_args(c.Command)})
ACTION_COMMANDS: Mapping[ActionName, type[Act]] = MappingProxyType({name: COMMANDS[name] for name in ACTIONS})

DOUBLED: Mapping[str, str] = MappingProxyType({"stand": "keep the double", "double": "double again"})


def action_words(action: str, *, doubled: bool) -> str:
    """An action as people call it: a doubled hand is kept or doubled again."""
    return DOUBLED.get(action, action) if doubled else action
