"""How the small ear is taught: synthetic voices, spoiled as a room and a microphone spoil them."""
