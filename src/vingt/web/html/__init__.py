"""Values become HTML: templates, fragments, cards, hands and wheels as small pictures."""
