"""A table arranged for drawing: boxes, buttons and their keys, words, chips, what a person laid."""
