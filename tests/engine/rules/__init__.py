"""A test for every rule the documents state, written from the documents."""
