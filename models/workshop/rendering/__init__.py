"""Pictures of cards on tables, drawn by code to train and measure the nets."""
