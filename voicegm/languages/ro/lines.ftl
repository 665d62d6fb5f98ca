# Ce spune arbitrul, în română.
# Niciun rând spus cât timp sunt cărți pe masă nu numește un animal și nu conține un cuvânt care contează.

# Figurile se articulează („dama de pică”), numerele nu („șapte de cupă”).
rank = { $rank ->
    [2] doi
    [3] trei
    [4] patru
    [5] cinci
    [6] șase
    [7] șapte
    [8] opt
    [9] nouă
    [T] zece
    [J] valetul
    [Q] dama
    [K] regele
   *[A] asul
}
suit = { $suit ->
    [C] treflă
    [D] caro
    [H] cupă
   *[S] pică
}
card = { $rank } de { $suit }

# Înainte de cărți. $animal vine articulat: vulpea, lupul, oaia.
hello = Bună! Eu sunt arbitrul.
house-rule-few = { $players ->
    [one] Un jucător: este o regulă a casei, și e bine așa.
    [few] { $players } jucători: este o regulă a casei, și e bine așa.
   *[other] { $players } de jucători: este o regulă a casei, și e bine așa.
}
who-is-who = { $name } este { $animal }.
who-is-who-noise = { $name } este { $animal }: ca să câștigi cărțile sale, spune { $noise }.
sounds-alike = { $first } și { $second } sună asemănător; le-aș putea încurca.
how-to-call = Când cărțile de deasupra a două teancuri sunt egale, { $start ->
    [after-cue] așteptați ticul, apoi{" "}
   *[other] {""}
}strigați { $responses ->
    [names] animalul
   *[other] sunetul
} celuilalt jucător.
here-we-go = Începem.

# Pregătirea prin voce, înainte de a ieși cărțile.
set-up-game = Ce joc: Animale, Snap sau Snip Snap Snorum?
set-up-game-again = Spuneți numele unui joc, vă rog: Animale, Snap sau Snip Snap Snorum.
set-up-players = { $game }. Câți sunteți?
set-up-players-again = Câte persoane joacă? Spuneți un număr, vă rog.
set-up-name-first = Prima persoană: spune-ți numele.
set-up-name-next = Urmează: numele tău?
set-up-name-again = Jucătorul { $number }, cum să-ți spun?
set-up-name-number = Să-ți spun jucătorul { $number }? Spune da, sau spune-ți numele.
set-up-name-short = Doar numele tău, te rog: un cuvânt sau două.
set-up-name-alike = Sună ca { $other }. Spune alt nume, te rog, sau încă unul pe lângă el.
set-up-name-animal = Sună ca un animal. Cum te cheamă?
set-up-numbered = Atunci ești jucătorul { $number }.
set-up-animal = Și animalul tău, { $name }?
set-up-animal-again = { $name }, ce animal ești? De exemplu { $one }.
set-up-try = { $animal }. Încă o dată, ca să audă toți.
set-up-try-again = Încă o dată, te rog: { $animal }.
set-up-taken = { $animal } e luat deja. Poate { $one } sau { $two }?
set-up-alike = { $animal } sună foarte asemănător cu { $other }; v-aș putea încurca. Poate { $one } sau { $two }?
set-up-hard = Aud greu { $animal }. Poate { $one } sau { $two }?
set-up-insists = Fie { $animal }. S-ar putea să mai întreb din când în când.
set-up-rules = Regulile obișnuite?
set-up-rules-again = Jucăm după regulile obișnuite? Spuneți da sau nu.
set-up-children = Sunt copii mici printre voi?
set-up-children-again = Joacă și copii mici? Spuneți da sau nu.
set-up-slow = Pauze lungi după fiecare carte?
set-up-slow-again = Să aștept mai mult după fiecare carte? Spuneți da sau nu.
set-up-noises = Strigăm sunetele animalelor în locul numelor lor?
set-up-noises-again = Sunete în locul numelor? Spuneți da sau nu.
set-up-real-cards = Vreți să întoarceți cărți adevărate și să mi le citiți?
set-up-real-cards-again = Cărți adevărate în locul celor ale mele? Spuneți da sau nu.
set-up-as-usual = Atunci ca de obicei.
set-up-back = Atunci încă o dată.

