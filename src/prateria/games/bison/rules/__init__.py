"""The rules: state, legal actions, their effects, views, scoring."""
