"""Advice about the codes of refusals that are alike: what lies behind them, and what to do.

Texts for players are in the catalogues. Those that only a host meets are English, as the host's program is.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.phrase import word


class Advice(NamedTuple):
    names: str
    """The codes, or what they have before the stroke; a whole code goes before a beginning."""
    about: str
    """The thing that has happened."""
    do: str
    """The thing to do."""

    @property
    def for_hosts(self) -> bool:
        return type(self.about) is str


ADVICE: Final = (
    # What players write
    Advice(
        "rule",
        word(
            "The move is well written, but the rules do not allow it in this position. Nothing was changed."
        ),
        word(
            "Choose another action: `legal` lists all that you can do, `help rules` tells how the game is "
            "played."
        ),
    ),
    Advice(
        "press mute report note",
        word(
            "What you say to the table, or about what is said there, could not be sent. Nothing was changed."
        ),
        word("Do what the sentence says; `help press` tells how to speak to the others."),
    ),
    Advice(
        "notation",
        word("What was sent can't be read as a move. Nothing was changed."),
        word(
            "Write the move as it stands in the list of actions, or send its number; `help moves` shows how"
            " moves are written."
        ),
    ),
    Advice(
        "move",
        word(
            "The move can be read, but not taken: it comes at the wrong time, for the wrong seat, or answers "
            "another position than the one on the board."
        ),
        word("Look at the game as it is now (`board` sends it), and answer that."),
    ),
    Advice(
        "ahead orders",
        word("A standing order can't be read, could never be carried out, or no longer counts."),
        word(
            "Write each turn as a list: `next: order C-kk; else money 5`. The sentence says which line it is "
            "about, and what may stand there."
        ),
    ),
    Advice(
        "undo",
        word(
            "A move can't be taken back, or a game in which that is possible does not keep the rules for it."
        ),
        word(
            "Your own last move can be taken back as long as nobody has moved and nothing hidden was shown: "
            "within the game's window by you alone, later only if all agree."
        ),
    ),
    Advice(
        "away clock pace",
        word("The clock of a game, its pace, or days of absence can't be as they were told."),
        word(
            "Write lengths of time like `12h` or `3d`, days like `2026-12-20`, and only what is still to "
            "come."
        ),
    ),
    Advice(
        "voting host game invite join leave new nudge player start substitute rematch games watch league",
        word("The game, the seat or the player is not one for which this can be done now."),
        word("`games` lists the open games, `status` lists yours: choose one that fits, and send it again."),
    ),
    Advice(
        "command help stop test",
        word("The mail was read, but there is nothing in it that the server can carry out as it stands."),
        word("Write one command a line, above all that is quoted; `help` lists the commands."),
    ),
    Advice(
        "confirm",
        word("A reply came with a code, but not with the words that the code waits for."),
        word(
            "Reply to the newest mail with the code, leave the line with the code in, and write the word "
            "that it asks for in a line of its own."
        ),
    ),
    Advice(
        "set",
        word("This setting can't have that value."),
        word("`help set` lists the settings and what each of them can be."),
    ),
    Advice(
        "name",
        word("This can't be the name that the others see."),
        word(
            "Choose another name: letters of one alphabet, with spaces between words, and no word of a "
            "command."
        ),
    ),
    Advice(
        "register recover",
        word("A registration, or the recovery of a lost key, can't be completed like this."),
        word(
            "Do what the newest mail of the server asks for; `help register` and `help recover` tell the "
            "steps."
        ),
    ),
    Advice(
        "account forget",
        word("Your addresses, your key or your data can't be changed like this, or not now."),
        word(
            "If you did not ask for any change, tell the host. Otherwise do what the sentence says, or wait"
            " a day."
        ),
    ),
    Advice(
        "archive/none archive/running archive/too-many archive/too-often",
        word("The archive of a game can't be sent like this, or not yet."),
        word("Ask for a game that is over, in fewer forms, or on another day: `archive` with the game's id."),
    ),
    # What comes by mail, and sealed letters
    Advice(
        "mail armour",
        word(
            "The mail could not be read as it came: mail programs and servers on its way may have changed it."
        ),
        word(
            "Send it again, whole, as plain text and without large files; letters come best as attached "
            "files."
        ),
    ),
    Advice(
        "mail/failed mail/given-up",
        word("A mail in your mailbox could not be taken in by the client. The others were."),
        word(
            "`grubenpost fetch` tries again. If it stays, show the copy of the mail to whoever looks after "
            "Grubenpost."
        ),
    ),
    Advice(
        "seal letter",
        word("A sealed letter is not whole, not signed as it must be, or not in the one form that it has."),
        word("Let the client seal it anew, and send it unchanged; attached as a file it comes through best."),
    ),
    Advice(
        "key",
        word("A key, or the file that holds it, can't be used."),
        word(
            "Take the file from a copy, and type the passphrase with care. If the key is lost, `grubenpost "
            "recover` puts another in its place."
        ),
    ),
    Advice(
        "keyring",
        word("The key does not speak for this player here and now, or can't become the key of a player."),
        word(
            "Seal with the key that is in force; `grubenpost recover` puts another in the place of a lost "
            "one."
        ),
    ),
    Advice(
        "reveal share table",
        word(
            "Before a game starts every player tells a share of its shuffle. This one can't be told like "
            "this."
        ),
        word(
            "`grubenpost fetch` reads what the table waits for, `grubenpost reveal` tells your share. If "
            "the server asks for it twice, leave the game and tell the host."
        ),
    ),
    # What proves a game
    Advice(
        "archive book checkpoint code compare facts handover log merkle names opening position shuffle "
        "statement verify vote",
        word(
            "A log, checkpoint, archive or signed file does not prove itself: something in it is missing, "
            "was changed, or does not follow from the rest."
        ),
        word(
            "Get it once more from where it comes from. If it is still wrong, do not rely on it, keep the "
            "file, and tell the host."
        ),
    ),
    Advice(
        "answer seat server turn",
        word(
            "A mail says that it is of the server, but does not prove it, or does not fit what was proved "
            "before."
        ),
        word(
            "Nothing of it was believed. `grubenpost fetch` looks for newer mails, `grubenpost trust` shows"
            " the fingerprint that the host can confirm."
        ),
    ),
    # The client on the player's machine
    Advice(
        "post",
        word("The client could not fetch or send mail. Nothing is lost, and nothing is sent twice."),
        word(
            "The same command again goes on where it was. Are you online? `grubenpost init` sets the mail "
            "account up again."
        ),
    ),
    Advice(
        "login post/token",
        word(
            "There is no password or access token for the mail account now, or none that its provider takes. "
            "No mail is lost: it waits until the login works again."
        ),
        word(
            "If a command gives the password, try the command by itself. If the provider gave a login, log "
            "in again: `grubenpost login`, or as a host `grubenpost-server login`."
        ),
    ),
    Advice(
        "client file init profile state",
        word("A file of the client, or something that it needs to know, is missing or can't be used."),
        word("Do with the file what the sentence says; `grubenpost init` asks for all that a profile needs."),
    ),
    Advice(
        "bots selfplay tournament",
        word("A bot, or a series of games between bots, can't begin or go on like this."),
        word(
            "Look at the names, numbers and files that were given; `grubenpost bot-check` tests a bot of "
            "yours."
        ),
    ),
    Advice(
        "library play replay study view",
        word("This can't be shown or played at the terminal like this."),
        word(
            "Type what the sentence names; `grubenpost help` lists the commands, and `--help` explains each"
            " one."
        ),
    ),
    # What only a host meets
    Advice(
        "config tidy account/open account/provider account/token accounts office imap smtp",
        "The configuration, or an account named in it, can't be used as it is.",
        "Mend the line that the sentence names; `grubenpost-server check` tries everything without starting.",
    ),
    Advice(
        "account/name account/state aside block mails outbox release",
        "There is no such mail, player or account, or it is not in a state in which this can be done.",
        "List them with the same command and nothing behind it, and name one of the list.",
    ),
    Advice(
        "key/bad key/none key/other key/unreadable",
        "The server's key is not there, or is not the one that the games of the ledger stand on.",
        "Put the key back from a backup. Never make another for a ledger that has games.",
    ),
    Advice(
        "ledger log/state recall",
        "The ledger is missing, is of another version, or does not agree with itself.",
        "Stop the server; `grubenpost-server check` says what is wrong, `migrate` brings an old ledger "
        "up to date, and `restore` puts a backup back.",
    ),
    Advice(
        "backup copy restore",
        "A backup or a copy can't be made or put back like this. What was there is untouched.",
        "Name another file or an empty database as the sentence says, and run the command again.",
    ),
    Advice(
        "ratings",
        "No table of ratings can be made of these archives as they are.",
        "Name the server whose games are meant with --server.",
    ),
    Advice(
        "import site",
        "A game can't be taken in, or the pages can't be written there.",
        "Look at the file or folder that is named; games come in when they are over, signed, and new here.",
    ),
)

GENERAL: Final = Advice(
    "",
    word("That didn't work; nothing was changed."),
    word("Do what the sentence says, and send it again."),
)
_BY_NAME: Final = {name: advice for advice in ADVICE for name in advice.names.split()}


def advice_on(code: str) -> Advice:
    """The advice about a code; a test looks that every beginning has its own."""
    return _BY_NAME.get(code) or _BY_NAME.get(code.partition("/")[0], GENERAL)