# Orice s-ar întreba, fără răspuns.
ask-unclear = Nu am înțeles.
ask-several = Pe rând, vă rog.
ask-talk = Ajung un cuvânt sau două.
ask-confirm = { $word }: așa e?
ask-choice = Spuneți da când îl numesc pe cel bun.
ask-one = { $word }?
ask-ready = Spuneți „Maestrul jocului” când sunteți gata.

# Apelul, înainte de a fi cărți pe masă.
roll-call = Întâi vă învăț vocile. Repetați fiecare cuvânt după mine, vă rog.
roll-call-first = { $name }, spune: { $word }.
roll-call-next = { $word }.
roll-call-again = Încă o dată, { $name }: { $word }.
roll-call-hard = Nu înțeleg întotdeauna { $word }, { $name }. Se poate și scrie.
roll-call-without = Nu-i nimic, { $name }. Întreb când nu știu.
roll-call-without-all = Atunci jucăm fără. Întreb cine a strigat.
roll-call-done = Mulțumesc. Vă cunosc vocile, și le uit după joc.

# Cât timp sunt cărți pe masă. Numeralele se acordă: două cărți, douăsprezece, douăzeci și una de cărți.
cards-won = { $cards ->
    [1] o carte
    [2] două cărți
    [12] douăsprezece cărți
    [21] douăzeci și una de cărți
    [22] douăzeci și două de cărți
    [31] treizeci și una de cărți
    [32] treizeci și două de cărți
    [41] patruzeci și una de cărți
    [42] patruzeci și două de cărți
    [51] cincizeci și una de cărți
    [52] cincizeci și două de cărți
    [few] { $cards } cărți
   *[other] { $cards } de cărți
}
won = { $name }! { $cards }.
won-brief = { $name }!
tied = În același timp! Teancurile rămân.
tied-brief = În același timp!
tied-many = Toți deodată! Teancurile rămân.
tied-many-brief = Toți deodată!
unclear-twice = Tot nu știu cine a fost. Teancurile rămân.
unclear-twice-brief = Teancurile rămân.
again = Am auzit pe cineva și n-am înțeles. Încă o dată, vă rog.
again-brief = Încă o dată, vă rog.
who-called = Cine a strigat?
who-called-again = Cine a fost? Spune-ți numele, sau numărul de la masă, sau: nimeni.
who-called-again-brief = Cine a fost?
nobody-called = Atunci nu se schimbă nimic. Mergem mai departe.
taken-back = S-a anulat.
nothing-to-take-back = Nu este nimic de anulat.
called-off = Am pierdut puțin sunet. Cartea aceasta nu mai contează.
left = { $name } a ieșit din joc.
early = Așteptați ticul.

# Cărți adevărate.
real-cards = Cărți adevărate, deci. Cine întoarce una o citește cu voce tare.
cards-typed = În limba aceasta nu aud bine cărțile: scrieți-o, vă rog, pe cea întoarsă, de exemplu 7H.
read-back = { $card }, { $name }.
your-card = { $name }, cartea ta?
which-card = Ce carte?
which-rank = Doar numărul, sau figura: care?
type-card = Nu reușesc. Citiți-o încă o dată, sau scrieți-o.
card-is-out = { $card }: a ieșit deja. Ce carte?
rank-is-out = { $card }: nu mai este niciuna. Ce carte?
how-to-hands = Cărți adevărate: împărțiți-le pe toate, și țineți-vă mâna pentru voi. Cine începe spune cartea; apoi întreb pe rând: strigătul, sau pas.
nobody-more = Nimeni nu mai are { $rank }?

