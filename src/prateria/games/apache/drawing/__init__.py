"""Apache drawn; `README.md` says what belongs here."""
