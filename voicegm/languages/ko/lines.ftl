# 심판이 하는 말 (한국어).
# 카드가 놓여 있는 동안 말하는 줄에는 동물 이름이나 유효한 말이 들어가면 안 됩니다.

rank = { $rank ->
    [2] 이
    [3] 삼
    [4] 사
    [5] 오
    [6] 육
    [7] 칠
    [8] 팔
    [9] 구
    [T] 십
    [J] 잭
    [Q] 퀸
    [K] 킹
   *[A] 에이스
}
suit = { $suit ->
    [C] 클로버
    [D] 다이아
    [H] 하트
   *[S] 스페이드
}
card = { $rank } { $suit }

hello = 안녕하세요. 저는 심판입니다.
house-rule-few = { $players }명이군요. 우리 집 규칙으로는 괜찮습니다.
who-is-who = { $name } 님은 { $animal }.
who-is-who-noise = { $name } 님은 { $animal }. 카드를 가져오려면 { $noise } 하고 외치세요.
sounds-alike = { $first }, { $second }. 두 말이 비슷해서 헷갈릴 수 있어요.
how-to-call = 맨 위 카드 두 장이 같으면, { $start ->
    [after-cue] 똑 소리를 기다렸다가{" "}
   *[other] {""}
}상대의 { $responses ->
    [names] 동물 이름을
   *[other] 울음소리를
} 외치세요.
here-we-go = 시작합니다.

# 목소리로 준비하기, 카드가 나오기 전.
set-up-game = 어떤 게임을 할까요? 동물원, 스냅, 스닙 스냅 스노럼?
set-up-game-again = 게임 이름을 말해 주세요. 동물원, 스냅, 스닙 스냅 스노럼.
set-up-players = { $game }. 몇 명이에요?
set-up-players-again = 몇 사람이 하나요? 숫자를 말해 주세요.
set-up-name-first = 첫 번째 사람, 이름을 말해 주세요.
set-up-name-next = 다음 사람, 이름은요?
set-up-name-again = { $number }번, 뭐라고 부를까요?
set-up-name-number = { $number }번이라고 부를까요? 네라고 하거나 이름을 말해 주세요.
set-up-name-short = 이름만 짧게 말해 주세요.
set-up-name-alike = 이 이름과 비슷하게 들려요: { $other }. 다른 이름을 말해 주세요.
set-up-name-animal = 동물 이름 같아요. 사람 이름을 말해 주세요.
set-up-numbered = 그럼 { $number }번이에요.
set-up-animal = { $name }, 무슨 동물이에요?
set-up-animal-again = { $name }, 어떤 동물을 할래요? 예를 들면 { $one }.
set-up-try = { $animal }. 모두 들을 수 있게 한 번 더요.
set-up-try-again = 한 번 더 말해 주세요: { $animal }.
set-up-taken = { $animal }, 벌써 있어요. { $one } 아니면 { $two }, 어때요?
set-up-alike = { $animal }, { $other }, 비슷하게 들려서 헷갈릴 수 있어요. { $one } 아니면 { $two }, 어때요?
set-up-hard = { $animal }, 잘 안 들려요. { $one } 아니면 { $two }, 어때요?
set-up-insists = 좋아요, { $animal }. 가끔 물어볼 수도 있어요.
set-up-rules = 보통 규칙으로 할까요?
set-up-rules-again = 보통 규칙으로 하나요? 네 아니면 아니요로 말해 주세요.
set-up-children = 어린아이가 있나요?
set-up-children-again = 어린아이도 하나요? 네 아니면 아니요로 말해 주세요.
set-up-slow = 카드마다 길게 쉴까요?
set-up-slow-again = 카드마다 더 오래 기다릴까요? 네 아니면 아니요로 말해 주세요.
set-up-noises = 이름 대신 동물 소리로 부를까요?
set-up-noises-again = 이름 대신 소리인가요? 네 아니면 아니요로 말해 주세요.
set-up-real-cards = 진짜 카드를 뒤집어서 저에게 읽어 주시겠어요?
set-up-real-cards-again = 제 카드 대신 진짜 카드인가요? 네 아니면 아니요로 말해 주세요.
set-up-as-usual = 그럼 보통대로 해요.
set-up-back = 그럼 다시 할게요.

