"""The promises of the contract, checkable on any game; one module a facet."""
