"""What people take home: lists, tables, pictures and certificates of an evening."""
