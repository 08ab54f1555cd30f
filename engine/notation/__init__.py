"""A deal as text for people: forums, letters, remarks about a mistake (`docs/NOTATION.md`).

"MKN 1" is shaped like the notation of bridge: header tags, then one trick a line. It says what a
line of the deal file says, in a form that can be read and typed; the deal file stays the truth.
Nothing in here judges: what a text means is checked by the readers of the deal file.
"""
