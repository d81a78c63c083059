"""The pure core: the contract, the match, the log, luck, notation on the wire, the rule ledger.

Standard library only. No I/O beyond reading a package's own data, no clock, no global
randomness, no threads: time and luck arrive as data.
"""
