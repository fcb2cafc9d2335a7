"""Every text of the replay page, by the name under which its script asks for it.

Numbers are put into texts that need no plural, so that the script has no grammar to know.
"""

from __future__ import annotations

from typing import Final

from engine.tongue import Tongue, word, word_within

# The page.
PAGE: Final = {
    "title": word("{players}: a replay"),
    "gameOn": word("Game {game} on {server}"),
    "won": word("First place: {who}"),
    "givenUp": word("The game was abandoned"),
    "language": word("Language"),
    "theme": word("Light or dark"),
    "help": word("Help"),
    "link": word("Link to this move"),
    "copy": word("Copy"),
    "copied": word("The link is copied."),
    "copyByHand": word("This browser lets no page copy: the link is selected, copy it by hand."),
    "nowTitle": word("What happened"),
    "boardTitle": word("The board"),
    "pitsTitle": word("The pits"),
    "asideTitle": word("Clock, points and moves"),
    "opening": word("The game is set up; the draft begins."),
    "beginning": word("The beginning"),
    "plyOf": word("Move {ply} of {last}"),
}

# Going through the game.
CONTROLS: Final = {
    "controls": word("Go through the game"),
    "slider": word("Move"),
    "jump": word("Jump to a shift"),
    "steps": word("Step by step"),
    "first": word("To the beginning"),
    "back": word("One move back"),
    "forward": word("One move on"),
    "again": word("Next move of this player"),
    "last": word("To the end"),
    "play": word("Play the game by itself"),
    "pause": word("Stop playing"),
    "speed": word("Speed"),
    "helpTitle": word("Keys"),
    "helpPieces": word(
        "A letter is a cube of coal: y yellow, b brown, g gray, k black. In a pit the light side lies on the "
        "left and the dark side on the right; lorries over one bright line came on one tunnel tile. A dashed "
        "square on an order is a free spot. Beside a worker space stands how many workers it takes now."
    ),
    "close": word("Close"),
    "key.0": word("one move on, one back"),
    "key.1": word("ten moves on, ten back"),
    "key.2": word("the beginning, the end"),
    "key.3": word("play and stop"),
    "key.4": word("the draft, and the shifts I, II and III"),
    "key.5": word("faster, slower"),
    "key.6": word("search the moves"),
    "key.7": word("these keys"),
    "key.8": word("next move of this player, the one before"),
}

# The board.
BOARD: Final = {
    "area.factory": word("Lorry factory"),
    "area.orders": word("Orders"),
    "area.mining": word("Mining"),
    "area.delivery": word("Delivery"),
    "area.money": word("Money and bank"),
    "space.factory": word("Lorry factory, space {name}"),
    "space.orders": word("Orders, space {name}"),
    "space.mining": word("Mining, space {name}"),
    "space.delivery": word("Delivery by {name}"),
    "space.money": word("Money, space {name}"),
    "drawFive": word("draw five"),
    "drawTiles": word("look at five tiles of the stack; left in it: {n}"),
    "drawOrders": word("look at five orders of the stack; left in it: {n}"),
    "mineSteps": word("work steps: {n}"),
    "deliverBy": word("all complete orders by {vehicle}"),
    "takeMarks": word("Marks: {n}"),
    "empty": word("nothing lies there"),
    "locked": word("{space}: locked"),
    "stands": word("Workers of {who}: {n}; the next to come needs {next}."),
    "nobody": word("Nobody stands there; one worker is enough."),
    "bank": word("Bank"),
    "bankWords": word("Bank: one worker takes 1 Mark, nobody is ousted. Workers: {workers}."),
    "canteen": word("Canteen"),
    "supply": word("Coal supply"),
    "onOffer": word("On offer in the draft"),
    "drawn": word("What {who} has drawn"),
    "clock": word("Shift clock"),
    "inDraft": word("The draft"),
    "inShift": word("Shift {shift} of III, begun by {who}"),
    "over": word("The game is over"),
    "shift": word("Shift {shift}"),
    "draft": word("Draft"),
}

