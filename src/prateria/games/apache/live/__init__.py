"""Real time: when CLOCK acts, and how fast bots react."""
