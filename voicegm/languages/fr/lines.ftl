# Ce que dit l'arbitre, en français.
# Aucune ligne dite pendant que des cartes sont posées ne nomme un animal ni un mot qui compte.

rank = { $rank ->
    [2] deux
    [3] trois
    [4] quatre
    [5] cinq
    [6] six
    [7] sept
    [8] huit
    [9] neuf
    [T] dix
    [J] valet
    [Q] dame
    [K] roi
   *[A] as
}
suit = { $suit ->
    [C] trèfle
    [D] carreau
    [H] cœur
   *[S] pique
}
# La valeur d'abord, sans article : « la » trahirait une dame avant l'heure.
card = { $rank } de { $suit }

# Avant les cartes. $animal vient avec son article : le renard, la vache, l'ours.
hello = Bonjour. C'est moi l'arbitre.
house-rule-few = { $players ->
    [one] { $players } joueur : c'est une règle de la maison, et c'est très bien.
   *[other] { $players } joueurs : c'est une règle de la maison, et c'est très bien.
}
who-is-who = { $name } est { $animal }.
who-is-who-noise = { $name } est { $animal } : pour prendre ses cartes, dites { $noise }.
sounds-alike = { $first } et { $second } se ressemblent à l'oreille ; je pourrais confondre.
how-to-call = Quand les cartes du dessus de deux piles sont égales, { $start ->
    [after-cue] attendez le tic, puis{" "}
   *[other] {""}
}appelez { $responses ->
    [names] l'animal
   *[other] le cri
} de l'autre.
here-we-go = C'est parti.

# Se préparer à la voix, avant que les cartes soient sorties.
set-up-game = Quel jeu : Animaux, Snap, ou Snip Snap Snorum ?
set-up-game-again = Dites le nom d'un jeu, s'il vous plaît : Animaux, Snap, ou Snip Snap Snorum.
set-up-players = { $game }. Vous êtes combien ?
set-up-players-again = Combien de personnes jouent ? Dites un nombre, s'il vous plaît.
set-up-name-first = Première personne : dis ton nom.
set-up-name-next = À la suivante : ton nom ?
set-up-name-again = Joueur { $number }, comment dois-je t'appeler ?
set-up-name-number = Je t'appelle joueur { $number } ? Dis oui, ou dis ton nom.
set-up-name-short = Seulement ton nom, s'il te plaît : un mot ou deux.
set-up-name-alike = Cela ressemble à { $other }. Dis un autre nom, s'il te plaît, ou un deuxième nom avec.
set-up-name-animal = On dirait un animal. Quel est ton nom ?
set-up-numbered = Alors tu es le joueur { $number }.
set-up-animal = Et ton animal, { $name } ?
set-up-animal-again = { $name }, quel est ton animal ? Par exemple { $one }.
set-up-try = { $animal }. Encore une fois, pour que tout le monde l'entende.
set-up-try-again = Encore une fois, s'il te plaît : { $animal }.
set-up-taken = { $animal }, c'est déjà pris. { $one }, peut-être, ou { $two } ?
set-up-alike = { $animal } ressemble beaucoup à { $other } ; je pourrais vous confondre. { $one }, peut-être, ou { $two } ?
set-up-hard = J'entends mal { $animal }. { $one }, peut-être, ou { $two } ?
set-up-insists = Va pour { $animal }. Je devrai peut-être demander de temps en temps.
set-up-rules = Les règles habituelles ?
set-up-rules-again = On joue avec les règles habituelles ? Dites oui ou non.
set-up-children = Y a-t-il de petits enfants parmi vous ?
set-up-children-again = Des petits enfants jouent-ils ? Dites oui ou non.
set-up-slow = De longues pauses après chaque carte ?
set-up-slow-again = Dois-je attendre plus longtemps après chaque carte ? Dites oui ou non.
set-up-noises = Appelle-t-on les cris des animaux à la place de leurs noms ?
set-up-noises-again = Les cris à la place des noms ? Dites oui ou non.
set-up-real-cards = Voulez-vous retourner de vraies cartes et me les lire ?
set-up-real-cards-again = De vraies cartes à la place des miennes ? Dites oui ou non.
set-up-as-usual = Alors comme d'habitude.
set-up-back = Alors encore une fois.

