"""The published shapes of what is exchanged, as JSON Schemas, packed with the program.

`deal-file-v1.json` is a line of the deal file and its answer, `event-v2.json` a line of the
journal's export. Tests hold both against the code and fail where one moves without the other.
"""
