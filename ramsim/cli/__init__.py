"""The command line: one small module a command, each reads its options, makes one call and formats the answer."""