# Quoi que l'on demande, sans réponse.
ask-unclear = Je n'ai pas compris.
ask-several = Un seul à la fois, s'il vous plaît.
ask-talk = Un mot ou deux suffisent.
ask-confirm = { $word } : c'est bien ça ?
ask-choice = Dites oui quand je nomme le bon.
ask-one = { $word } ?
ask-ready = Dites « Maître du jeu » quand vous êtes prêts.

# L'appel, avant que les cartes soient sorties.
roll-call = D'abord, j'apprends vos voix. Répétez chaque mot après moi, s'il vous plaît.
roll-call-first = { $name }, dites : { $word }.
roll-call-next = { $word }.
roll-call-again = Encore une fois, { $name } : { $word }.
roll-call-hard = Je ne comprends pas toujours { $word }, { $name }. On peut aussi l'écrire.
roll-call-without = Ce n'est rien, { $name }. Je demanderai quand je ne sais pas.
roll-call-without-all = Alors on joue sans cela. Je demanderai qui a appelé.
roll-call-done = Merci. Je connais vos voix, et je les oublie après la partie.

# Pendant le jeu. Les nombres s'accordent : vingt et une cartes.
cards-won = { $cards ->
    [0] zéro carte
    [1] une carte
    [21] vingt et une cartes
    [31] trente et une cartes
    [41] quarante et une cartes
    [51] cinquante et une cartes
   *[other] { $cards } cartes
}
won = { $name } ! { $cards }.
won-brief = { $name } !
tied = En même temps ! Les piles restent.
tied-brief = En même temps !
tied-many = Tous en même temps ! Les piles restent.
tied-many-brief = Tous en même temps !
unclear-twice = Je ne sais toujours pas qui c'était. Les piles restent.
unclear-twice-brief = Les piles restent.
again = J'ai entendu quelqu'un, sans comprendre. Encore une fois, s'il vous plaît.
again-brief = Encore une fois, s'il vous plaît.
who-called = Qui a appelé ?
who-called-again = Qui était-ce ? Dites votre nom, ou votre numéro à la table, ou bien : personne.
who-called-again-brief = Qui était-ce ?
nobody-called = Alors rien ne change. On continue.
taken-back = C'est annulé.
nothing-to-take-back = Il n'y a rien à annuler.
called-off = Je viens de perdre un peu de son. Cette carte ne compte plus.
left = { $name } a quitté le jeu.
early = Attendez le tic.

# De vraies cartes.
real-cards = De vraies cartes, donc. Qui en retourne une la lit à voix haute.
cards-typed = J'entends mal les cartes dans cette langue : écrivez plutôt celle que vous retournez, par exemple 7H.
read-back = { $card }, { $name }.
your-card = { $name }, ta carte ?
which-card = Quelle carte ?
which-rank = Seulement le chiffre, ou la figure : laquelle ?
type-card = Je n'y arrive pas. Lisez-la encore une fois, ou écrivez-la.
card-is-out = { $card } : elle est déjà sortie. Quelle carte ?
rank-is-out = { $card } : il n'y en a plus. Quelle carte ?
how-to-hands = De vraies cartes : distribuez-les toutes, et gardez votre main pour vous. Qui mène dit la carte ; puis je demande à chacun : le cri, ou passe.
nobody-more = Personne n'a plus de { $rank } ?

