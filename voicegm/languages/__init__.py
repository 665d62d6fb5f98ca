"""What is said in each language: the words listened for and the referee's lines, as data."""