# 무엇을 물어도 대답이 없을 때.
ask-unclear = 못 알아들었어요.
ask-several = 한 사람씩 말해 주세요.
ask-talk = 한두 마디면 돼요.
ask-confirm = { $word }, 맞아요?
ask-choice = 맞는 것을 부르면 네라고 해 주세요.
ask-one = { $word }?
ask-ready = 준비되면 “게임 마스터”라고 말해 주세요.

# 카드가 나오기 전에 목소리를 익힙니다.
roll-call = 먼저 목소리를 익힐게요. 제 말을 한 마디씩 따라 해 주세요.
roll-call-first = { $name } 님, 따라 하세요. { $word }.
roll-call-next = { $word }.
roll-call-again = { $name } 님, 한 번 더. { $word }.
roll-call-hard = { $name } 님, { $word }, 제가 가끔 못 알아들어요. 자판으로 쳐도 됩니다.
roll-call-without = 괜찮아요, { $name } 님. 모를 때는 제가 물어볼게요.
roll-call-without-all = 그럼 그냥 할게요. 누가 외쳤는지 제가 물어볼게요.
roll-call-done = 고마워요. 이제 목소리를 알았어요. 게임이 끝나면 잊을게요.

cards-won = { $cards }장
won = { $name } 님! { $cards }.
won-brief = { $name } 님!
tied = 동시에 외쳤어요! 카드는 그대로 둡니다.
tied-brief = 동시에 외쳤어요!
tied-many = 모두 동시에 외쳤어요! 카드는 그대로 둡니다.
tied-many-brief = 모두 동시에 외쳤어요!
unclear-twice = 이번에도 누구인지 못 알아들었어요. 카드는 그대로 둡니다.
unclear-twice-brief = 카드는 그대로 둡니다.
again = 누가 말했는데 못 알아들었어요. 한 번 더 부탁해요.
again-brief = 한 번 더 부탁해요.
who-called = 누가 외쳤나요?
who-called-again = 누구였나요? 이름이나 자리 번호를 말해 주세요. 아니면 아무도 아니라고 해 주세요.
who-called-again-brief = 누구였나요?
nobody-called = 그럼 그대로 갑니다.
taken-back = 되돌렸습니다.
nothing-to-take-back = 되돌릴 것이 없습니다.
called-off = 방금 소리를 놓쳤어요. 이 카드는 무효입니다.
left = { $name } 님이 나가셨습니다.
early = 똑 소리를 기다려 주세요.

# 진짜 카드.
real-cards = 진짜 카드로 해요. 카드를 뒤집는 사람이 읽어 주세요.
cards-typed = 이 언어로는 카드를 잘 못 알아들어요. 뒤집은 카드를 7H처럼 자판으로 쳐 주세요.
read-back = { $card }, { $name } 님.
your-card = { $name } 님, 카드는요?
which-card = 무슨 카드인가요?
which-rank = 숫자나 그림만 말해 주세요. 무엇인가요?
type-card = 못 알아듣겠어요. 한 번 더 읽거나 자판으로 쳐 주세요.
card-is-out = { $card }, 벌써 나왔어요. 무슨 카드인가요?
rank-is-out = { $card }, 모두 나왔어요. 무슨 카드인가요?
how-to-hands = 진짜 카드로 해요. 모두 나눠 가지고 남에게 보여 주지 마세요. 먼저 내는 사람이 카드를 말하고, 그다음부터는 제가 한 사람씩 물어요. 외치거나 통과라고 하세요.
nobody-more = { $rank }, 이제 아무도 없나요?