# Pieces.
PIECES: Final = {
    "colour.y": word("yellow"),
    "colour.b": word("brown"),
    "colour.g": word("gray"),
    "colour.k": word("black"),
    "side.L": word("light side"),
    "side.D": word("dark side"),
    "vehicle.B": word("barrow"),
    "vehicle.C": word("carriage"),
    "vehicle.M": word("motorcar"),
    "vehicle.E": word("engine"),
    "none": word_within("label", "none"),
    "tile": word("tunnel tile {name}: {colour}, lorries: {n}, {side}, Marks: {marks}"),
    "order": word("order {name}: {vehicle}, VP: {vp}, spots: {cubes}"),
    "order.begun": word("order {name}: {vehicle}, VP: {vp}, spots: {cubes}, filled: {n} of {all}"),
    "order.complete": word("order {name}: {vehicle}, VP: {vp}, spots: {cubes}, complete"),
    "element.spots": word("{colour} spots delivered"),
    "element.vehicle": word("spots delivered by {vehicle}"),
    "element.empty": word("empty {colour} lorries"),
}

# The pits.
PITS: Final = {
    "pitOf": word("The pit of {who}"),
    "vp": word("VP"),
    "marks": word("Marks"),
    "workersLeft": word("Workers"),
    "starts": word("starting player"),
    "toMove": word("to move"),
    "storage": word("storage"),
    "delivered": word("Delivered:"),
    "atTop": word("at the surface"),
    "atLevel": word("at the level {colour}"),
    "pitWords": word(
        "The pit of {who}. The cage is {place} and holds: {cage}. Storage: {storage}. "
        "On the lorries of each level: {loaded}. Tunnel tiles: {tiles}."
    ),
}

# Moves and points.
MOVES: Final = {
    "movesTitle": word("Moves"),
    "search": word("Search the moves"),
    "who": word("Whose moves"),
    "everyone": word("Everyone"),
    "found": word("Found: {n} of {all}"),
    "note": word("Note"),
    "better": word("Better:"),
    "worth": word("VP: {vp}"),
    "countsTitle": word("Counts for the scorings"),
    "countsWords": word(
        "What everyone counts now in each of the twelve elements; whoever has most is marked."
    ),
    "countsNow": word("As it stands after this move"),
    "scoredNow": word("Shift {shift} is scored: beside each count stands what it pays"),
    "leadTitle": word("Expected lead"),
    "leadHint": word("In VP, as the analysis saw it after each player's own moves."),
    "leadWords": word("The expected lead over the whole game. At the last: {ends}."),
    "chartTitle": word("Victory points"),
    "chartWords": word("VP over the moves. At the end: {ends}."),
    "pointsTitle": word("Where the points came from"),
    "elementsTitle": word("The shift scorings, element by element"),
    "from.deliveries": word("delivered orders"),
    "from.shift1": word("scoring of shift I"),
    "from.shift2": word("scoring of shift II"),
    "from.shift3": word("scoring of shift III"),
    "from.marks": word("Marks (1 VP for 5)"),
    "from.cubes": word("cubes (1 VP for 3)"),
    "from.outstanding": word("outstanding orders (-1 each)"),
    "from.imbalance": word("tunnel imbalance (-2 each)"),
    "from.total": word("total"),
    "from.left": word("Marks left after that"),
    "from.place": word("place"),
}

# The proof.
PROOF: Final = {
    "certificateTitle": word("Certificate"),
    "verify": word("Check it here and now"),
    "save": word("Save the archive"),
    "claim.signed": word(
        "When this page was made, every signature, hash, rule and point of the game was verified. Your "
        "browser can check the signatures and hashes again. To check all of it, and the rules too, save the "
        "archive and run: grubenpost verify FILE"
    ),
    "claim.unsigned": word(
        "This game carries no signatures: it shows a course by the rules, and nobody vouches for who played "
        "it. When this page was made, every rule and point was verified. Your browser can check that the "
        "archive is whole. To check the rules too, save the archive and run: grubenpost verify FILE"
    ),
    "cert.game": word("Game"),
    "cert.server": word("Server"),
    "cert.fingerprint": word("Fingerprint of the server's key"),
    "cert.state": word("State"),
    "state.finished": word("played to the end"),
    "state.abandoned": word("given up"),
    "cert.players": word("Players"),
    "auth.key": word("own key"),
    "auth.mailbox": word("by mailbox"),
    "auth.bot": word("bot"),
    "cert.plies": word("Moves"),
    "cert.letters": word("Sealed letters"),
    "cert.delegated": word("Moves sealed by the server for a player"),
    "cert.untyped": word("Moves that nobody typed"),
    "cert.reopened": word("Full table left before the start"),
    "cert.entries": word("Entries in the log"),
    "cert.head": word("Head of the log"),
    "cert.digest": word("SHA-256 of the archive"),
    "checking": word("Checking …"),
    "good.signed": word("All is right: this is the game that the server and its players signed."),
    "good.partly": word("The hashes are right. Signatures could not be checked in this browser."),
    "good.unsigned": word("The archive is whole. It carries no signatures."),
    "bad": word("Something is wrong: {what}"),
    "noCrypto": word(
        "This browser gives pages no way to compute hashes here. Open the page from a file or over https."
    ),
    "noEd25519": word(
        "This browser can't check Ed25519 signatures: a newer one can, and so can grubenpost verify."
    ),
    "goThere": word("Show move {ply}"),
    "done.text": word("The archive is in its one canonical form."),
    "done.letters": word("Every entry has its letters, each with its hash: {n}."),
    "done.chain": word("The entries are chained, and the head is the one that the server signed."),
    "done.checkpoints": word("Checkpoints signed by the server: {n}."),
    "done.shuffle": word("Seed and entropies give the commitment, both stacks and the starting seat."),
    "done.seals": word("Letters with good signatures, by the keys that were in force: {n}."),
    "done.told": word("What the archive tells has the hash in the closing entry."),
    "done.names": word("The names are those that the game was started with."),
    "done.shown": word(
        "The names, the moves, the tiles and orders that lie open, and the points after every move, as this "
        "page shows them, are those of the archive."
    ),
    "left.rules": word(
        "Not checked here: the rules themselves, and with them Marks, coal and workers; nor the sentences "
        "and the notes. `grubenpost verify` checks the rules."
    ),
    "done.digest": word("The archive is the one that this page was made from."),
    "left.seals": word("Signatures were not checked."),
}

