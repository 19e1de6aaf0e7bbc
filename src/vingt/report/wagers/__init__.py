"""Side wagers: PAR sheets."""
