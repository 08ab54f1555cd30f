"""The pages: what they all share; the areas lie in folders."""