# Les commandes, à tout moment.
paused = Le jeu attend. Dites « Maître du jeu, on continue », ou appuyez sur une touche.
gone-on = On continue.
slower = Moins vite : comme ceci.
faster = Plus vite : comme ceci.
louder = Plus fort : comme ceci.
quieter = Moins fort : comme ceci.
in-the-lead = { $name } est en tête.
top-is = { $name } : { $card }.
top-none = { $name } : rien.
table-top = Dessus, il y a : { $card }.
table-empty = Rien n'est posé sur la table.
no-hands-here = Personne n'a de cartes en main dans ce jeu.
hand-shown = { $name }, tes cartes sont à l'écran. Les autres détournent les yeux.
hand-nowhere = { $name }, il n'y a pas ici d'écran pour toi seulement.
cards-to-come = Il reste { $cards }.
turn-of = C'est à { $name }.
turn-of-nobody = Ce n'est à personne.
somebody = Quelqu'un
told-nothing = Rien n'a encore été décidé.
told-won = { $name } a appelé en premier ; { $cards }.
told-won-by = { $name } a été plus rapide de { $tenths ->
    [0] zéro dixième
    [1] un dixième
   *[other] { $tenths } dixièmes
} de seconde ; { $cards }.
told-tied = Impossible de savoir qui était avant l'autre : { $names }.
told-void = { $why ->
    [beaten] { $name } a appelé, mais quelqu'un avait été plus rapide.
    [too-late] { $name } a appelé quand la carte suivante était déjà là.
    [no-match] { $name } a appelé, mais il n'y avait rien à gagner.
    [not-in-match] { $name } a appelé, mais n'avait pas de carte égale.
    [own-animal] { $name } a appelé son propre nom, ce qui ne gagne rien.
    [bystander] { $name } a appelé, mais c'était à d'autres d'appeler.
    [before-cue] { $name } a appelé avant le tic.
    [unanswered] Quelqu'un a appelé, et nul n'a dit qui c'était.
    [called-off] { $name } a appelé pour une carte qui ne comptait plus.
   *[other] { $name } a appelé, mais pas ce qui compte ici.
}
told-mistake = { $name } a appelé quand il n'y avait rien à gagner.
told-cry = { $result ->
    [right] { $name } a dit ce qu'il fallait.
    [ignored] { $name } a parlé quand il fallait se taire. Cela ne coûte rien.
   *[missed] { $name } n'a pas dit ce qu'il fallait.
}
told-undone = La dernière décision a été annulée.
undo-cards = Reprendre { $cards } à { $name } ? Dites oui.
undo-last = Annuler la dernière décision ? Dites oui.
left-as-it-is = Alors cela reste ainsi.
stop-sure = On s'arrête ici et on compte ? Dites oui.
who-asks = Qui demande ?
command-which = Oui ? Dites par exemple : pause, le score, répète, ou aide.
command-again = Je n'ai pas compris. On peut aussi l'écrire. On continue.
command-help = Dites « Maître du jeu », puis : pause, on continue, répète, moins vite, plus vite, plus fort, moins fort, annule, ou : on a fini.
command-help-more = Ou demandez : le score, qui a quoi, ma carte du dessus, ma main, combien en reste-t-il, à qui le tour, que s'est-il passé, qui est qui.
command-help-deaf = Pendant que je parle, je n'entends personne : laissez-moi finir d'abord.

# Gentil et juste.
head-start = { $name } a une avance de { $tenths ->
    [0] zéro dixième
    [1] un dixième
   *[other] { $tenths } dixièmes
} de seconde.
no-race = Personne n'a à se presser : seul répond le joueur dont c'est la carte, quand il veut, ou il dit non.
owner-again = { $name }, vois-tu quelque chose ?
owner-waiting = Prends ton temps, { $name }. Dis non, ou écris-le, s'il n'y a rien.
hint = Regardez encore : { $rank } et { $rank } !
hint-pot = Regardez la pile du milieu : { $rank } et { $rank } !

