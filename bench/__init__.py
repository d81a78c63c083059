"""Speed, measured; see README.md. Not part of the distribution."""
