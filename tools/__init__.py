"""What `./play` is made of, and the build backend. Standard library only, never shipped."""
