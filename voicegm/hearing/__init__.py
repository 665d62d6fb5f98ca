"""From samples to timed words: voice activity, utterances, recognisers, and what they heard."""
