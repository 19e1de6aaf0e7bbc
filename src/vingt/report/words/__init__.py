"""The one place where values, outcomes, events and figures are put into words."""
