"""The referee: slow, plain Python that reads like the rule sheet; it replays, explains and settles single deals."""
