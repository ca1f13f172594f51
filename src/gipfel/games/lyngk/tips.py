"""How to play LYNGK well."""

from gipfel.games.core.rulebook import Tip
from gipfel.locale import note

STANDARD, SIX = "standard", "six"

TIPS = (
    Tip(
        note("Claim when it brings you something"),
        note(
            "You have only two claims. Wait until a colour gives you a stack, or a way that nothing else "
            "gives you.\n\n"
            "Player 1 claims red. Now all red pieces are links, and the one on a1 reaches the stack of four."
        ),
        STANDARD,
        "L5 R/2R1/1G2R1G/4R1/2B2(GIBK)I/1(GB)2B1/3I1G1/3(BI)/1 -:K 0:0 1",
        ("R", "a1-e6"),
        versions=(STANDARD,),
    ),
    Tip(
        note("Three and two make five"),
        note(
            "A single piece makes five only on a stack of four, which your opponent sees as well. Build two "
            "parts that fit together.\n\n"
            "Player 1 covers the black piece. Next, this stack of two goes onto the stack of three."
        ),
        STANDARD,
        "L5 1/4/1K1B3/3(BGI)1I/3RK2/(IB)4(BR)/4G2/1I2/1 RI:KG 0:0 1",
        ("e4-e5",),
        ("d4",),
        versions=(STANDARD,),
    ),
    Tip(
        note("Leave no full stack to others"),
        note(
            "A stack of five with a neutral colour on top belongs to whoever claims this colour first. Think "
            "of it as long as your opponent has a claim left.\n\n"
            "Player 2 claims red, collects the stack in the middle and moves."
        ),
        STANDARD,
        "L5 1/4/2I2(KG)1/3G2/3(BGIKR)1R1/3(IG)1K/2B4/4/1 IB:K 0:0 2",
        ("R", "f6-f4"),
        ("e4",),
        versions=(STANDARD,),
    ),
    Tip(
        note("Cover what you may not move"),
        note(
            "Stacks of your opponent are material for you. Land on them, and the colour on top is yours.\n\n"
            "The stack of three in the middle belongs to player 2. Player 1's stack of two has the colours "
            "that it lacks."
        ),
        STANDARD,
        "L5 1/1R2/2B2I1/3(BR)2/3(GIK)1(IB)1/3IK1/4(GK)2/2K1/1 R:K 0:0 1",
        ("d4-e4",),
    ),
    Tip(
        note("Look for jokers"),
        note(
            "A joker never repeats a colour. So stacks with a joker inside fit onto each other when all "
            "other stacks do not.\n\n"
            "Player 1's red stack has blue and ivory in it. It fits onto the stack with the joker."
        ),
        STANDARD,
        "L5 1/4/1G1R3/5I/2(GB)(BIR)(JG)2/3(KI)1(IK)/1K2B2/4/1 R:K 0:0 1",
        ("e4-e5",),
    ),
    Tip(
        note("Look for a stack of six each turn"),
        note(
            "Five pieces without a joker need one below them. Keep count of the jokers that are left.\n\n"
            "Nobody has claimed ivory yet. Player 1 claims it, puts the stack of five onto the joker and "
            "wins."
        ),
        SIX,
        "L6 1/1B2/2(IB)4/5K/3(BRGKI)J2/1I4/3(RI)1(GB)1/1K2/1 -:G 0:0 1",
        ("I", "e4-e5"),
        versions=(SIX,),
    ),
    Tip(
        note("Know the missing colour"),
        note(
            "A stack of five with a joker inside lacks one colour. Whoever owns that colour and reaches the "
            "stack wins.\n\n"
            "Ivory is missing in the middle. Player 1's ivory piece uses the stack on e5 as a link."
        ),
        SIX,
        "L6 1/1B2/2B4/5(GK)/3(JBRGK)(RI)I1/1(IG)4/3(IR)1B1/1K2/1 I:G 0:0 1",
        ("e6-e4",),
        versions=(SIX,),
    ),
)
