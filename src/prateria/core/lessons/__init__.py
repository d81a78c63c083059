"""First lessons: their file format, and checking a learner's moves."""