# Comenzile, oricând.
paused = Jocul așteaptă. Spuneți „Maestrul jocului, mai departe”, sau apăsați o tastă.
gone-on = Mergem mai departe.
slower = Mai încet: așa.
faster = Mai repede: așa.
louder = Mai tare: așa.
quieter = Mai liniștit: așa.
in-the-lead = { $name } conduce.
top-is = { $name }: { $card }.
top-none = { $name }: nimic.
table-top = Deasupra este { $card }.
table-empty = Nu este nimic pe masă.
no-hands-here = Nimeni nu ține cărți în mână în jocul acesta.
hand-shown = { $name }, cărțile tale sunt pe ecran. Ceilalți privesc în altă parte.
hand-nowhere = { $name }, nu este aici un ecran numai pentru tine.
cards-to-come = Au mai rămas { $cards }.
turn-of = Urmează { $name }.
turn-of-nobody = Nu urmează nimeni.
somebody = Cineva
told-nothing = Nu s-a hotărât încă nimic.
told-won = { $name } a strigat înaintea tuturor; { $cards }.
told-won-by = { $name } a fost înainte cu { $tenths ->
    [1] o zecime
    [2] două zecimi
    [12] douăsprezece zecimi
    [few] { $tenths } zecimi
   *[other] { $tenths } de zecimi
} de secundă; { $cards }.
told-tied = Nu s-a putut deosebi cine a fost înainte: { $names }.
told-void = { $why ->
    [beaten] { $name } a strigat, dar cineva fusese mai repede.
    [too-late] { $name } a strigat când era deja pe masă cartea următoare.
    [no-match] { $name } a strigat, dar nu era nimic de câștigat.
    [not-in-match] { $name } a strigat, dar nu avea o carte la fel.
    [own-animal] { $name } a strigat numele propriu, care nu câștigă nimic.
    [bystander] { $name } a strigat, dar era rândul altora.
    [before-cue] { $name } a strigat înainte de tic.
    [unanswered] Cineva a strigat, și nu s-a spus cine a fost.
    [called-off] { $name } a strigat pentru o carte care nu mai conta.
   *[other] { $name } a strigat, dar nu ce contează aici.
}
told-mistake = { $name } a strigat când nu era nimic de câștigat.
told-cry = { $result ->
    [right] { $name } a spus ce trebuia.
    [ignored] { $name } a vorbit când trebuia să tacă. Nu costă nimic.
   *[missed] { $name } nu a spus ce trebuia.
}
told-undone = Ultima hotărâre a fost anulată.
undo-cards = Luăm înapoi { $cards } de la { $name }? Spuneți da.
undo-last = Anulăm ultima hotărâre? Spuneți da.
left-as-it-is = Atunci rămâne așa.
stop-sure = Ne oprim aici și numărăm? Spuneți da.
who-asks = Cine întreabă?
command-which = Da? Spuneți de exemplu: pauză, scorul, repetă, sau ajutor.
command-again = Nu am înțeles. Se poate și scrie. Mergem mai departe.
command-help = Spuneți „Maestrul jocului”, și apoi: pauză, mai departe, repetă, mai încet, mai repede, mai tare, mai liniștit, anulează, sau: am terminat.
command-help-more = Sau întrebați: scorul, cine ce are, cartea mea de sus, mâna mea, câte au rămas, cine urmează, ce s-a întâmplat, cine este cine.
command-help-deaf = Cât vorbesc nu aud pe nimeni, așa că lăsați-mă întâi să termin.

# Blând și drept.
head-start = { $name } are un avans de { $tenths ->
    [1] o zecime
    [2] două zecimi
    [12] douăsprezece zecimi
    [few] { $tenths } zecimi
   *[other] { $tenths } de zecimi
} de secundă.
no-race = Nimeni nu trebuie să se grăbească: răspunde numai jucătorul a cărui carte este, oricând, sau spune nu.
owner-again = { $name }, vezi ceva?
owner-waiting = Nu te grăbi, { $name }. Spune nu, sau scrie, dacă nu este nimic.
hint = Mai uitați-vă o dată: { $rank } și { $rank }!
hint-pot = Uitați-vă la teancul din mijloc: { $rank } și { $rank }!

