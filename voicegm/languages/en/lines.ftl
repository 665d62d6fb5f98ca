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
how-to-call = When two top cards are equal, { $start ->
    [after-cue] wait for the tick, then{" "}
   *[other] {""}
}call the other player's { $responses ->
    [names] animal
   *[other] noise
}.
here-we-go = Here we go.

# Setting up by voice, before the cards are out.
set-up-game = Which game: Animals, Snap, or Snip Snap Snorum?
set-up-game-again = Say the name of a game, please: Animals, Snap, or Snip Snap Snorum.
set-up-players = { $game }. How many of you?
set-up-players-again = How many people play? Say a number, please.
set-up-name-first = First player: say your name.
set-up-name-next = Next: your name?
set-up-name-again = Player { $number }, what shall I call you?
set-up-name-number = Shall I call you player { $number }? Say yes, or say your name.
set-up-name-short = Only your name, please: a word or two.
set-up-name-alike = That sounds like { $other }. Say another name, please, or a second name with it.
set-up-name-animal = That sounds like an animal. What is your name?
set-up-numbered = Then you are player { $number }.
set-up-animal = And your animal, { $name }?
set-up-animal-again = { $name }, which animal are you? { $one }, perhaps?
set-up-try = { $animal }. Once more, so that everyone hears it.
set-up-try-again = Once more, please: { $animal }.
set-up-taken = { $animal } is taken. { $one }, perhaps, or { $two }?
set-up-alike = { $animal } sounds a lot like { $other }; I might mix you up. { $one }, perhaps, or { $two }?
set-up-hard = I have trouble hearing { $animal }. { $one }, perhaps, or { $two }?
set-up-insists = { $animal } it is. I may have to ask now and then.
set-up-rules = Usual rules?
set-up-rules-again = Shall we play by the usual rules? Say yes or no.
set-up-children = Are there small children among you?
set-up-children-again = Do small children play? Say yes or no.
set-up-slow = Long pauses after each card?
set-up-slow-again = Shall I wait longer after each card? Say yes or no.
set-up-noises = Shall we call the animals' noises in place of their names?
set-up-noises-again = Noises in place of names? Say yes or no.
set-up-real-cards = Will you turn real cards of your own and read them out to me?
set-up-real-cards-again = Real cards in place of mine? Say yes or no.
set-up-as-usual = Then as usual.
set-up-back = Once more, then.

# Whatever is asked, and not answered.
ask-unclear = I did not get that.
ask-several = One at a time, please.
ask-talk = A word or two is enough.
ask-confirm = { $word }: is that right?
ask-choice = Say yes when I name the right one.
ask-one = { $word }?
ask-ready = Say “Game master” when you are ready.

# The roll call, before the cards are out.
roll-call = First I get to know your voices. Please say each word after me.
roll-call-first = { $name }, say: { $word }.
roll-call-next = { $word }.
roll-call-again = Once more, { $name }: { $word }.
roll-call-hard = I may miss { $word }, { $name }. You can also type it.
roll-call-without = Never mind, { $name }. I will ask when I do not know.
roll-call-without-all = Then we play without. I will ask who called.
roll-call-done = Thank you. Now I know your voices, and forget them after the game.

# While cards are out.
cards-won = { $cards ->
    [one] one card
   *[other] { $cards } cards
}
won = { $name }! { $cards }.
won-brief = { $name }!
tied = Both at once! The piles stay.
tied-brief = Both at once!
tied-many = All at once! The piles stay.
tied-many-brief = All at once!
unclear-twice = I still could not tell who it was. The piles stay.
unclear-twice-brief = The piles stay.
again = I heard somebody and did not understand. Once more, please.
again-brief = Once more, please.
who-called = Who called?
who-called-again = Who was it? Say your name, or your number at the table, or: nobody.
who-called-again-brief = Who was it?
nobody-called = Then nothing happens. On we go.
taken-back = Taken back.
nothing-to-take-back = There is nothing to take back.
called-off = I lost some sound just then. That card has no effect.
left = { $name } has left the game.
early = Wait for the tick.

# Real cards.
real-cards = Real cards, then. Whoever turns one reads it out.
cards-typed = I don't hear cards well in this language: please type the one you turn, as in 7H.
read-back = { $card }, { $name }.
your-card = { $name }, your card?
which-card = Which card?
which-rank = Just the number, or the picture: which one?
type-card = I can't make it out. Read it once more, or type it.
card-is-out = The { $card } is out already: which card?
rank-is-out = Every { $card } is out already: which card?
how-to-hands = Real cards: deal them all, and keep your hands to yourselves. Whoever leads says the card; then I ask one after another: the cry, or pass.
nobody-more = Nobody has another { $rank }?

