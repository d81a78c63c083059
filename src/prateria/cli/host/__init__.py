"""Running a server, administering it, connecting a bot to it."""
