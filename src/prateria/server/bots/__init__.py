"""Worker processes: bots that think, reviews of finished matches."""
