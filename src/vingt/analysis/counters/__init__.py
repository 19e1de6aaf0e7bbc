"""Players who count, made for the simulation of what is known about counts."""
