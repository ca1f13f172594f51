"""Where tables are stored: database, schema, rows, migrations, backup, change notices."""