# 언제나 할 수 있는 명령.
paused = 멈췄어요. “게임 마스터, 계속”이라고 하거나 아무 키나 누르세요.
gone-on = 계속할게요.
slower = 더 천천히, 이렇게요.
faster = 더 빨리, 이렇게요.
louder = 더 크게, 이렇게요.
quieter = 더 작게, 이렇게요.
in-the-lead = { $name } 님이 앞서고 있어요.
top-is = { $name } 님, { $card }.
top-none = { $name } 님은 카드가 없어요.
table-top = 맨 위 카드는 { $card }.
table-empty = 놓인 카드가 없어요.
no-hands-here = 이 게임에서는 손에 카드를 들지 않아요.
hand-shown = { $name } 님, 카드가 화면에 있어요. 다른 분들은 보지 마세요.
hand-nowhere = { $name } 님, 혼자 볼 수 있는 화면이 여기에는 없어요.
cards-to-come = 앞으로 { $cards } 남았어요.
turn-of = { $name } 님 차례예요.
turn-of-nobody = 지금은 누구의 차례도 아니에요.
somebody = 누군가
told-nothing = 아직 정해진 것이 없어요.
told-won = { $name } 님이 먼저 외쳤어요. { $cards }.
told-won-by = { $name } 님이 { $tenths }/10초 먼저 외쳤어요. { $cards }.
told-tied = 누가 먼저인지 알 수 없었어요. { $names }.
told-void = { $why ->
    [beaten] { $name } 님이 외쳤지만 먼저 외친 사람이 있었어요.
    [too-late] { $name } 님이 외쳤을 때는 벌써 다음 카드가 나왔어요.
    [no-match] { $name } 님이 외쳤지만 가져올 것이 없었어요.
    [not-in-match] { $name } 님이 외쳤지만 같은 카드가 없었어요.
    [own-animal] { $name } 님이 자기 이름을 외쳤어요. 효과가 없어요.
    [bystander] { $name } 님이 외쳤지만 다른 사람이 외칠 차례였어요.
    [before-cue] { $name } 님이 똑 소리보다 먼저 외쳤어요.
    [unanswered] 누가 외쳤지만 누구인지 아무도 모른대요.
    [called-off] { $name } 님이 무효가 된 카드에 외쳤어요.
   *[other] { $name } 님이 외쳤지만 여기서 맞는 것이 아니었어요.
}
told-mistake = { $name } 님이 가져올 것이 없을 때 외쳤어요.
told-cry = { $result ->
    [right] { $name } 님이 맞게 외쳤어요.
    [ignored] { $name } 님이 조용해야 할 때 외쳤어요. 괜찮아요.
   *[missed] { $name } 님이 맞게 외치지 않았어요.
}
told-undone = 마지막 결정을 되돌렸어요.
undo-cards = { $name } 님의 { $cards }, 되돌릴까요? 네라고 해 주세요.
undo-last = 마지막 결정을 되돌릴까요? 네라고 해 주세요.
left-as-it-is = 그럼 그대로 둘게요.
stop-sure = 여기서 끝내고 셀까요? 네라고 해 주세요.
who-asks = 누가 물었나요?
command-which = 네? 예를 들면 멈춰, 점수, 다시, 도움말이라고 해 주세요.
command-again = 못 알아들었어요. 자판으로 쳐도 돼요. 계속할게요.
command-help = “게임 마스터”라고 한 다음에, 멈춰, 계속, 다시, 천천히, 빨리, 크게, 조용히, 취소, 끝내자.
command-help-more = 또는 물어보세요. 점수, 위 카드 뭐야, 내 위 카드, 내 패, 남은 카드, 누구 차례, 무슨 일이야, 누가 누구.
command-help-deaf = 제가 말하는 동안에는 듣지 못하니, 말이 끝난 다음에 말해 주세요.

# 모두에게 공평하게.
head-start = { $name } 님은 { $tenths }/10초 먼저 외칠 수 있어요.
no-race = 서두르지 않아도 돼요. 카드 주인만 천천히 대답하거나 아니요 하고 말합니다.
owner-again = { $name } 님, 같은 카드가 보이나요?
owner-waiting = { $name } 님, 천천히 하세요. 없으면 아니요 하고 말하거나 쳐 주세요.
hint = 다시 한번 보세요. { $rank } 그리고 { $rank }!
hint-pot = 가운데 더미를 보세요. { $rank } 그리고 { $rank }!

