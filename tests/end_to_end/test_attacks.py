"""What was tried against the product, one thing after another against one server, through real mail.

Each act is one cause with a sibling or two; whole tables of siblings are in the tests of the rooms. When all
is over, the game stands where it stood, and its players move on. Take-overs and seen codes are in
`test_take_over`, moves without their code in `test_replies`; false boards and hostile mails for clients in
`tests/client/whole`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from engine.record.letters.seal import open_seal
from engine.rules import Action, Game, legal_actions, parse
from engine.rules.actions.factory import Factory
from engine.rules.components import Tile
from tests.end_to_end.host import Site
from tests.end_to_end.stage import HAND, MINE, Stage, set_up
from tests.server.house import CODE
from tests.server.mail.replies import wrapped
from tests.server.real.authority import Authority
from tests.server.real.dovecot import Dovecot
from tests.server.real.postfix import Postfix


def a_name_that_is_a_code(stage: Stage) -> None:
    """Names that would catch the replies of others, or pass for another's."""
    code = CODE.findall(stage.mallory.ask("status").text)[-1]
    for name in (code, code.lower(), code.replace("-", " "), "forget me", f"join {stage.game}"):
        assert "(name/" in stage.mallory.ask(f"set name {name}").text
    assert stage.player(stage.mallory).name == "Mallory"


def a_name_that_looks_like_anothers(stage: Stage) -> None:
    """One letter of another alphabet among those of a name is refused."""
    told = stage.other.ask(f"set name {stage.mover.name.replace('a', 'а').replace('O', 'О')}").text
    assert "(name/mixed)" in told
    assert stage.player(stage.other).name == stage.other.name


def a_letter_that_was_refused(stage: Stage) -> None:
    refused = stage.karl.post(stage.karl.quill.join("zzzz99"))
    assert "game/unknown" in stage.karl.hear_answer().text
    stage.karl.send(refused)
    assert "letter/refused-before" in stage.karl.hear_answer().text


