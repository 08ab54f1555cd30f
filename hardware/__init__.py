"""What is bolted to the table: documents, drawings, the controller's firmware. Never installed."""