# What can be wrong, and where.
FAULTS: Final = {
    "at.entry": word("entry {entry}: {why}"),
    "at.ply": word("move {ply} (entry {entry}): {why}"),
    "at.shown": word("move {ply}: {why}"),
    "at.checkpoint": word("checkpoint {checkpoint}: {why}"),
    "at.member": word("{member}: {why}"),
    "fault.notJson": word("this is not JSON"),
    "fault.notCanonical": word("this is not written in the one canonical way"),
    "fault.member": word("these are not the members of an archive"),
    "fault.entry": word("this is not an entry of a log"),
    "fault.letterHash": word("a letter in it is not the one that was logged"),
    "fault.letterMissing": word("a letter is missing"),
    "fault.checkpoint": word("this is not a checkpoint of this log"),
    "fault.checkpointSeal": word("the server's signature does not match"),
    "fault.history": word("the server signed another history"),
    "fault.changed": word("this is not what the server signed"),
    "fault.size": word("the log is not as long as the one that the server signed"),
    "fault.commitment": word("this is not the seed that the server committed to"),
    "fault.deal": word("this is not what seed and entropies give"),
    "fault.letter": word("a letter is not written as letters are"),
    "fault.key": word("this is not a key that may be used"),
    "fault.seal": word("a signature does not match: the letter was changed after signing"),
    "fault.signer": word("a letter is not sealed by the key that was in force"),
    "fault.stranger": word("a letter is for another server or game, or is in the log twice"),
    "fault.seats": word("who sits where does not follow from the letters"),
    "fault.share": word("a share of the shuffle is not told, or is not the one that was committed to"),
    "fault.leave": word("the seat was freed without a letter of the player who sat there"),
    "fault.move": word("the move is not the one that was sealed"),
    "fault.timely": word("the letter does not answer the position before it"),
    "fault.authority": word("nothing in the log allows a move that the player did not type"),
    "fault.undo": word("a move was taken back, or not held, against the rules for that"),
    "fault.orders": word("a move names orders that were replaced, withdrawn, or are not the player's own"),
    "fault.keyLetter": word("the key letter does not fit the keys in force"),
    "fault.close": word("what the archive tells has another hash than the closing entry says"),
    "fault.told": word("this is not what follows from the log"),
    "fault.name": word("this is not the name with which the game was started"),
    "fault.shownName": word("the names that this page shows are not those of the archive"),
    "fault.shownMove": word("the move that this page shows is not the one in the archive"),
    "fault.shownBoard": word("the board that this page shows is not the one of the archive"),
    "fault.shownPoints": word("the points that this page shows are not those in the archive"),
    "fault.digest": word("the archive is not the one that this page was made from"),
    "fault.damaged": word("the archive in this page can't be read"),
}

WORDS: Final[dict[str, str]] = {
    **PAGE, **CONTROLS, **BOARD, **PIECES, **PITS, **MOVES, **PROOF, **FAULTS,
}  # fmt: skip


def words(tongue: Tongue) -> dict[str, str]:
    """All texts in one language; what they name is put in by the script."""
    return {name: tongue.say(text) for name, text in WORDS.items()}
