"""Which card it is: nets, poses, enrolled faces, probabilities, the whole deal."""
