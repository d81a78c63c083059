"""Printing rulebooks and the matrix of rules, code and tests."""
