"""Coming in and going: lobby, guests, accounts, invitations, tables opened by players."""
