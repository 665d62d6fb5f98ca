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
how-to-call = 맨 위 카드 두 장이 같으면, 똑 소리를 기다렸다가 상대의 { $responses ->
    [names] 동물 이름을
   *[other] 울음소리를
} 외치세요.
here-we-go = 시작합니다.

cards-won = { $cards }장
won = { $name } 님! { $cards }.
tied = 동시에 외쳤어요! 카드는 그대로 둡니다.
tied-many = 모두 동시에 외쳤어요! 카드는 그대로 둡니다.
again = 누가 말했는데 못 알아들었어요. 한 번 더 부탁해요.
who-called = 누가 외쳤나요?
who-called-again = 누구였나요? 이름이나 자리 번호를 말해 주세요. 아니면 아무도 아니라고 해 주세요.
nobody-called = 그럼 그대로 갑니다.
taken-back = 되돌렸습니다.
nothing-to-take-back = 되돌릴 것이 없습니다.
called-off = 방금 소리를 놓쳤어요. 이 카드는 무효입니다.
left = { $name } 님이 나가셨습니다.
early = 똑 소리를 기다려 주세요.

# 스냅.
players = 오늘의 선수는 { $names }.
how-to-snap = 카드가 다른 사람의 맨 위 카드와 같으면, 똑 소리를 기다렸다가 스냅 하고 외치세요. 가운데 더미와 같으면 스냅폿 하고 외치세요.{ $penalty ->
    [card] {" "}잘못 외치면 카드 한 장을 냅니다.
   *[none] {""}
}
won-piles = { $name } 님! 더미 { $piles }개, { $cards }.
tied-pot = 동시에 외쳤어요! 가운데로 갑니다.
wrong-phrase = 가운데 더미가 있어요. 끝까지 말해 주세요!
no-pot = 그 숫자의 가운데 더미는 없어요.
mistake = 같은 카드가 없어요, { $name } 님. { $to } 님에게 한 장.
mistake-free = 같은 카드가 없어요, { $name } 님.
out = { $name } 님은 카드가 없어요.

microphone-lost = 마이크 소리가 들리지 않아요. 게임은 그대로 멈춰 있습니다. 다시 꽂아 주세요.
microphone-back = 다시 들립니다. 계속합니다.
microphone-silent = 마이크에서 아무 소리도 나지 않아요. 꺼져 있나요?

last-card = 마지막 카드였습니다.
stopped = 여기서 마칩니다.
count = { $name }: { $cards }.
winner = { $name } 님이 이겼습니다!
winners = { $names } 님이 함께 이겼습니다!
and = { $first }, { $last }
recording-over = 녹음이 끝났습니다.