# Snap.
players = À la table : { $names }.
how-to-snap = Quand une carte est égale à celle du dessus d'un autre joueur, { $start ->
    [after-cue] attendez le tic, puis{" "}
   *[other] {""}
}criez Snap. Quand elle est égale à celle du milieu, criez Snap Pot.{ $penalty ->
    [card] {" "}Un cri au mauvais moment coûte une carte.
   *[none] {""}
}
won-piles = { $name } ! { $piles ->
    [1] une pile
   *[other] { $piles } piles
}, { $cards }.
won-piles-brief = { $name } !
tied-pot = En même temps ! Elles vont au milieu.
tied-pot-brief = En même temps !
unclear-twice-pot = Je ne sais toujours pas qui c'était. Elles vont au milieu.
unclear-twice-pot-brief = Elles vont au milieu.
wrong-phrase = Il y a un pot : il faut dire les mots en entier !
no-pot = Il n'y a pas de pot de cette valeur.
mistake = Pas de paire, { $name }. Une carte pour { $to }.
mistake-brief = Pas de paire, { $name }.
mistake-free = Pas de paire, { $name }.
out = { $name } n'a plus de cartes.
out-for-now = { $name } n'a plus de cartes, et peut en regagner.

# Snip Snap Snorum.
how-to-snip-rank = Qui mène dit une carte. Je nomme qui tient la suivante de cette valeur.
how-to-snip-suit = Qui mène dit une carte. Je nomme qui tient la suivante de cette couleur.
how-to-cry-snip = On la pose en criant : Snip avec la deuxième, Snap avec la troisième, Snorum avec la quatrième. Qui n'a plus de carte a gagné.
how-to-cry-coventry = On la pose avec un vers : un aussi bon que lui ; le meilleur des trois ; le comte de Coventry. Qui n'a plus de carte a gagné.
how-to-cry-silent = On dit la carte que l'on pose. Qui n'a plus de carte a gagné.
lead-first = { $name }, à toi de mener. N'importe quelle carte.
lead-next = { $name } mène ensuite.
lead-again = { $name }, quelle carte mènes-tu ?
lead-unclear = Encore une fois, { $name } : quelle carte ?
lead-waiting = Prends ton temps, { $name }.
lead-in-silence = La première carte se pose en silence, il suffit de la nommer.
your-turn = { $name }.
cry-missing = { $name }, que dit-on ?
cry-unclear = Encore une fois, { $name } ?
card-missing = { $name }, ta carte ?
card-unclear = Encore une fois, { $name } : quelle carte ?
card-or-pass = { $name }, poses-tu une carte ?
laid = { $card }.
cried = { $cry } !
cry-forgotten = C'est { $cry }, { $name }.
cry-corrected = Presque, { $name } : c'est { $cry }.
cry-costs-token = Cela fait un jeton pour le pot.
cry-costs-card = Une carte revient à { $name }.
passed = rien de { $names }
passed-for-tokens = Rien de { $names } : { $count ->
    [1] un jeton pour le pot.
   *[other] { $count } jetons pour le pot.
}
not-your-turn = Pas encore, { $name } : d'abord { $turn }.
not-held = Cette carte n'est pas dans ta main, { $name }.
wrong-rank = Cette carte ne va pas, { $name }. Elle retourne en main.
must-play = Regarde encore, { $name }.
round-won = { $name } n'a plus de carte et gagne la manche !
next-round = Manche suivante. { $name } donne.
tie-break = { $names } sont à égalité : encore une manche pour les départager.
tokens = { $tokens ->
    [0] zéro jeton
    [1] un jeton
   *[other] { $tokens } jetons
}
count-tokens = { $name } : { $tokens }.
out-of-tokens = { $name } n'a plus de jetons.
rounds-over = C'est la fin.

