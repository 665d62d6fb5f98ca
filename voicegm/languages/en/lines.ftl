# What the referee says, in English.
# No line that is spoken while cards are out may name an animal or hold a word that counts.

rank = { $rank ->
    [2] two
    [3] three
    [4] four
    [5] five
    [6] six
    [7] seven
    [8] eight
    [9] nine
    [T] ten
    [J] jack
    [Q] queen
    [K] king
   *[A] ace
}
suit = { $suit ->
    [C] clubs
    [D] diamonds
    [H] hearts
   *[S] spades
}
card = { $rank } of { $suit }

# Before the cards are out.
hello = Hello. I'm the game master.
house-rule-few = { $players ->
    [one] { $players } player: that is a house rule of ours, and fine.
   *[other] { $players } players: that is a house rule of ours, and fine.
}
who-is-who = { $name } is the { $animal }.
who-is-who-noise = { $name } is the { $animal }: to win { $name }'s cards, say { $noise }.
sounds-alike = { $first } and { $second } sound alike; I might mix them up.
how-to-call = When two top cards are equal, wait for the tick, then call the other player's { $responses ->
    [names] animal
   *[other] noise
}.
here-we-go = Here we go.

# While cards are out.
cards-won = { $cards ->
    [one] one card
   *[other] { $cards } cards
}
won = { $name }! { $cards }.
tied = Both at once! The piles stay.
tied-many = All at once! The piles stay.
again = I heard somebody and did not understand. Once more, please.
who-called = Who called?
who-called-again = Who was it? Say your name, or your number at the table, or: nobody.
nobody-called = Then nothing happens. On we go.
taken-back = Taken back.
nothing-to-take-back = There is nothing to take back.
called-off = I lost some sound just then. That card has no effect.
left = { $name } has left the game.
early = Wait for the tick.

# Snap.
players = Playing are { $names }.
how-to-snap = When a card equals another player's top card, wait for the tick, then call Snap. When it equals the pot in the middle, call Snap Pot.{ $penalty ->
    [card] {" "}A call at the wrong moment costs a card.
   *[none] {""}
}
won-piles = { $name }! { $piles ->
    [one] one pile
   *[other] { $piles } piles
}, { $cards }.
tied-pot = Both at once! They go to the middle.
wrong-phrase = There is a pot: say both words!
no-pot = There is no pot of that rank.
mistake = No pair, { $name }. One card to { $to }.
mistake-free = No pair, { $name }.
out = { $name } has no cards left.

# Faults and their end.
microphone-lost = I can't hear the microphone any more. The game is safe and waits. Plug it in again, or press Control and C to stop.
microphone-back = There you are. On we go.
microphone-silent = The microphone gives me nothing but silence. Is it muted?

# The end.
last-card = That was the last card.
stopped = Then we stop here.
count = { $name }: { $cards }.
winner = { $name } wins!
winners = { $names } share the victory!
and = { $first } and { $last }
recording-over = The recording is over.
