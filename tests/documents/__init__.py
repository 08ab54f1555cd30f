"""What the documents are made of: drawings and the site, each by a command."""