# Commands, at any moment.
paused = The game is paused. Say “Game master, go on”, or press any key.
gone-on = On we go.
slower = Slower: like this.
faster = Faster: like this.
louder = Louder: like this.
quieter = Quieter: like this.
in-the-lead = { $name } is in the lead.
top-is = { $name }: { $card }.
top-none = { $name }: nothing.
table-top = On top lies the { $card }.
table-empty = Nothing lies on the table.
no-hands-here = Nobody holds cards in this game.
hand-shown = { $name }, your cards are on the screen. The others look away.
hand-nowhere = { $name }, there is no screen here for your eyes alone.
cards-to-come = { $cards } to come.
turn-of = It is { $name }'s turn.
turn-of-nobody = It is nobody's turn.
somebody = Somebody
told-nothing = Nothing has been decided yet.
told-won = { $name } called first; { $cards }.
told-won-by = { $name } was first by { $tenths ->
    [one] one tenth
   *[other] { $tenths } tenths
} of a second; { $cards }.
told-tied = { $names } could not be told apart.
told-void = { $why ->
    [beaten] { $name } called, but somebody had been first.
    [too-late] { $name } called when the next card lay out already.
    [no-match] { $name } called, but there was nothing to win.
    [not-in-match] { $name } called, but had no card like it.
    [own-animal] { $name } called the own name, which wins nothing.
    [bystander] { $name } called, but it was for others to call.
    [before-cue] { $name } called before the tick.
    [unanswered] Somebody called, and nobody has said who it was.
    [called-off] { $name } called for a card that had no effect.
   *[other] { $name } called, but not what counts here.
}
told-mistake = { $name } called when there was nothing to win.
told-cry = { $result ->
    [right] { $name } said what was due.
    [ignored] { $name } spoke where nothing was due. It costs nothing.
   *[missed] { $name } did not say what was due.
}
told-undone = The last decision was taken back.
undo-cards = Take back { $cards } from { $name }? Say yes.
undo-last = Take back the last decision? Say yes.
left-as-it-is = Then it stays as it is.
stop-sure = Shall we stop here and count? Say yes.
who-asks = Who is asking?
command-which = Yes? Say pause, score, repeat, or help, for example.
command-again = I did not get that. You can also type it. On we go.
command-help = Say “Game master”, and then: pause, go on, repeat, slower, faster, louder, quieter, undo, or: we are done.
command-help-more = Or ask: what's the score? Whose top is what? My top card? My hand? How many left? Whose turn? What happened? Who is who?
command-help-deaf = While I speak I hear nobody, so let me finish first.

# Kind and fair.
head-start = { $name } has a head start of { $tenths ->
    [one] one tenth
   *[other] { $tenths } tenths
} of a second.
no-race = Nobody has to hurry: only the player whose card it is answers, in any time, or says no.
owner-again = { $name }, do you see something?
owner-waiting = Take your time, { $name }. Say no, or type it, if there is nothing.
hint = Look once more: { $rank } and { $rank }!
hint-pot = Look at the pile in the middle: { $rank } and { $rank }!

# Snap.
players = Playing are { $names }.
how-to-snap = When a card equals another player's top card, { $start ->
    [after-cue] wait for the tick, then{" "}
   *[other] {""}
}call Snap. When it equals the pot in the middle, call Snap Pot.{ $penalty ->
    [card] {" "}A call at the wrong moment costs a card.
   *[none] {""}
}
won-piles = { $name }! { $piles ->
    [one] one pile
   *[other] { $piles } piles
}, { $cards }.
won-piles-brief = { $name }!
tied-pot = Both at once! They go to the middle.
tied-pot-brief = Both at once!
unclear-twice-pot = I still could not tell who it was. They go to the middle.
unclear-twice-pot-brief = They go to the middle.
wrong-phrase = There is a pot: say both words!
no-pot = There is no pot of that rank.
mistake = No pair, { $name }. One card to { $to }.
mistake-free = No pair, { $name }.
mistake-brief = No pair, { $name }.
out = { $name } has no cards left.
out-for-now = { $name } has no cards left, and can win some back.