# L'entraînement.
practice-hello = Bonjour, { $name }. Apprenons cela. Je dis un mot, puis c'est ton tour.
practice-remembered = La dernière fois, ceci était difficile : { $words }. On y revient.
practice-say = Je dis : { $word }.
practice-now = Maintenant ceci : { $word }.
practice-easy = Et ceci : { $word }.
practice-your-turn = À toi : { $word }.
practice-nearly = Presque ! Écoute : { $word }.
practice-slowly = Encore une fois, lentement : { $word }.
practice-silent = Je ne t'entends pas encore. Un peu plus fort, s'il te plaît, ou quelqu'un écrit oui pour toi. { $word }.
practice-praise-1 = C'est ça !
practice-praise-2 = Magnifique !
practice-praise-3 = Bien joué !
practice-praise-4 = Exactement !
practice-together = Disons-le ensemble : { $word } !
practice-together-done = Bien dit, nous tous.
practice-later = On revient à celui-là. D'abord un mot que tu connais.
practice-back = Encore l'autre : { $word }.
practice-got-it = Maintenant tu le sais !
practice-from-memory = Et maintenant sans mon aide.
practice-when-animal = Les cartes sont à { $name }. Pour les gagner, on appelle…
practice-when-noise = { $name } est { $animal }, et fait…
practice-hand = { $name }, tes cartes : { $cards }.
practice-when-pair = Des piles montrent la même carte. On crie…
practice-when-pot = Une carte est la même que celle du milieu. On crie…
practice-when-second = La deuxième carte pareille. On crie…
practice-when-third = La troisième…
practice-when-fourth = Et la dernière…
practice-game = Maintenant un petit jeu. { $names } jouent avec toi, sans se presser.
practice-last = Bien joué ! Pour finir, encore une fois : { $word }.
practice-last-word = Pour finir, encore une fois : { $word }.
practice-next-time = La prochaine fois on regarde encore ceci : { $words }.
practice-bye = C'était très bien. À bientôt, { $name } !

# Pour les yeux d'un seul joueur.
how-to-hand = Tapez « hand » et votre nom pour voir vos cartes pendant que les autres regardent ailleurs ; « clear » les efface de l'écran.
no-hand = pas de cartes
tip-most = Mène { $rank ->
    [dame] la dame : c'est d'elle que tu tiens le plus
    [as] l'as : c'est de lui que tu tiens le plus
   *[other] le { $rank } : c'est de lui que tu tiens le plus
}
tip-free-run = Mène { $rank ->
    [dame] la dame : toutes sont à toi
    [as] l'as : tous sont à toi
   *[other] le { $rank } : tous sont à toi
}
tip-dead-lead = Personne d'autre n'a plus { $rank ->
    [as] d'as
   *[other] de { $rank }
}

# Les pannes et leur fin.
microphone-lost = Je n'entends plus le micro. La partie est en sûreté et attend. Rebranchez-le, ou appuyez sur Contrôle et C pour arrêter.
microphone-back = Vous revoilà. On continue.
microphone-silent = Le micro ne me donne que du silence. Est-il coupé ?

# Un micro qui n'est pas comme il faut.
whose-microphone = Le micro devant { $name }
numbered-microphone = Le micro numéro { $count }
channel-gone = { $name } a disparu. Rebranchez-le, et parlez fort en attendant.
channel-silent = { $name } ne me donne que du silence. Est-il coupé ?
channel-clipped = { $name } est réglé trop fort. Baissez son niveau, s'il vous plaît.
channel-loud = { $name } est bien plus fort que les autres. Baissez son niveau, s'il vous plaît.
channel-same = { $name } me donne le même son que { $to }. Donnez à chacun son propre canal.
channel-back = { $name } marche de nouveau.
channels-shared = D'ici là, il se peut que je demande qui c'était.

# À qui est quel microphone.
walk-hello = Je veux savoir à qui est quel microphone. Quand je vous nomme, dites votre mot une fois.
walk-word = { $name }, dites : { $animal }.
walk-again = Je n'ai pas entendu { $name }. Encore une fois, s'il vous plaît.
walk-done = Merci. Maintenant je reconnais tout le monde à son microphone.
walk-unclear = Merci. Tout n'est pas clair ; regardez l'écran, s'il vous plaît.

# La fin.
last-card = C'était la dernière carte.
stopped = Alors on s'arrête là.
count = { $name } : { $cards }.
winner = { $name } gagne !
winners = { $names } partagent la victoire !
and = { $first } et { $last }
recording-over = L'enregistrement est terminé.
