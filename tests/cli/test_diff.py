"""`vingt diff`: only what differs, with the clauses of both sides."""

from tests.cli.command import vingt


def test_one_choice_is_one_difference() -> None:
    answer = vingt("diff", "md-blackjack", "--set", "soft17=S17", "--json").json
    assert list(answer["in_force"]) == ["dealer.soft17"]
    sides = answer["in_force"]["dealer.soft17"]
    assert [side["value"] for side in sides] == ["H17", "S17"]
    assert all(side["readings"] == ["J-18"] for side in sides)
    assert "permitted" not in answer


def test_a_table_does_not_differ_from_itself() -> None:
    assert "no difference" in vingt("diff", "md-pontoon-21", "md-pontoon-21/default").out


def test_two_rulebooks_are_also_compared_in_what_they_permit() -> None:
    answer = vingt("diff", "md-pontoon-21", "ma-pontoon-21", "--json").json
    in_force, permitted = answer["in_force"], answer["permitted"]
    assert [side["value"] for side in in_force["settles.split_two_card_21.21"]] == [
        "push",
        "win",
    ]
    assert in_force["settles.split_two_card_21.21"][1]["clauses"] == ["MA-P21 5(a)(3)"]
    assert "cards.decks" not in in_force
    assert [side["value"] for side in permitted["split.hands_max"]] == ["split_hands_max: 2 to 8", "fixed: 4"]
    assert permitted["wagers.bonus-spin"][1] is None
    # The same two answers in another order are no difference.
    assert "settlement.procedure" not in permitted


def test_sides_stand_side_by_side_with_their_clauses() -> None:
    out = vingt("diff", "md-pontoon-21", "ma-pontoon-21").out
    row = next(line for line in out.splitlines() if line.startswith("  coupons_accepted "))
    assert row.split() == ["coupons_accepted", "false", "[6.A]", "true", "[5(c)#1]"]


def test_set_with_two_rules_changes_both() -> None:
    answer = vingt("diff", "md-pontoon-21", "ma-pontoon-21", "--set", "decks=8", "--json").json
    assert "cards.decks" not in answer["in_force"]
