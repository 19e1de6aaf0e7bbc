"""A simulation as text, HTML and plots."""
