"""The one room that knows the others: a game at a table, from sound to ruling and back."""
