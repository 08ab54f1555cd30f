"""Every sentence the program says, in both languages; a module an area."""
