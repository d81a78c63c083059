"""Numbers for programs: estimates, observations, features, the action space."""