# Snip Snap Snorum.
how-to-snip-rank = Whoever leads says a card. I name who holds the next one of that rank.
how-to-snip-suit = Whoever leads says a card. I name who holds the next one of that suit.
how-to-cry-snip = You lay it and cry: Snip with the second, Snap with the third, Snorum with the fourth. Whoever has no card left has won.
how-to-cry-coventry = You lay it with a line: one as good as he; the best of all the three; the Earl of Coventry. Whoever has no card left has won.
how-to-cry-silent = You say which card you lay. Whoever has no card left has won.
lead-first = { $name }, you start. Any card.
lead-next = { $name } starts the next.
lead-again = { $name }, which card do you lead?
lead-unclear = Once more, { $name }: which card?
lead-waiting = Take your time, { $name }.
lead-in-silence = The first card needs no word, only its name.
your-turn = { $name }.
cry-missing = { $name }, what do we say?
cry-unclear = Once more, { $name }?
card-missing = { $name }, your card?
card-unclear = Once more, { $name }: which card?
card-or-pass = { $name }, do you lay a card?
laid = { $card }.
cried = { $cry }!
cry-forgotten = { $cry } it is, { $name }.
cry-corrected = Nearly, { $name }: { $cry } it is.
cry-costs-token = That is a token for the pot.
cry-costs-card = A card goes back to { $name }.
passed = nothing from { $names }
passed-for-tokens = Nothing from { $names }: { $count ->
    [one] a token for the pot.
   *[other] { $count } tokens for the pot.
}
not-your-turn = Not yet, { $name }: first { $turn }.
not-held = You do not hold that card, { $name }.
wrong-rank = That card does not follow, { $name }. It goes back.
must-play = Look again, { $name }.
round-won = { $name } has no card left and wins the round!
next-round = Next round. { $name } deals.
tie-break = { $names } are level: one more round between them.
tokens = { $tokens ->
    [one] one token
   *[other] { $tokens } tokens
}
count-tokens = { $name }: { $tokens }.
out-of-tokens = { $name } has no tokens left.
rounds-over = That is the end.

# For one player's eyes alone.
how-to-hand = Type “hand” and your name to see your cards while the others look away; “clear” wipes them off the screen.
no-hand = no cards
tip-most = Lead the { $rank }: you hold most of it
tip-free-run = Lead the { $rank }: all of it is yours
tip-dead-lead = Nobody else has a { $rank } any more

# Practice.
practice-hello = Hello, { $name }. Let's learn it. I say a word, and then it is your turn.
practice-remembered = Last time this was hard: { $words }. We come back to that.
practice-say = I say: { $word }.
practice-now = Now this: { $word }.
practice-easy = And this: { $word }.
practice-your-turn = Now you: { $word }.
practice-nearly = Nearly! Listen: { $word }.
practice-slowly = Once more, slowly: { $word }.
practice-silent = I can't hear you yet. A bit louder, please, or somebody types yes for you. { $word }.
practice-praise-1 = That's it!
practice-praise-2 = Lovely!
practice-praise-3 = Well done!
practice-praise-4 = Just so!
practice-together = Let's say it together: { $word }!
practice-together-done = Well said, all of us.
practice-later = We come back to that one. First one that you know.
practice-back = That other one again: { $word }.
practice-got-it = Now you have got it!
practice-from-memory = And now without my help.
practice-when-animal = To win { $name }'s cards, we call…
practice-when-noise = { $name } is the { $animal }, and goes…
practice-when-pair = Your card is the same as another one. We call…
practice-when-pot = A card is the same as the one in the middle. We call…
practice-when-second = The second card that is the same. We cry…
practice-when-third = The third one…
practice-when-fourth = And the last one…
practice-game = Now a little game. { $names } play with you, and take their time.
practice-hand = { $name }, your cards: { $cards }.
practice-last = Well played! To finish, once more: { $word }.
practice-last-word = To finish, once more: { $word }.
practice-next-time = Next time we look at this again: { $words }.
practice-bye = That was very good. See you soon, { $name }!

# Faults and their end.
microphone-lost = I can't hear the microphone any more. The game is safe and waits. Plug it in again, or press Control and C to stop.
microphone-back = There you are. On we go.
microphone-silent = The microphone gives me nothing but silence. Is it muted?

# A microphone that is not as it should be.
whose-microphone = { $name }'s microphone
numbered-microphone = Microphone { $count }
channel-gone = { $name } has gone away. Plug it in again, and speak up until then.
channel-silent = { $name } gives me nothing but silence. Is it muted?
channel-clipped = { $name } is turned up too far. Please turn its level down.
channel-loud = { $name } is much louder than the others. Please turn its level down.
channel-same = { $name } gives me the same sound as { $to }. Give each a channel of its own.
channel-back = { $name } works again.
channels-shared = Until that is mended I may have to ask who it was.

# Whose microphone is which.
walk-hello = I want to know whose microphone is which. When I name you, say your word once.
walk-word = { $name }, say: { $animal }.
walk-again = I did not hear { $name }. Once more, please.
walk-done = Thank you. Now I know everybody by the microphone.
walk-unclear = Thank you. Not all of it is clear; please look at the screen.

# The end.
last-card = That was the last card.
stopped = Then we stop here.
count = { $name }: { $cards }.
winner = { $name } wins!
winners = { $names } share the victory!
and = { $first } and { $last }
recording-over = The recording is over.
