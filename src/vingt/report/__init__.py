"""What people read: reports as text, HTML and JSON, and the one place where things are put into words."""