# Snap.
players = La masă: { $names }.
how-to-snap = Când o carte este egală cu cea de deasupra altui jucător, { $start ->
    [after-cue] așteptați ticul, apoi{" "}
   *[other] {""}
}strigați Snap. Când este egală cu cea din mijloc, strigați Snap Pot.{ $penalty ->
    [card] {" "}O strigare la momentul nepotrivit costă o carte.
   *[none] {""}
}
won-piles = { $name }! { $piles ->
    [1] un teanc
    [2] două teancuri
    [12] douăsprezece teancuri
    [few] { $piles } teancuri
   *[other] { $piles } de teancuri
}, { $cards }.
won-piles-brief = { $name }!
tied-pot = În același timp! Merg la mijloc.
tied-pot-brief = În același timp!
unclear-twice-pot = Tot nu știu cine a fost. Merg la mijloc.
unclear-twice-pot-brief = Merg la mijloc.
wrong-phrase = Este un teanc la mijloc: spuneți cuvintele întregi!
no-pot = Nu este niciun teanc de valoarea aceasta la mijloc.
mistake = Nicio pereche, { $name }. O carte pentru { $to }.
mistake-brief = Nicio pereche, { $name }.
mistake-free = Nicio pereche, { $name }.
out = { $name } nu mai are cărți.
out-for-now = { $name } nu mai are cărți, și poate câștiga altele.

# Snip Snap Snorum.
how-to-snip-rank = Cine începe spune o carte. Eu spun cine are următoarea de aceeași valoare.
how-to-snip-suit = Cine începe spune o carte. Eu spun cine are următoarea de aceeași culoare.
how-to-cry-snip = O așezați și strigați: Snip la a doua, Snap la a treia, Snorum la a patra. Cine nu mai are nicio carte a câștigat.
how-to-cry-coventry = O așezați cu un vers: unul la fel de bun; cel mai bun din trei; contele de Coventry. Cine nu mai are nicio carte a câștigat.
how-to-cry-silent = Spuneți cartea pe care o așezați. Cine nu mai are nicio carte a câștigat.
lead-first = { $name }, tu începi. Orice carte.
lead-next = { $name } începe apoi.
lead-again = { $name }, cu ce carte începi?
lead-unclear = Încă o dată, { $name }: ce carte?
lead-waiting = Nu te grăbi, { $name }.
lead-in-silence = Prima carte se așază în liniște, ajunge numele ei.
your-turn = { $name }.
cry-missing = { $name }, ce spunem?
cry-unclear = Încă o dată, { $name }?
card-missing = { $name }, cartea ta?
card-unclear = Încă o dată, { $name }: ce carte?
card-or-pass = { $name }, așezi o carte?
laid = { $card }.
cried = { $cry }!
cry-forgotten = { $cry } era, { $name }.
cry-corrected = Aproape, { $name }: era { $cry }.
cry-costs-token = Este un jeton la mijloc.
cry-costs-card = O carte se întoarce la { $name }.
passed = nimic de la { $names }
passed-for-tokens = Nimic de la { $names }: { $count ->
    [1] un jeton la mijloc.
    [2] două jetoane la mijloc.
    [12] douăsprezece jetoane la mijloc.
    [few] { $count } jetoane la mijloc.
   *[other] { $count } de jetoane la mijloc.
}
not-your-turn = Nu încă, { $name }: mai întâi { $turn }.
not-held = Nu ai cartea aceea, { $name }.
wrong-rank = Cartea aceea nu se potrivește, { $name }. Se întoarce.
must-play = Mai uită-te o dată, { $name }.
round-won = { $name } nu mai are nicio carte și câștigă runda!
next-round = Runda următoare. { $name } împarte.
tie-break = { $names } sunt la egalitate: încă o rundă între ei.
tokens = { $tokens ->
    [1] un jeton
    [2] două jetoane
    [12] douăsprezece jetoane
    [22] douăzeci și două de jetoane
    [32] treizeci și două de jetoane
    [42] patruzeci și două de jetoane
    [52] cincizeci și două de jetoane
    [few] { $tokens } jetoane
   *[other] { $tokens } de jetoane
}
count-tokens = { $name }: { $tokens }.
out-of-tokens = { $name } nu mai are jetoane.
rounds-over = Acesta este sfârșitul.

