"""What two players agree on, in plain sentences: pieces, potentials, what has to be won, the clock."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gipfel.games.core.names import version_name
from gipfel.games.core.options import Option, Value
from gipfel.games.core.registry import about
from gipfel.games.core.side import side_name
from gipfel.games.core.time_limit import NO_CLOCK, TimeLimit
from gipfel.games.gipf.rules import RESERVE, VERSION
from gipfel.kernel.state import State
from gipfel.locale import digits, listed, note, say, say_many, sentence
from gipfel.project.menu.keys import BY_NAME, KIND_NAMES, KINDS, OPTION_KEYS, SIDES
from gipfel.project.potentials import linking, rules
from gipfel.project.potentials.agreement import CHANCE, ON_BOARD, OUTSIDE, PROJECT, outside_name, start_state
from gipfel.project.potentials.linking import LIKE_NAMED

if TYPE_CHECKING:
    from gipfel.project.menu.menu import Menu

Pool = dict[str, int]
Links = dict[str, str]
"""What each kind is linked to that a side has and that is linked."""

NUMBERS = (note("no"), note("one"), note("two"), note("three"), note("four"), note("five"), note("six"))
"""The numbers of potentials in words."""
CONTESTS_OF_CHANCE = {
    "die": note("a die"),
    "coin": note("a coin"),
    "highcard": note("cards"),
}
TASKS = {
    "die": note("roll higher than your opponent"),
    "coin": note("call a coin right"),
    "highcard": note("draw a higher card than your opponent"),
}
"""What a player has to do where chance decides."""
TIES_GO_THROUGH = {
    "die": note("roll at least as high as your opponent"),
    "highcard": note("draw a card at least as high as your opponent's"),
}
"""The same where a tie is enough."""
CLOCKS = {
    "sudden-death": note("Each of you has {minutes} for the whole game."),
    "increment": note("Each of you has {minutes}, and for every turn {seconds} more."),
    "delay": note("Each of you has {minutes}; of every turn {seconds} are free."),
    "correspondence": note("For every turn there are {days}."),
}


def agreement(menu: "Menu") -> list[str]:
    """Everything the players agree on, one sentence after the other, in the current language."""
    said = [*_Agreement(menu).sentences()] if menu.has_potentials else [_plain_game(menu)]
    if menu.clock.kind in CLOCKS:
        said.append(_clock(menu.clock))
    return [*said, *_contest_clock(menu)]


def _clock(clock: TimeLimit) -> str:
    return say(CLOCKS[clock.kind], **clock_numbers(clock))


def clock_numbers(clock: TimeLimit) -> dict[str, str]:
    """The minutes, seconds and days of a clock in words."""
    return {
        "minutes": say_many("{n} minute", "{n} minutes", clock.minutes),
        "seconds": say_many("{n} second", "{n} seconds", clock.seconds),
        "days": say_many("{n} day", "{n} days", clock.days),
    }


def _contest_clock(menu: "Menu") -> Iterator[str]:
    """The clock of a linked game, where it is not that of the table."""
    limit = menu.game().contest_limit(menu.clock)
    if not _has_linked_games(menu) or limit == menu.clock:
        return
    if limit == NO_CLOCK:
        yield say("Linked games have no clock.")
    elif limit.divisor > 1:
        yield say("In a linked game each of you has half of the minutes.")
    else:
        yield say("In a linked game: {clock}", clock=_clock(limit))


def _has_linked_games(menu: "Menu") -> bool:
    """Is the use of a potential that somebody has linked to a game?"""
    if not menu.has_potentials or menu.links["mode"] == linking.OFF or menu.links["depth"] == 0:
        return False
    links = (
        str(menu.links_of(side)[kind])
        for side, pool in menu.potentials.items()
        for kind, number in pool.items()
        if number
    )
    return any(link.split()[0] not in (linking.FREE, OUTSIDE, *CHANCE) for link in links)


def _plain_game(menu: "Menu") -> str:
    return say("You play {game}.", game=menu.game().full_title)


# --- Links in words -------------------------------------------------------------------------------


def link_title(link: str) -> str:
    """What is played for a link: the game, with its version if that is not the usual one."""
    name = link.split()[0]
    if name in CHANCE:
        return say(CONTESTS_OF_CHANCE[name])
    if name == OUTSIDE:
        return outside_name(link)
    linked = linking.linked_game(link)
    if linking.link_to(linking.linked_game(name)) == linking.link_to(linked):
        return say(linked.title)
    options = {option.name: option for option in linked.options_of(linked.version)}
    agreed = [option_clause(name, options[key], value) for key, value in linked.changed_options.items()]
    version = listed([version_name(name, linked.version), *agreed])
    return say("{game} ({version})", game=say(linked.title), version=version)


def option_clause(game: str, option: Option, value: Value) -> str:
    """An option of a game and its value, as the page names them."""
    words = about(game).option_words(option)
    titles = dict(option.offered(words.values))
    shown = say(titles[value]) if value in titles else digits(value)
    return say("{title}: {value}", title=say(words.title), value=shown)


def link_task(link: str, tie_is_enough: bool = False) -> str:
    """What a player has to do for a link: `win a game of ZÈRTZ`."""
    name = link.split()[0]
    if name in CHANCE:
        return say(TIES_GO_THROUGH[name] if tie_is_enough and name in TIES_GO_THROUGH else TASKS[name])
    if name == OUTSIDE and not outside_name(link):
        return say("win a game that you play elsewhere")
    return say("win a game of {game}", game=link_title(link))


def _is_like_named(kind: str, link: str) -> bool:
    usual = (kind, linking.link_to(linking.linked_game(kind)))
    return link in usual and kind in LIKE_NAMED.values()


# --- GIPF with potentials -------------------------------------------------------------------------


class _Agreement:
    """The sentences of a menu with potentials."""

    def __init__(self, menu: "Menu") -> None:
        self.menu = menu
        self.state = start_state(menu.game().options)
        self.pools = [menu.potentials[side] for side in SIDES]
        self.links = [self._links(side) for side in SIDES]
        self.challenge = menu.links["mode"] == linking.CHALLENGE
        self.tie = str(menu.links["tie"])
        if self.tie == linking.AUTO:
            self.tie = "use" if self.challenge else "deny"

    def _links(self, side: str) -> Links:
        if not self.state[rules.LINKED]:
            return {}
        links = self.menu.links_of(side)
        pool = self.menu.potentials[side]
        return {kind: str(links[kind]) for kind in KINDS if pool[kind] and links[kind] != linking.FREE}

    def sentences(self) -> Iterator[str]:
        yield self._pieces()
        yield from self._potentials()
        if any(sum(pool.values()) for pool in self.pools):
            yield from self._uses()
        yield from self._fine_print()

    def _pieces(self) -> str:
        base = version_name("gipf", self.menu.base)
        on_board = ON_BOARD[self.state[VERSION]]
        white, black = (self.state[RESERVE + side] + on_board for side in range(len(SIDES)))
        if white == black:
            return say("You play GIPF ({version}) with {number} pieces each.", version=base, number=white)
        return say(
            "You play GIPF ({version}); White has {white} pieces and Black {black}.",
            version=base,
            white=white,
            black=black,
        )

    # What each player has.

    def _potentials(self) -> Iterator[str]:
        if self.pools[0] != self.pools[1]:
            for side, pool in enumerate(self.pools):
                yield say("{side} has {potentials}.", side=side_name(side), potentials=listed_pool(pool))
        elif sum(self.pools[0].values()):
            yield say("You both have {potentials}.", potentials=listed_pool(self.pools[0]))
        else:
            yield say("Nobody has potentials.")

    # What has to be won.

    def _uses(self) -> Iterator[str]:
        if not any(self.links):
            yield say("Everybody may use them without winning anything first.")
            return
        if self._differ():
            for side, links in enumerate(self.links):
                for said in self._conditions(links, self.pools[side]):
                    yield say("{side}: {sentence}", side=side_name(side), sentence=said)
        else:
            both = {kind: max(pool[kind] for pool in self.pools) for kind in KINDS}
            yield from self._conditions({**self.links[0], **self.links[1]}, both)
        if self.challenge:
            yield from challenges(self.state)
        yield from self._failure()

    def _differ(self) -> bool:
        """Is a kind that both have linked differently for each?"""
        white, black = self.links
        both = [kind for kind in KINDS if all(pool[kind] for pool in self.pools)]
        return any(white.get(kind) != black.get(kind) for kind in both)

    def _conditions(self, links: Links, pool: Pool) -> Iterator[str]:
        """What has to be done before a use, first what is true for most kinds."""
        kinds_in_play = [kind for kind, number in pool.items() if number]
        own = [kind for kind in links if _is_like_named(kind, links[kind])]
        free = [kind for kind in kinds_in_play if kind not in links]
        if own and own == kinds_in_play:
            yield say(ALL_LIKE_NAMED[self.challenge])
            return
        if not free and len({*links.values()}) == 1:
            yield say(ALL_THE_SAME[self.challenge], task=self._task(links[kinds_in_play[0]]))
            return
        if len(own) > 1:
            yield say(LIKE_NAMED_ONES[self.challenge], kinds=_either([KIND_NAMES[kind] for kind in own]))
        for link in dict.fromkeys(links.values()):
            kinds = [kind for kind in links if links[kind] == link and not (len(own) > 1 and kind in own)]
            if kinds:
                named = _either([KIND_NAMES[kind] for kind in kinds])
                yield say(ONE_LINK[self.challenge], kinds=named, task=self._task(link))
        if free and links:
            yield say("{kinds}: free to use.", kinds=_listed([KIND_NAMES[kind] for kind in free]))

    def _task(self, link: str) -> str:
        return link_task(link, self.tie == "use")

    def _failure(self) -> Iterator[str]:
        """What becomes of the potential if the contest is not won."""
        failed = str(self.menu.links["failed"])
        links = {link for links in self.links for link in links.values()}
        can_tie = links != {"coin"}
        denied = LOST_OR_TIED if self.tie == "deny" and can_tie else LOST
        yield say(denied[failed])
        if can_tie and self.tie != "deny":
            yield say(TIED[self.tie])

    # Everything else.

    def _fine_print(self) -> Iterator[str]:
        """What differs from the usual answers, as the page names it."""
        if self.menu.options[linking.ULTIMATE_LOSS] == "both":
            yield say("A player without GIPF-pieces plays on while there are pieces in reserve.")
        for name in OPTION_KEYS:
            option, value = BY_NAME[name], self.menu.options[name]
            if value != option.default and name != linking.ULTIMATE_LOSS:
                yield sentence(option_clause(PROJECT, option, value))


ALL_LIKE_NAMED = {
    False: note("To use one, win a game of its name first."),
    True: note("If a use is challenged, win a game of its name first."),
}
ALL_THE_SAME = {
    False: note("To use one, {task} first."),
    True: note("If a use is challenged, {task} first."),
}
LIKE_NAMED_ONES = {
    False: note("To use {kinds}, win a game of its name first."),
    True: note("If a use of {kinds} is challenged, win a game of its name first."),
}
ONE_LINK = {
    False: note("To use {kinds}, {task} first."),
    True: note("If a use of {kinds} is challenged, {task} first."),
}
"""Conditions of a use; in the second ones only if the opponent challenges it."""
LOST = {
    "removed": note("If you lose, that potential leaves the game."),
    "inert": note("If you lose, that potential stays on its piece, but it can never be used."),
    "retry": note("If you lose, you may try again in a later turn."),
}
LOST_OR_TIED = {
    "removed": note("If you lose or tie, that potential leaves the game."),
    "inert": note("If you lose or tie, that potential stays on its piece, but it can never be used."),
    "retry": note("If you lose or tie, you may try again in a later turn."),
}
TIED = {"use": note("A tie is enough."), "replay": note("A tie is played again.")}


def listed_pool(pool: Pool) -> str:
    """`three TAMSK and three ZÈRTZ`."""
    return _listed(
        [
            say("{number} {kind}", number=say(NUMBERS[number]), kind=KIND_NAMES[kind])
            for kind, number in pool.items()
            if number
        ]
    ) or say("no potentials")


def _listed(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return say("{some} and {last}", some=listed(names[:-1]), last=names[-1])


def _either(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return say("{some} or {last}", some=listed(names[:-1]), last=names[-1])


def challenges(state: State) -> list[str]:
    """How often the players may challenge: a sentence about both, or one about each."""
    numbers = [state[rules.BUDGET + side] for side in range(len(SIDES))]
    if len({*numbers}) == 1:
        return [_challenges_of_both(numbers[0])]
    return [_challenges_of_one(side, number) for side, number in enumerate(numbers)]


def _challenges_of_both(number: int) -> str:
    if number == rules.UNLIMITED:
        return say("Each of you may challenge without limit.")
    if not number:
        return say("Nobody may challenge.")
    return say_many("Each of you may challenge once.", "Each of you may challenge {n} times.", number)


def _challenges_of_one(side: int, number: int) -> str:
    name = side_name(side)
    if number == rules.UNLIMITED:
        return say("{side} may challenge without limit.", side=name)
    if not number:
        return say("{side} may not challenge.", side=name)
    return say_many("{side} may challenge once.", "{side} may challenge {n} times.", number, side=name)