# 스냅.
players = 오늘의 선수는 { $names }.
how-to-snap = 카드가 다른 사람의 맨 위 카드와 같으면, { $start ->
    [after-cue] 똑 소리를 기다렸다가{" "}
   *[other] {""}
}스냅 하고 외치세요. 가운데 더미와 같으면 스냅폿 하고 외치세요.{ $penalty ->
    [card] {" "}잘못 외치면 카드 한 장을 냅니다.
   *[none] {""}
}
won-piles = { $name } 님! 더미 { $piles }개, { $cards }.
won-piles-brief = { $name } 님!
tied-pot = 동시에 외쳤어요! 가운데로 갑니다.
tied-pot-brief = 동시에 외쳤어요!
unclear-twice-pot = 이번에도 누구인지 못 알아들었어요. 가운데로 갑니다.
unclear-twice-pot-brief = 가운데로 갑니다.
wrong-phrase = 가운데 더미가 있어요. 끝까지 말해 주세요!
no-pot = 그 숫자의 가운데 더미는 없어요.
mistake = 같은 카드가 없어요, { $name } 님. { $to } 님에게 한 장.
mistake-free = 같은 카드가 없어요, { $name } 님.
mistake-brief = 같은 카드가 없어요, { $name } 님.
out = { $name } 님은 카드가 없어요.
out-for-now = { $name } 님은 카드가 없지만, 다시 따 올 수 있어요.

# 스닙 스냅 스노럼.
how-to-snip-rank = 먼저 내는 사람이 카드를 말합니다. 같은 숫자의 다음 카드를 가진 사람을 제가 부릅니다.
how-to-snip-suit = 먼저 내는 사람이 카드를 말합니다. 같은 무늬의 다음 카드를 가진 사람을 제가 부릅니다.
how-to-cry-snip = 카드를 내면서 외치세요. 두 번째는 스닙, 세 번째는 스냅, 네 번째는 스노럼. 카드를 다 낸 사람이 이깁니다.
how-to-cry-coventry = 카드를 내면서 말하세요. 이 카드 좋아요, 셋 가운데 최고, 코번트리 백작. 카드를 다 낸 사람이 이깁니다.
how-to-cry-silent = 내는 카드를 말하세요. 카드를 다 낸 사람이 이깁니다.
lead-first = { $name } 님, 시작하세요. 아무 카드나 좋습니다.
lead-next = 다음은 { $name } 님부터.
lead-again = { $name } 님, 어떤 카드를 낼까요?
lead-unclear = { $name } 님, 어떤 카드인지 한 번 더.
lead-waiting = { $name } 님, 천천히 하세요.
lead-in-silence = 첫 카드는 이름만 말하면 됩니다.
your-turn = { $name } 님.
cry-missing = { $name } 님, 뭐라고 하지요?
cry-unclear = { $name } 님, 한 번 더?
card-missing = { $name } 님, 카드는요?
card-unclear = { $name } 님, 어떤 카드인지 한 번 더.
card-or-pass = { $name } 님, 카드를 내나요?
laid = { $card }.
cried = { $cry }!
cry-forgotten = { $name } 님, { $cry }이에요.
cry-corrected = { $name } 님, 거의 맞았어요. { $cry }이에요.
cry-costs-token = 칩 하나를 가운데에 냅니다.
cry-costs-card = { $name } 님에게 카드 한 장이 돌아갑니다.
passed = { $names } 님은 없음
passed-for-tokens = { $names } 님은 없어서 칩 { $count }개를 가운데에 냅니다.
not-your-turn = { $name } 님, 잠깐만요. 먼저 { $turn } 님.
not-held = { $name } 님에게 없는 카드예요.
wrong-rank = { $name } 님, 그 카드는 맞지 않아요. 돌려 놓습니다.
must-play = { $name } 님, 다시 보세요.
round-won = { $name } 님이 카드를 다 내고 이번 판을 이겼습니다!
next-round = 다음 판. { $name } 님이 나눕니다.
tie-break = { $names } 님이 동점입니다. 한 판 더 하세요.
tokens = 칩 { $tokens }개
count-tokens = { $name }: { $tokens }.
out-of-tokens = { $name } 님은 칩이 없어요.
rounds-over = 여기까지입니다.

# 한 사람만 보는 글.
how-to-hand = “hand”와 이름을 치면 그 사람의 카드가 보입니다. 다른 사람은 보지 마세요. “clear”를 치면 지워집니다.
no-hand = 카드 없음
tip-most = { $rank }: 가장 많이 가지고 있어요
tip-free-run = { $rank }: 모두 가지고 있어요
tip-dead-lead = { $rank }: 다른 사람에게는 없어요