# Exersarea.
practice-hello = Bună, { $name }. Hai să învățăm. Eu spun un cuvânt, apoi e rândul tău.
practice-remembered = Data trecută a fost greu: { $words }. Revenim la asta.
practice-say = Eu spun: { $word }.
practice-now = Acum asta: { $word }.
practice-easy = Și asta: { $word }.
practice-your-turn = Acum tu: { $word }.
practice-nearly = Aproape! Ascultă: { $word }.
practice-slowly = Încă o dată, încet: { $word }.
practice-silent = Încă nu te aud. Puțin mai tare, te rog, sau cineva scrie da pentru tine. { $word }.
practice-praise-1 = Așa este!
practice-praise-2 = Minunat!
practice-praise-3 = Foarte bine!
practice-praise-4 = Exact așa!
practice-together = Să spunem împreună: { $word }!
practice-together-done = Bine spus, noi toți.
practice-later = Revenim la acesta. Mai întâi unul pe care îl știi.
practice-back = Din nou celălalt: { $word }.
practice-got-it = Acum îl știi!
practice-from-memory = Și acum fără ajutorul meu.
practice-when-animal = Ca să câștigăm cărțile de la { $name }, strigăm…
practice-when-noise = { $name } este { $animal } și face…
practice-hand = { $name }, cărțile tale: { $cards }.
practice-when-pair = Sunt teancuri cu aceeași carte. Strigăm…
practice-when-pot = O carte este la fel ca cea din mijloc. Strigăm…
practice-when-second = A doua carte la fel. Strigăm…
practice-when-third = A treia…
practice-when-fourth = Și ultima…
practice-game = Acum un mic joc. { $names } joacă cu tine, fără grabă.
practice-last = Foarte bine! La sfârșit, încă o dată: { $word }.
practice-last-word = La sfârșit, încă o dată: { $word }.
practice-next-time = Data viitoare ne uităm din nou la asta: { $words }.
practice-bye = A fost foarte bine. Pe curând, { $name }!

# Pentru ochii unui singur jucător.
how-to-hand = Scrie „hand” și numele tău ca să-ți vezi cărțile cât timp ceilalți se uită în altă parte; „clear” le șterge de pe ecran.
no-hand = nicio carte
tip-most = Începe cu { $rank }: ai cele mai multe
tip-free-run = Începe cu { $rank }: toate sunt ale tale
tip-dead-lead = Nimeni altcineva nu mai are { $rank }

# Defecțiuni și sfârșitul lor.
microphone-lost = Nu mai aud microfonul. Jocul este în siguranță și așteaptă. Conectați-l din nou, sau apăsați Control și C pentru a opri.
microphone-back = V-ați întors. Mergem mai departe.
microphone-silent = Microfonul îmi dă numai liniște. Este oprit?

# Un microfon care nu este cum trebuie.
whose-microphone = Microfonul de la { $name }
numbered-microphone = Microfonul numărul { $count }
channel-gone = { $name } a dispărut. Conectați-l din nou și vorbiți tare până atunci.
channel-silent = { $name } îmi dă numai liniște. Este oprit?
channel-clipped = { $name } este dat prea tare. Micșorați nivelul, vă rog.
channel-loud = { $name } este mult mai tare decât celelalte. Micșorați nivelul, vă rog.
channel-same = { $name } îmi dă același sunet ca { $to }. Dați fiecăruia un canal al lui.
channel-back = { $name } merge din nou.
channels-shared = Până atunci s-ar putea să întreb cine a fost.

# Al cui este fiecare microfon.
walk-hello = Vreau să știu al cui este fiecare microfon. Când vă strig, spuneți cuvântul o dată.
walk-word = { $name }, spune: { $animal }.
walk-again = Nu am auzit: { $name }. Încă o dată, te rog.
walk-done = Mulțumesc. Acum îi recunosc pe toți după microfon.
walk-unclear = Mulțumesc. Nu totul este clar; uitați-vă la ecran, vă rog.

# Sfârșitul.
last-card = Aceasta a fost ultima carte.
stopped = Atunci ne oprim aici.
count = { $name }: { $cards }.
winner = { $name } a câștigat!
winners = { $names } împart victoria!
and = { $first } și { $last }
recording-over = Înregistrarea s-a terminat.
