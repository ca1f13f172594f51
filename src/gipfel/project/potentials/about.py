"""What the program says and knows about GIPF with potentials."""

from dataclasses import replace

from gipfel.games.core.about import DEMANDING, About, Button, Cover, OptionWords, ShortGame, VersionWords
from gipfel.games.core.editing import PlaceList
from gipfel.games.core.level_settings import level_settings
from gipfel.games.core.options import Value
from gipfel.games.core.search_tuning import USUAL
from gipfel.locale import note, say_many

LINKED = note("What has to be won before one of these potentials may be used.")
OWN_LINKED = note("What this player has to win before using one of these potentials.")
OWN_CHALLENGES = note("How often this player may challenge in the whole game.")
CHALLENGES: dict[Value, str] = {
    "auto": note("One for every four potentials of the opponent"),
    "unlimited": note("Without limit"),
}
CHALLENGES_OF_ONE: dict[Value, str] = {"shared": note("As for both players"), **CHALLENGES}
BASICS = note("The number of plain pieces this player begins with; more of them is a head start.")


def lead(number: int) -> str:
    """A lead in discs."""
    return say_many("{n} disc", "{n} discs", number)


ABOUT = About(
    order=100,  # after all other games of the series
    versions={
        "tamsk6": VersionWords(
            note("six TAMSK"),
            note("Six TAMSK-potentials each: extra moves from the centre."),
            title=note("Six TAMSK"),
        ),
        "one-kind": VersionWords(
            note("one kind"),
            note("Six ZÈRTZ-potentials each: pieces that jump."),
            title=note("One kind"),
        ),
        "twelve": VersionWords(
            note("twelve"),
            note("Six TAMSK- and six ZÈRTZ-potentials each."),
            title=note("Twelve"),
        ),
        "ultimate": VersionWords(
            note("ultimate"),
            note("Ultimate GIPF: 21 pieces and three potentials of all five kinds each."),
            title=note("Ultimate GIPF"),
        ),
        "dice": VersionWords(
            note("with dice"),
            note("Ultimate GIPF in which every use of a potential can be challenged with dice."),
            title=note("With dice"),
        ),
        "one-shot": VersionWords(
            note("one challenge"),
            note("ZÈRTZ-potentials; each player may challenge once, to a game of ZÈRTZ."),
            title=note("One challenge"),
        ),
        "evening": VersionWords(
            note("an evening"),
            note("Three TAMSK- and three ZÈRTZ-potentials each. To use one, you first win its game."),
            title=note("An evening"),
        ),
        "odyssey": VersionWords(
            note("odyssey"),
            note("Ultimate GIPF in which you win a game before each use; for several meetings."),
            title=note("Odyssey"),
        ),
        "menu": VersionWords(
            note("own menu"),
            note("GIPF without potentials, to which you add what you like."),
            title=note("From nothing"),
        ),
    },
    options={
        "base": OptionWords(
            note("Which GIPF"),
            note("The game to which the potentials are added."),
            {
                "tournament": note("Tournament: an empty board"),
                "standard": note("Standard: three GIPF-pieces each stand ready"),
                "basic": note("Basic: no GIPF-pieces"),
            },
        ),
        "basics_white": OptionWords(note("White's pieces"), BASICS, {"auto": note("The usual number")}),
        "basics_black": OptionWords(note("Black's pieces"), BASICS, {"auto": note("The usual number")}),
        "min_per_kind": OptionWords(
            note("Fewest of a kind"),
            note("A player who uses a kind of potential takes at least this number of it."),
        ),
        "tamsk_opponent_push": OptionWords(
            note("TAMSK pushed to the centre by the opponent"),
            note("Whether the owner then gets the extra move."),
            {"opening-extra": note("An extra move at the start of the next turn"), "none": note("Nothing")},
        ),
        "tamsk_rows": OptionWords(
            note("Rows and extra moves"),
            note("When rows are taken in a turn with extra moves."),
            {"after-all": note("After all moves of the turn"), "between": note("After each single move")},
        ),
        "tamsk_unused": OptionWords(
            note("An extra move that is not wanted"),
            note("What becomes of the TAMSK-potential then."),
            {"lost": note("It is lost"), "keep": note("It stays on its piece")},
        ),
        "tamsk_lone_extra": OptionWords(
            note("Only an extra move is left"),
            note("Whether an extra move alone saves a player who cannot move otherwise."),
            {"counts": note("It counts as the turn"), "does-not-count": note("The player has lost")},
        ),
        "tamsk_opening_order": OptionWords(
            note("Rows or extra move first"),
            note("What comes first when the opponent has given you both."),
            {"rows-first": note("Rows first"), "extra-first": note("The extra move first")},
        ),
        "punct_vs_gipf": OptionWords(
            note("PÜNCT against a GIPF-piece"),
            note("What a PÜNCT-potential does to a GIPF-piece it lands on."),
            {
                "choice": note("The player chooses each time"),
                "neutralise-only": note("It becomes a plain piece under the potential"),
                "convert-token": note("It changes sides, under the potential"),
                "set-aside": note("It is laid aside until the potential goes"),
            },
        ),
        "punct_taken_basics": OptionWords(
            note("Pieces taken by PÜNCT"),
            note("Where the plain pieces of a GIPF-piece go after PÜNCT has hit it."),
            {"captured": note("They are captured"), "owner-reserve": note("Back to their owner's reserve")},
        ),
        "gipf_only_row": OptionWords(
            note("Rows of GIPF-pieces only"),
            note("Whether such a row may stay as it is."),
            {"may-stay": note("It may stay"), "must-break": note("One piece at least must go")},
        ),
        "loaded_row": OptionWords(
            note("Rows of GIPF-pieces and potentials"),
            note("Whether such a row may stay as it is."),
            {"must-break": note("One piece at least must go"), "may-stay": note("It may stay")},
        ),
        "ultimate_loss": OptionWords(
            note("Without GIPF-pieces"),
            note("Whether a player without GIPF-pieces has lost while pieces are left in reserve."),
            {"either": note("Lost at once"), "both": note("Plays on with what is in reserve")},
        ),
        "gipf_loss": OptionWords(
            note("Losing the last GIPF-piece"),
            note("Whether that loses the game at all."),
            {
                "auto": note("As in the GIPF you chose"),
                "on": note("Loses the game"),
                "off": note("Loses nothing"),
            },
        ),
        "link.mode": OptionWords(
            note("How linked games are played"),
            note("Whether a linked game is always played before a use, or only if the opponent wants it."),
            {
                "auto": note("Every use must be won, if anything is linked"),
                "must-win": note("Every use must be won"),
                "challenge": note("The opponent may challenge a use"),
                "off": note("Not at all"),
            },
        ),
        "link.T": OptionWords(note("TAMSK is won by"), LINKED),
        "link.Z": OptionWords(note("ZÈRTZ is won by"), LINKED),
        "link.D": OptionWords(note("DVONN is won by"), LINKED),
        "link.Y": OptionWords(note("YINSH is won by"), LINKED),
        "link.P": OptionWords(note("PÜNCT is won by"), LINKED),
        "link.challenges": OptionWords(
            note("Challenges"),
            note("How often each player may challenge in the whole game."),
            CHALLENGES,
        ),
        "link.scope": OptionWords(
            note("What can be challenged"),
            note("Whether any use can be challenged, or only the opponent's first ones."),
            {"all": note("Any use"), "first": note("Only as many first uses as there are challenges")},
        ),
        "link.tie": OptionWords(
            note("A linked game that is drawn"),
            note("What follows from it for the potential."),
            {
                "auto": note("It may be used; if every use must be won, it may not"),
                "use": note("It may be used"),
                "deny": note("It may not be used"),
                "replay": note("They play again"),
            },
        ),
        "link.failed": OptionWords(
            note("A linked game that is lost"),
            note("What becomes of the potential."),
            {
                "removed": note("It leaves the game"),
                "inert": note("It stays, but can never be used"),
                "retry": note("It can be tried again later"),
            },
        ),
        "link.first": OptionWords(
            note("Who begins a linked game"),
            note("The first move can be worth something."),
            {
                "lots-then-alternate": note("By lot, then in turn"),
                "user": note("The player who uses the potential"),
                "opponent": note("The opponent"),
            },
        ),
        "link.clock": OptionWords(
            note("Clock of a linked game"),
            note("Who runs out of time loses the linked game. The clocks of GIPF stand meanwhile."),
            {
                "auto": note("As at the table, with half the minutes"),
                "off": note("No clock"),
            },
        ),
        "link.time": OptionWords(
            note("Linked games with sand glasses"),
            note("In real time both players act when they want to, and the sand does not wait."),
            {
                "auto": note("In real time at a table"),
                "real": note("In real time"),
                "turns": note("Turn by turn"),
            },
        ),
        "link.patience": OptionWords(
            note("Days of patience"),
            note(
                "A linked game without a clock can be claimed if the opponent decides nothing "
                "for that many days."
            ),
            {"off": note("Without limit")},
        ),
        "link.depth": OptionWords(
            note("Links"), note("All links can be switched off at once."), {1: note("On"), 0: note("Off")}
        ),
        "link.white.T": OptionWords(note("White: TAMSK is won by"), OWN_LINKED),
        "link.white.Z": OptionWords(note("White: ZÈRTZ is won by"), OWN_LINKED),
        "link.white.D": OptionWords(note("White: DVONN is won by"), OWN_LINKED),
        "link.white.Y": OptionWords(note("White: YINSH is won by"), OWN_LINKED),
        "link.white.P": OptionWords(note("White: PÜNCT is won by"), OWN_LINKED),
        "link.black.T": OptionWords(note("Black: TAMSK is won by"), OWN_LINKED),
        "link.black.Z": OptionWords(note("Black: ZÈRTZ is won by"), OWN_LINKED),
        "link.black.D": OptionWords(note("Black: DVONN is won by"), OWN_LINKED),
        "link.black.Y": OptionWords(note("Black: YINSH is won by"), OWN_LINKED),
        "link.black.P": OptionWords(note("Black: PÜNCT is won by"), OWN_LINKED),
        "link.white.challenges": OptionWords(note("White's challenges"), OWN_CHALLENGES, CHALLENGES_OF_ONE),
        "link.black.challenges": OptionWords(note("Black's challenges"), OWN_CHALLENGES, CHALLENGES_OF_ONE),
    },
    buttons=(
        Button(note("take"), note("Take")),
        Button(note("leave"), note("Leave it")),
        Button(note("neutralise"), note("Neutralise")),
        Button(note("convert"), note("Convert")),
        Button(note("decline"), note("Decline")),
        Button(note("allow"), note("Allow it")),
        Button(note("challenge"), note("Challenge")),
        Button(note("won")),
        Button(note("lost")),
        Button(note("tied")),
        Button("call:h", note("Heads")),
        Button("call:t", note("Tails")),
        Button("report:W", note("White has won")),
        Button("report:B", note("Black has won")),
        Button("report:=", note("Nobody has won")),
        Button("confirm", note("Confirm")),
        Button("dispute", note("Dispute it")),
        Button("settle:withdraw", note("Withdraw the report")),
        Button("settle:replay", note("Play it again")),
        Button("settle:coin", note("Let a coin decide")),
        Button("report:?", note("The other one reports")),
    ),
    cover=Cover(
        "ultimate",
        "b2=Wp,c2=Bpz,c3=Wp,c4=Bpp,d2=Wp,d3=Bpz,d4=Wpz,d5=Wpt,d6=Wpp,d7=Bp,e4=Bpy,e6=Wpd,e7=Bpt,f3=Wpy,f4=Wpz,"
        "f6=Wp,g4=Bpu,g5=Bp,g6=Wp,h2=By,h4=Bpd,h5=Wpy w x W:3//B B:1//B 5/10 "
        "out:Wt,Wt,Wz,Wd,Wd,Wy,Wu,Wu,Wu,Bt,Bt,Bz,Bd,Bd,By,Bu,Bu",
        (0, 0.2, 7),
    ),
    difficulty=DEMANDING,
    editor=PlaceList(),
    lead=lead,
    length=100,
    levels=level_settings(800, 500, 30_000),
    tuning=replace(USUAL, futility_depth=3),
    opening_turns=4,
    composed=True,
    short_game=ShortGame("tamsk6"),
)