def a_mail_of_commas(stage: Stage) -> None:
    """Mails of a stranger, large as they come: everyone else is answered as ever."""
    for line in ("move money 5,\n", "GP-ABCD-\n", "> \n"):
        stage.post(stage.mallory, "stranger@example.net", line * (150_000 // len(line)))
    assert "You wrote: status" in stage.status().text


def more_than_a_mail_may_ask(stage: Stage) -> None:
    asked = "\n".join(f"archive {stage.game} {'json html md csv'.split()[n % 4]}" for n in range(160))
    told = stage.mover.ask(asked)
    assert re.search(r"\((command|archive)/", told.text)
    assert len(told.raw) < 100_000


def forged_mails_in_a_players_name(stage: Stage) -> None:
    """They get their owner a mail, and take no answer away, even with a code that was seen."""
    owner, sync = stage.other, stage.mallory
    seen = CODE.findall(stage.status().text)[-1]
    unseen = stage.status()
    assert seen not in unseen.text
    for _ in range(3):
        stage.post(stage.mallory, owner.address, "help")
        for _ in range(8):
            stage.post(stage.mallory, owner.address, f"board zzzz99\n\ncode: {seen}")
        sync.ask("status")
    stage.post(owner, owner.address, "recover")
    owner.hear("the way to a key", lambda got: "[key recovery]" in got.subject)
    owner.last = unseen
    assert "`zzzz98`" in owner.ask("board zzzz98").text


def moves_that_are_none(stage: Stage) -> None:
    """Out of turn, two at once, prose, and a mine without what is done there: each is named."""
    assert stage.other.turn_mail is not None
    bystander = stage.other.turn_mail
    for text in ("1", f"1\n\n{HAND.quote(bystander.text)}", f"move {stage.game} bank"):
        told = stage.answer(stage.other, text, bystander).text
        assert "move/not-your-turn" in told
        assert stage.mover.name in told
    assert "game/not-in" in stage.mallory.ask(f"move {stage.game} bank").text
    quoted = HAND.quote(stage.turn_mail.text)
    mine = MINE.search(stage.turn_mail.text)
    assert mine
    for text, code in (
        ("money 4\nbank", "move/two"),
        ("I shall think about it.", "command/none"),
        ("What a board!", "command/none"),
        (mine[1], "move/no-steps"),
    ):
        told = stage.answer(stage.mover, f"{text}\n\n{quoted}").text
        assert code in told, text
        assert "still your turn" in told or code == "move/no-steps", text


def what_does_not_confirm(stage: Stage) -> None:
    stage.mover.last = stage.turn_mail
    question = stage.mover.ask("forget me")
    assert "[please confirm]" in question.subject
    quoted = HAND.quote(question.text)
    for text in (
        f"Ok, who is this? I did not ask for that!\n\n{quoted}",
        f"Si prega di non farlo\n\n{quoted}",
        quoted,
        f"yes\n\n{quoted}",
    ):
        assert "(confirm/" in stage.answer(stage.mover, text).text
        assert stage.player(stage.mover).state == "active"
    told = stage.answer(stage.mover, f"{quoted}\n\nNo, that was not me!").text
    assert "nothing was done" in told
    assert stage.player(stage.mover).state == "active"


def quotations_that_say_something(stage: Stage) -> None:
    """Wrapped once more, or without marks below a known line, or below one of another language."""
    marked = [f"> {line}" for line in stage.turn_mail.text.splitlines()]
    again = "\n".join(piece for line in marked for piece in wrapped(line, 72))
    asked = stage.mover.ask("status\nlegal")
    for text in (
        f"Thanks!\n\nOn Monday at 12:00 Grubenpost wrote:\n{again}",
        f"{again}\n\nThanks!",
        f"Thanks!\n\nOn Monday at 12:00 Grubenpost wrote:\n\n{asked.text}",
        f"Thanks!\n\n----- Original Message -----\n{stage.turn_mail.text}",
    ):
        assert "(command/" in stage.answer(stage.mover, text).text
        assert stage.plies() == stage.ply
    vietnamese = "Vào Th 2, 2 thg 2, 2026 vào lúc 12:00 Grubenpost <club@example.org> đã viết:"
    quoted = "\n".join([vietnamese, *marked])
    for text in (f"`status`\n\n{quoted}", f"*status*\n\n{quoted}"):
        assert "You wrote: status" in stage.answer(stage.mover, text, stage.turn_mail).text


def a_person_behind_exchange(stage: Stage) -> None:
    fields = "X-Auto-Response-Suppress: All\r\n"
    told = stage.answer(stage.mover, "status", stage.turn_mail, fields=fields)
    assert "You wrote: status" in told.text


def a_mail_of_ours_that_comes_back(stage: Stage) -> None:
    """From nobody, with our question inside and no token: nobody is answered, nothing is confirmed."""
    question = stage.mover.ask("forget me")
    heard = len(stage.mover.inbox)
    for sender in ("MAILER-DAEMON <>", f"MAILER-DAEMON <{stage.mover.address}>"):
        text = f"Undelivered mail returned to sender.\n\nforget me\nyes\n\n{question.text}"
        raw = HAND.write(
            ("", "x@example.net"), "club@example.org", "Undelivered Mail Returned to Sender", text
        )
        returned = raw.replace(b"From:  <x@example.net>", f"From: {sender}".encode())
        assert returned != raw
        stage.mallory.send(returned)
    stage.status()
    assert len(stage.mover.inbox) == heard
    assert stage.mover.turns_heard()[-1] == stage.ply
    assert stage.player(stage.mover).state == "active"


def the_example_of_the_mail(stage: Stage) -> None:
    """It is legal here, and it is still the mover's turn: it moves."""
    ply = stage.ply
    assert stage.plies() == ply
    assert stage.mover.turn is not None
    found = re.search(r"\(such as `(.+?)`\)", stage.turn_mail.text)
    assert found
    assert parse(found[1]) in legal_actions(stage.mover.turn.position)
    stage.mover.reply(found[1])
    turns = {who.hear_turn(ply + 1).mine: who for who in (stage.mover, stage.other)}
    assert stage.plies() == ply + 1
    stage.mover, stage.other = turns[True], turns[False]


def the_sealed_leave_of_a_seat(stage: Stage) -> None:
    """Only its holder's letter gives up a seat with a key, and the same letter does it once."""
    karl = stage.karl
    found = re.search(r"\bjoin ([0-9a-z]{6})\b", stage.mallory.ask("new players=3").text)
    assert found
    game = found[1]
    joined = _sit_down(stage, game)
    stage.post(stage.mallory, karl.address, f"leave {game}\n\n{HAND.quote(stage.turn_mail.text)}")
    assert "command/unsealed" in karl.hear_answer().text
    assert "leave/sealed" in karl.ask(f"leave {game}").text
    karl.post(karl.quill.leave(game, "0" * len(joined)))  # of another joining
    assert "(leave/" in karl.hear_answer().text
    assert stage.kinds(game) == ["genesis", "join", "join"]
    left = karl.post(karl.quill.leave(game, joined))
    karl.hear_answer()
    _sit_down(stage, game)
    heard = len(karl.inbox)
    stage.mallory.send(left)
    stage.mallory.ask("status")
    stage.status()
    assert stage.kinds(game) == ["genesis", "join", "join", "leave", "join"]
    assert [got.subject for got in karl.inbox[heard:]] == []


def _sit_down(stage: Stage, game: str) -> str:
    """The id of the letter by which Karl takes a seat."""
    join = stage.karl.quill.join(game)
    stage.karl.post(join)
    stage.karl.hear_answer()
    return open_seal(join.sealed).letter_id


def a_tile_that_can_not_be_paid(stage: Stage) -> None:
    """It is refused for its price, on its space and among those that were drawn."""
    dear = _dear_space(stage)
    while dear is None:  # somebody with much money spends it
        _play(stage, max(_buys(stage), key=lambda buy: _prices(stage)[buy.number]))
        _play(stage, next(a for a in legal_actions(_position(stage)) if a.write().startswith("money ")))
        dear = _dear_space(stage)
    told = stage.answer(stage.mover, f"factory {dear}\n\n{HAND.quote(stage.turn_mail.text)}").text
    assert "rule/too-little-money" in told
    assert f"costs {_prices(stage)[dear]} Marks" in " ".join(told.split())


def keeping_without_a_word_on_the_rest(stage: Stage) -> None:
    """The rest goes to the bottom, and the mail says so."""
    mover = stage.mover
    _play(stage, parse("factory draw"))
    game = _position(stage)
    wallet = game.pits[game.turn].money
    drawn = [piece for piece in game.drawn if isinstance(piece, Tile)]
    assert len(drawn) == len(game.drawn) > 1
    dear = [tile for tile in drawn if tile.price > wallet]
    for tile in dear[:1]:
        told = stage.answer(mover, f"keep {tile.name}\n\n{HAND.quote(stage.turn_mail.text)}").text
        assert "rule/too-little-money" in told
    kept = next((tile for tile in drawn if tile.price <= wallet), None)
    rest = list(drawn)
    if kept is not None:
        rest.remove(kept)
    mover.reply(f"keep {kept.name if kept else 'none'}")
    mover.hear_turn(game.ply + 1)
    told = " ".join(stage.turn_mail.text.split())
    assert f"keep {kept.name if kept else 'none'}, bottom {' '.join(tile.name for tile in rest)}" in told


def _position(stage: Stage) -> Game:
    assert stage.mover.turn is not None
    return stage.mover.turn.position


def _prices(stage: Stage) -> dict[int, int]:
    tiles = enumerate(_position(stage).tiles, 1)
    return {number: tile.price for number, tile in tiles if tile is not None}


def _dear_space(stage: Stage) -> int | None:
    """A space with a tile that the mover has too little money for, but workers enough."""
    game = _position(stage)
    dear = [n for n, price in _prices(stage).items() if price > game.pits[game.turn].money]
    return next(iter(dear), None)


def _buys(stage: Stage) -> list[Factory]:
    return [action for action in legal_actions(_position(stage)) if isinstance(action, Factory)]


def _play(stage: Stage, action: Action) -> None:
    """The mover plays; then whose turn it is is the mover."""
    ply = _position(stage).ply
    stage.mover.move(action)
    turns = {who.hear_turn(ply + 1).mine: who for who in (stage.mover, stage.other)}
    stage.mover, stage.other = turns[True], turns[False]


ACTS: list[Callable[[Stage], None]] = [
    a_name_that_is_a_code,
    a_name_that_looks_like_anothers,
    a_letter_that_was_refused,
    a_mail_of_commas,
    more_than_a_mail_may_ask,
    moves_that_are_none,
    what_does_not_confirm,
    quotations_that_say_something,
    a_person_behind_exchange,
    a_mail_of_ours_that_comes_back,
    forged_mails_in_a_players_name,
    the_sealed_leave_of_a_seat,
    the_example_of_the_mail,
    a_tile_that_can_not_be_paid,
    keeping_without_a_word_on_the_rest,
]


def test_each_attack_comes_to_nothing(
    tmp_path: Path, authority: Authority, dovecot: Dovecot, postfix: Postfix
) -> None:
    with set_up(tmp_path, Site(authority, dovecot, postfix)) as stage:
        for act in ACTS:
            act(stage)
            print(f"withstood: {act.__name__}")
