"""Learning to play and to deal: one's own figures, drills, and the dealing school."""
