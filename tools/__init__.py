"""The parts of `./play`, and the build backend. Standard library only, never shipped."""
