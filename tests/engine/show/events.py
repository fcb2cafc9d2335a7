"""Events of every kind, with the English sentences that tell them."""

from __future__ import annotations

from engine.rules import CARDS, SPACES, TILES, Event, events

SPACE = {str(space): space for space in SPACES}

EXAMPLES: list[tuple[Event, str]] = [
    (events.Drafted(0, CARDS["C-kk"]), "Anna drafts C-kk (carriage, 9 VP)."),
    (events.Placed(1, SPACE["mining 8"], 1, 0, -1), "Ben places 1 worker on mining 8."),
    (
        events.Placed(0, SPACE["mining 8"], 3, 2, 1),
        "Anna places 3 workers on mining 8 and ousts 2 of Ben's workers.",
    ),
    (
        events.Placed(0, SPACE["delivery barrow"], 2, 1, 0),
        "Anna places 2 workers on barrow delivery and sends 1 of their own workers to the canteen.",
    ),
    (events.Banked(2, 1), "Carl goes to the bank for 1 Mark."),
    (events.TookMoney(2, 5), "Carl takes 5 Marks."),
    (events.Bought(0, TILES["k2D"], 8, "kk", 0), "Anna buys k2D for 8 Marks."),
    (
        events.Bought(0, TILES["k2D"], 8, "ky", 0),
        "Anna buys k2D for 8 Marks and loads yellow (black is lacking).",
    ),
    (
        events.Bought(0, TILES["y2L"], 2, "", 2),
        "Anna buys y2L for 2 Marks and leaves 2 lorries empty (yellow is lacking).",
    ),
    (events.TookOrder(1, CARDS["E-gg"]), "Ben takes the order E-gg (engine, 7 VP)."),
    (events.Looked(1, "factory", 5), "Ben looks at 5 tiles."),
    (events.Looked(1, "orders", 1), "Ben looks at 1 order."),
    (events.Returned(1, "factory", 4, "top"), "Ben puts 4 tiles back on top of the stack."),
    (events.Returned(1, "orders", 4, "bottom"), "Ben puts 4 orders back at the bottom of the stack."),
    (events.Returned(1, "orders", 0, ""), "Ben puts none back."),
    (events.Mined(0, ()), "Anna does no work step."),
    (events.Completed(0, CARDS["C-kk"]), "Anna completes C-kk."),
    (events.Delivered(0, (CARDS["C-kk"], CARDS["C-y"]), 11), "Anna delivers C-kk + C-y for 11 VP."),
    (
        events.TurnedUp(SPACE["factory 3"], TILES["g2L"]),
        "Factory 3 now shows g2L (gray, 2 lorries, light side).",
    ),
    (events.TurnedUp(SPACE["orders 4"], CARDS["C-kk"]), "Order 4 now shows C-kk (carriage, 9 VP)."),
    (events.ShiftBegan(2, 1), "Shift II begins; Ben starts."),
    (events.Ended((0,)), "The game is over: Anna wins."),
    (events.Ended((0, 2)), "The game is over: Anna and Carl share the victory."),
]

SCORED = events.ShiftScored(
    1,
    ((1, 2, 0), (0, 0, 0), (1, 1, 0), (0, 0, 3)),
    ((1, 2, 0), (0, 0, 0), (4, 4, 0), (0, 0, 5)),
    ((CARDS["B-y"], CARDS["E-g"]), (), (CARDS["M-kkk"],)),
)
EVENTS: list[Event] = [
    event for event, _ in sorted(EXAMPLES, key=lambda example: type(example[0]).__name__)
] + [SCORED]
"""All of them, those of one kind after each other."""
