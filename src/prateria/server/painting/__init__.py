"""Drawings of a table for one reader, as HTML parts, made from updates."""