# 연습.
practice-hello = { $name } 님, 안녕하세요. 함께 배워 봐요. 제가 말하면 따라 하세요.
practice-remembered = 지난번에는 이 말이 어려웠어요: { $words }. 조금 있다 다시 해 봐요.
practice-say = 제가 말해요. { $word }.
practice-now = 이번에는 { $word }.
practice-easy = 그리고 { $word }.
practice-your-turn = 이제 해 보세요. { $word }.
practice-nearly = 거의 맞았어요! 들어 보세요. { $word }.
practice-slowly = 천천히 한 번 더. { $word }.
practice-silent = 아직 안 들려요. 조금 더 크게 말하거나, 옆에서 yes 하고 쳐 주세요. { $word }.
practice-praise-1 = 맞았어요!
practice-praise-2 = 멋져요!
practice-praise-3 = 잘했어요!
practice-praise-4 = 바로 그거예요!
practice-together = 같이 말해 봐요. { $word }!
practice-together-done = 다 함께 잘했어요.
practice-later = 그 말은 나중에 다시 해요. 먼저 아는 말부터.
practice-back = 아까 그 말, 다시. { $word }.
practice-got-it = 이제 됐어요!
practice-from-memory = 이제 혼자 해 봐요.
practice-when-animal = { $name } 님의 카드를 가져오려면 외쳐요…
practice-when-noise = { $name } 님은 { $animal }. 울음소리는…
practice-when-pair = 두 카드가 같아요. 외쳐요…
practice-when-pot = 가운데 카드와 같아요. 외쳐요…
practice-when-second = 두 번째로 같은 카드. 외쳐요…
practice-when-third = 세 번째는…
practice-when-fourth = 마지막은…
practice-game = 이제 작은 놀이를 해요. { $names } 님이 천천히 함께해요.
practice-hand = { $name } 님의 카드: { $cards }.
practice-last = 잘했어요! 마지막으로 한 번 더. { $word }.
practice-last-word = 마지막으로 한 번 더. { $word }.
practice-next-time = 다음에 다시 해 봐요: { $words }.
practice-bye = 참 잘했어요. { $name } 님, 또 만나요!

microphone-lost = 마이크 소리가 들리지 않아요. 게임은 그대로 멈춰 있습니다. 다시 꽂아 주세요.
microphone-back = 다시 들립니다. 계속합니다.
microphone-silent = 마이크에서 아무 소리도 나지 않아요. 꺼져 있나요?

# 마이크에 문제가 있을 때.
whose-microphone = { $name } 님의 마이크
numbered-microphone = { $count }번 마이크
channel-gone = { $name } 연결이 끊어졌어요. 다시 꽂아 주시고, 그때까지는 크게 말해 주세요.
channel-silent = { $name }에서 아무 소리도 나지 않아요. 꺼져 있나요?
channel-clipped = { $name } 소리가 너무 커서 깨져요. 음량을 낮춰 주세요.
channel-loud = { $name } 소리가 다른 마이크보다 훨씬 커요. 음량을 낮춰 주세요.
channel-same = { $name } 소리가 { $to } 소리와 똑같아요. 채널을 따로 연결해 주세요.
channel-back = { $name } 소리가 다시 들려요.
channels-shared = 고칠 때까지는 누구였는지 물어볼 수도 있어요.

# 누구의 마이크인지.
walk-hello = 누구의 마이크인지 알아볼게요. 이름을 부르면 낱말을 한 번 말해 주세요.
walk-word = { $name } 님, 말해 주세요: { $animal }.
walk-again = { $name } 님 목소리를 듣지 못했어요. 한 번 더 말해 주세요.
walk-done = 고맙습니다. 이제 마이크로 모두를 알아볼 수 있어요.
walk-unclear = 고맙습니다. 확실하지 않은 것이 있어요. 화면을 봐 주세요.

last-card = 마지막 카드였습니다.
stopped = 여기서 마칩니다.
count = { $name }: { $cards }.
winner = { $name } 님이 이겼습니다!
winners = { $names } 님이 함께 이겼습니다!
and = { $first }, { $last }
recording-over = 녹음이 끝났습니다.
