"""Charts: as a sheet, HTML, a drawing."""
