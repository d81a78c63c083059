"""The map: geometry, tiles, spots to place pieces, the pieces."""
