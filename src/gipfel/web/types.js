/**
 * What page and server send each other, as types. Made by scripts/make_contract.py from
 * src/gipfel/server/contract: do not edit.
 */

/**
 * How a type is written for the page, where Python's type says less.
 * @typedef {object} JavaScript
 * @property {string} text
 */

/**
 * TAMSK's Red plays as white.
 * @typedef {"white" | "black"} Side
 */

/**
 * Something a person can point at, e.g. `["dot", "e1"]`; a toggle is `["keep", "e5", "toggle"]`.
 * @typedef {[kind: string, name: string] | [kind: string, name: string, toggle: "toggle"]} Target
 */

/**
 * A point in pixels of the picture's box; y points down.
 * @typedef {[x: number, y: number]} XY
 */

/** @typedef {[x: number, y: number, width: number, height: number]} Box */

/**
 * SVG markup of pieces by name, drawn around the origin. A name means the same markup on all tables.
 * @typedef {Record<string, string>} Looks
 */

/**
 * A piece on the board.
 * @typedef {object} Piece
 * @property {string} look
 * @property {XY} at
 * @property {string} name
 * @property {Target} [target]
 * @property {number} [level]    How many pieces it stands on, plus one; left out for 1.
 */

/**
 * A place of the board that can be pointed at.
 * @typedef {object} Place
 * @property {Target} target
 * @property {XY} at
 * @property {number} size
 */

/**
 * Something drawn on the board beside the pieces: a row, the last move, or, over the pieces, what won.
 * @typedef {object} Mark
 * @property {"row" | "last" | "won"} kind
 * @property {string} markup
 */

/**
 * Equal pieces beside the board.
 * @typedef {object} Stock
 * @property {string} look
 * @property {number} count
 * @property {string} name
 * @property {string} piece
 * @property {Target | null} target
 * @property {number} [goal]            How many win the game; left out if their number does not.
 * @property {number} [goal_of_each]    How many win together with as many in every other stock of the tray.
 */

/** @typedef {"white" | "black" | "both"} Owner */

/**
 * What lies beside the board for one player.
 * @typedef {object} Tray
 * @property {Owner} owner
 * @property {string} title
 * @property {boolean} active
 * @property {Stock[]} stocks
 */

/**
 * The part of a picture that lies under all pieces.
 * @typedef {object} BoardPart
 * @property {Box} box
 * @property {string} board          SVG markup.
 * @property {string} coordinates    SVG markup.
 * @property {Place[]} places
 */

/**
 * A scene as data. Markup is SVG in pixels of the box; neighbouring points are 64 apart.
 * @typedef {object} WholePicture
 * @property {string} game
 * @property {string} title
 * @property {Looks} looks           Over a WebSocket each look is sent once per connection.
 * @property {Piece[]} pieces
 * @property {Mark[]} marks
 * @property {Tray[]} trays
 * @property {Box} box
 * @property {string} board          SVG markup.
 * @property {string} coordinates    SVG markup.
 * @property {Place[]} places
 */

/**
 * A picture as it is sent: the board is left out while the connection's last picture had the same.
 * @typedef {object} Picture
 * @property {string} game
 * @property {string} title
 * @property {Looks} looks    Over a WebSocket each look is sent once per connection.
 * @property {Piece[]} pieces
 * @property {Mark[]} marks
 * @property {Tray[]} trays
 * @property {Box} box
 * @property {string} [board]
 * @property {string} [coordinates]
 * @property {Place[]} [places]
 */

/**
 * Something that can be pointed at now. Several points make a row; a button has a text and no points.
 * @typedef {object} PossibleTarget
 * @property {Target} target
 * @property {XY[]} [at]           Left out if it is one of the picture's `places`.
 * @property {string} [text]
 * @property {string} [warning]    What is given up for good by decisions that begin like this; a page asks once.
 */

/**
 * A piece as it would lie after pointing at `target`.
 * @typedef {object} Ghost
 * @property {Target} target
 * @property {string} look
 * @property {Looks} looks
 * @property {XY} at
 * @property {string} name
 * @property {Piece[]} gone    The pieces that would no longer lie as they do now.
 * @property {number} [level]
 */

/** @typedef {"move" | "enter" | "lift" | "flip"} ChangeKind */

/**
 * What a decision did to a piece.
 * @typedef {object} Change
 * @property {ChangeKind} kind
 * @property {Target | null} from
 * @property {Target | null} to
 */

/**
 * How decisions are pointed at: `[target, rest, target, rest, …]`. A target is a number in the node's `targets`. Its rest is a list of the same form, or, where the path ends, the number of an edge; -1 is a decision that is legal, but neither right nor a wrong answer with a text of its own. If a path ends where others go on, the list contains -1 as a target, followed by the number of the edge.
 * @typedef {(number | any[])[]} Paths
 */

/** @typedef {"right" | "wrong"} Verdict */

/**
 * A picture whose board and looks are elsewhere in the exercise.
 * @typedef {object} ExercisePicture
 * @property {string} game
 * @property {string} title
 * @property {Box} box
 * @property {number} board    The number of its board.
 * @property {Piece[]} pieces
 * @property {Mark[]} marks
 * @property {Tray[]} trays
 */

/**
 * A piece as it would lie after pointing at some targets, a place and an orientation: at that place.
 * @typedef {object} ExerciseGhost
 * @property {number[]} first    The targets before the place.
 * @property {number} turn       The target for the orientation.
 * @property {string} look
 * @property {string} name
 * @property {Piece[]} gone
 */

/**
 * A position.
 * @typedef {object} ExerciseNode
 * @property {ExercisePicture} picture
 * @property {string} sentence             What to do now, or how the game ended.
 * @property {Side | null} side            The side to act; null when the game is over.
 * @property {PossibleTarget[]} targets    Everything that can be pointed at sooner or later; empty if the learner does not act here.
 * @property {Paths} paths
 * @property {ExerciseGhost[]} ghosts
 */

/**
 * A decision that is played.
 * @typedef {object} ExerciseDecision
 * @property {string} decision
 * @property {number} node    The position after it.
 * @property {Change[]} changes
 */

/**
 * An answer, or a part of one.
 * @typedef {object} ExerciseEdge
 * @property {Verdict} verdict
 * @property {boolean} done                 The exercise ends; otherwise the learner goes on in the last node that is played.
 * @property {string} answer                What is said; empty if it goes on.
 * @property {ExerciseDecision[]} played    The learner's decision and the replies to it; empty if too many answers are right to show each.
 */

/**
 * A task on a board as closed data. The learner begins in the first node.
 * @typedef {object} Exercise
 * @property {Side} learner
 * @property {string[]} sides    The names of White and Black in this game.
 * @property {BoardPart[]} boards
 * @property {Looks} looks
 * @property {ExerciseNode[]} nodes
 * @property {ExerciseEdge[]} edges
 */

/**
 * A decision with the picture after it.
 * @typedef {object} ShownDecision
 * @property {string} decision
 * @property {ExercisePicture} picture
 * @property {Change[]} changes
 */

/**
 * Decisions that are shown one after the other.
 * @typedef {object} ShownLine
 * @property {BoardPart[]} boards
 * @property {Looks} looks
 * @property {ShownDecision[]} played
 */

/**
 * The value of an option or of a choice.
 * @typedef {string | number} Value
 */

/** @typedef {[least: number, most: number]} Range */

/**
 * A seat for a person.
 * @typedef {object} PersonSeat
 * @property {"person"} kind
 * @property {string} [name]
 * @property {boolean} [waits]    Nobody has taken the seat yet.
 */

/**
 * A seat for an engine.
 * @typedef {object} EngineSeat
 * @property {"engine"} kind
 * @property {string} player              As for `gipfel terminal`, e.g. `level:3`.
 * @property {number | null} [seconds]    Time to think for each decision; null for the player's own limit.
 * @property {string} [name]              The name that a program has told.
 */

/** @typedef {PersonSeat | EngineSeat} Seat */

/**
 * Both seats of a table.
 * @typedef {object} Seats
 * @property {Seat} white
 * @property {Seat} black
 */

/** @typedef {"none" | "sudden-death" | "increment" | "delay" | "correspondence"} ClockKind */

/**
 * The rule of a clock; which numbers it has depends on its kind.
 * @typedef {object} Clock
 * @property {ClockKind} kind
 * @property {number} [minutes]
 * @property {number} [seconds]
 * @property {number} [days]
 */

/**
 * Milliseconds each side has left.
 * @typedef {object} TimeLeft
 * @property {number} white
 * @property {number} black
 */

/**
 * A clock as it stands when it is sent: its rule, and what is left.
 * @typedef {object} ClockFace
 * @property {ClockKind} kind
 * @property {number} [minutes]
 * @property {number} [seconds]
 * @property {number} [days]
 * @property {TimeLeft} left
 * @property {Side | null} running
 * @property {number} free    Milliseconds before the time of the side to act begins to count (delay).
 */

/**
 * A number for each side.
 * @typedef {object} SideNumbers
 * @property {number} white
 * @property {number} black
 */

/**
 * The score of a match of several games, for the sides of the game that shows it.
 * @typedef {object} Match
 * @property {number} number               The number of this game in the match.
 * @property {number | null} first_to      The number of wins that decides the match.
 * @property {SideNumbers} won
 * @property {number} drawn
 * @property {SideNumbers | null} games    Won games together with those inside others; null if none was won inside.
 * @property {Side | null} winner          Who has won the match.
 * @property {string} text                 The score in one line.
 * @property {string | null} ended         How the match ended, in one sentence.
 */

/**
 * How a game ended.
 * @typedef {object} Outcome
 * @property {Side | null} winner
 * @property {string} score
 * @property {string} reason
 * @property {string} text
 */

/**
 * A language of the page.
 * @typedef {object} Language
 * @property {string} language
 * @property {string} name
 * @property {"ltr" | "rtl"} direction
 */

/**
 * The texts of the page in a language.
 * @typedef {object} Catalogue
 * @property {string} language
 * @property {string} name
 * @property {"ltr" | "rtl"} direction
 * @property {string[]} plural                                   The plural categories of the language.
 * @property {Record<string, string | Record<string, string>>} texts  Translations by their English text; texts with a number have a form for each plural category.
 * @property {Language[]} languages                              All languages there are.
 */

/**
 * A version of a game.
 * @typedef {object} VersionInfo
 * @property {string} name
 * @property {string} title
 * @property {string} summary
 * @property {string} time    About how long it takes: `15 minutes`; empty if that is not known.
 */

/**
 * A value that can be chosen.
 * @typedef {object} ChoiceValue
 * @property {Value} value
 * @property {string} title
 */

/**
 * A choice counts only while another choice has one of these values.
 * @typedef {object} Condition
 * @property {string} choice
 * @property {Value[]} values
 */

/**
 * Something that can be chosen: an option of a game, or a part of a menu.
 * @typedef {object} ChoiceInfo
 * @property {string} name
 * @property {string} title
 * @property {string} explanation
 * @property {ChoiceValue[]} values
 * @property {Range | null} between
 * @property {Value} default
 * @property {string[]} versions    The versions that have this option; empty for all.
 * @property {string | null} unit
 */

/**
 * A value that can be followed by a blank and a name of up to `longest` letters: `outside ludo`.
 * @typedef {object} NamedValue
 * @property {Value} value
 * @property {number} longest
 */

/**
 * A choice of a menu.
 * @typedef {object} MenuChoice
 * @property {string} name
 * @property {string} title
 * @property {string} explanation
 * @property {ChoiceValue[]} values
 * @property {Range | null} between
 * @property {Value} default
 * @property {string[]} versions    The versions that have this option; empty for all.
 * @property {string | null} unit
 * @property {string} group
 * @property {Condition} [only]
 * @property {string} [row]         Choices with a row and a column are shown as a table.
 * @property {string} [column]
 * @property {NamedValue} [named]
 */

/**
 * A game that can be played.
 * @typedef {object} GameInfo
 * @property {string} name
 * @property {string} title
 * @property {string} summary
 * @property {string} language       The language of its texts; English if the game is not translated.
 * @property {VersionInfo[]} versions
 * @property {ChoiceInfo[]} options
 * @property {string[]} sides        The names of White and Black in this game.
 * @property {boolean} composed      Its options are chosen by composing an evening.
 * @property {string} picture        SVG.
 * @property {number} difficulty     From 1 for easy to 3 for demanding; 0 if nobody has said.
 * @property {boolean} first         Is this the game to begin with?
 * @property {string[]} players      Kinds of engines that can play.
 * @property {string[]} real_time    Versions in which time is part of the game.
 */

/**
 * A kind of clock that can be chosen, with the range of each number it needs.
 * @typedef {object} ClockInfo
 * @property {ClockKind} kind
 * @property {string} title
 * @property {string} explanation
 * @property {Record<string, Range>} numbers
 */

/**
 * A table in a list.
 * @typedef {object} Summary
 * @property {string} id
 * @property {string} game
 * @property {string} version
 * @property {string} title
 * @property {Seats} seats
 * @property {number} turn
 * @property {string} sentence
 * @property {Outcome | null} outcome
 * @property {string} changed         An instant such as `2026-11-16T10:00:00Z`.
 * @property {boolean} your_turn
 * @property {string} picture         SVG; empty if the table cannot be shown.
 * @property {Side[]} mine            The visitor's seats.
 * @property {boolean} with_others    Somebody else plays, too.
 * @property {ClockFace | null} clock
 * @property {Match | null} match     The score, if the same players have played several games in a row.
 * @property {string} [problem]       Why the table cannot be shown.
 */

/**
 * Everything the first page shows.
 * @typedef {object} Home
 * @property {string} version          Of Gipfel.
 * @property {GameInfo[]} games
 * @property {number[]} levels
 * @property {ClockInfo[]} clocks
 * @property {boolean} local           Only this machine can reach the server.
 * @property {string} public_url       The address for others; empty if it is not known.
 * @property {Summary[]} unfinished    The latest 60.
 */

/**
 * A page of a list of tables.
 * @typedef {object} TableList
 * @property {Summary[]} tables
 * @property {boolean} more
 */

/**
 * A table where it is the visitor's turn and somebody else waits.
 * @typedef {object} AwaitedTable
 * @property {string} id
 * @property {string} title
 * @property {string} sentence
 */

/**
 * All of them.
 * @typedef {object} AwaitedTables
 * @property {AwaitedTable[]} tables
 */

/**
 * A new table; with an invitation, also the creator's side and the key for the other seat's link.
 * @typedef {object} Created
 * @property {string} id
 * @property {Side} [side]
 * @property {string} [key]
 */

/**
 * The seat that was taken.
 * @typedef {object} TakenSeat
 * @property {Side} side
 */

/**
 * A link as a picture.
 * @typedef {object} QrCode
 * @property {string} svg
 */

/**
 * A new key of a seat; the link is `/#/seat/ID/KEY`.
 * @typedef {object} SeatLink
 * @property {Side} side
 * @property {string} key
 */

/**
 * A position in notation.
 * @typedef {object} PositionText
 * @property {string} position
 */

/**
 * An empty object.
 * @typedef {object} Nothing
 */

/** @typedef {"round robin" | "swiss"} TournamentKind */

/** @typedef {"open" | "running" | "ended"} TournamentState */

/** @typedef {"nobody" | "link" | "everybody"} Watchers */

/**
 * A tournament in a list.
 * @typedef {object} TournamentHead
 * @property {string} id
 * @property {string} name
 * @property {TournamentKind} kind
 * @property {TournamentState} state
 * @property {number} round         The round that is played; 0 before the first one.
 * @property {number} rounds        0 as long as it is not known.
 * @property {string} game
 * @property {string} title         What is played.
 * @property {boolean} organiser    The visitor is the organiser.
 * @property {boolean} plays        The visitor is a player.
 */

/**
 * The visitor's tournaments, and those that everybody may watch.
 * @typedef {object} TournamentList
 * @property {TournamentHead[]} tournaments
 */

/**
 * A player of a tournament.
 * @typedef {object} TournamentPlayer
 * @property {number} number
 * @property {string} name
 * @property {boolean} gone    Has left the tournament.
 * @property {boolean} mine    The visitor is this player.
 */

/**
 * A game of a tournament.
 * @typedef {object} TournamentGame
 * @property {number} round
 * @property {number} board
 * @property {number} white           The number of a player.
 * @property {number | null} black    Null if White has no opponent in this round.
 * @property {string} result          `1-0`, `0-1`, `1/2-1/2`, or forfeits `+/-`, `-/+`, `-/-`; empty if there is none yet.
 * @property {boolean} entered        The organiser has entered the result.
 * @property {string | null} table    Where it is played; null if nobody has opened it yet.
 * @property {boolean} mine           The visitor plays this game.
 */

/**
 * The place of a player.
 * @typedef {object} TournamentStanding
 * @property {number} place
 * @property {number} player
 * @property {number} played
 * @property {number} won
 * @property {number} drawn
 * @property {number} lost
 * @property {number} points
 * @property {number[]} tie_breaks
 */

/**
 * A tournament as a visitor sees it.
 * @typedef {object} TournamentView
 * @property {string} id
 * @property {string} name
 * @property {TournamentKind} kind
 * @property {TournamentState} state
 * @property {number} round              The round that is played; 0 before the first one.
 * @property {number} rounds             0 as long as it is not known.
 * @property {string} game
 * @property {string} title              What is played.
 * @property {boolean} organiser         The visitor is the organiser.
 * @property {boolean} plays             The visitor is a player.
 * @property {Watchers} watch
 * @property {Clock} clock
 * @property {string[]} sides            The names of White and Black in this game.
 * @property {TournamentPlayer[]} players
 * @property {TournamentGame[]} games    Of all rounds so far.
 * @property {number} undecided          How many games of this round have no result yet.
 * @property {string[]} tie_breaks       The names of the tie-breaks, in the order in which they count.
 * @property {TournamentStanding[]} standings
 */

/**
 * A new key of a player, or of the organiser (0); the link is `/#/tournament/ID/KEY`.
 * @typedef {object} PlayerLink
 * @property {number} player
 * @property {string} name
 * @property {string} key
 */

/**
 * A new tournament with the keys of all links; nobody can read them again later.
 * @typedef {object} CreatedTournament
 * @property {string} id
 * @property {string} key    The organiser's.
 * @property {PlayerLink[]} players
 */

/**
 * What a key has opened.
 * @typedef {object} EnteredTournament
 * @property {boolean} organiser
 * @property {number[]} players
 */

/**
 * A picture in a rulebook, with the position that can be played from there.
 * @typedef {object} RulePicture
 * @property {string} caption
 * @property {string} svg
 * @property {string} version     The version of the position.
 * @property {string} position    Before the decisions that the picture shows.
 * @property {boolean} over       Nothing can be played from there; it can only be set up.
 */

/**
 * A section of a rulebook.
 * @typedef {object} RuleSection
 * @property {string} topic    What it is about: `aim`, `setup`, `turn`, `special`, `end`, `versions` or `pointing`.
 * @property {string} title
 * @property {string} text
 * @property {RulePicture[]} pictures
 */

/**
 * Advice in a rulebook, with a position to play from.
 * @typedef {object} RuleTip
 * @property {string} title
 * @property {string} text
 * @property {string} svg
 * @property {string} version    The version of the position.
 * @property {string} position
 * @property {Side} side         The side to act.
 */

/**
 * What a game is about: the first thing in its rulebook.
 * @typedef {object} GameAim
 * @property {string} title
 * @property {string} text
 * @property {string} language    The language of both; English if the game is not translated.
 */

/**
 * The rules of a game in one version.
 * @typedef {object} Rulebook
 * @property {string} title
 * @property {string} summary
 * @property {VersionInfo[]} versions
 * @property {RuleSection[]} sections
 * @property {RuleTip[]} tips
 * @property {string} language    The language of all this; English if the game is not translated.
 */

/**
 * A piece that can be put on the board of the position editor.
 * @typedef {object} PalettePiece
 * @property {string} piece
 * @property {string} look
 * @property {Looks} looks
 * @property {string} name
 */

/**
 * A position of the position editor.
 * @typedef {object} ShownPosition
 * @property {WholePicture} picture
 * @property {string} sentence    Whose turn it is, or how the game ended.
 * @property {string} position
 * @property {string} version
 * @property {Record<string, Value>} options
 * @property {boolean} over
 * @property {PalettePiece[]} palette
 * @property {Place[]} places     All places, also those that are gone in this position.
 */

/**
 * About how long an evening takes.
 * @typedef {object} MenuLength
 * @property {string} time         In words: `2½ hours`.
 * @property {string} sentence
 * @property {string} basis        What the numbers rest on, in one sentence.
 * @property {boolean} measured    False if it is an estimate.
 */

/**
 * A menu to start from.
 * @typedef {object} Preset
 * @property {string} name
 * @property {string} title
 * @property {string} explanation
 * @property {Record<string, Value>} choices
 * @property {MenuLength | null} length    None if nothing is known.
 */

/**
 * A part of a menu.
 * @typedef {object} ChoiceGroup
 * @property {string} name
 * @property {string} title
 * @property {string} explanation
 */

/**
 * A length of an evening, and the presets that take about this long.
 * @typedef {object} LengthChoice
 * @property {string} name
 * @property {string} title
 * @property {string} explanation
 * @property {string[]} presets    The first one is the one to begin with.
 */

/**
 * A text for each side.
 * @typedef {object} SideTexts
 * @property {string} white
 * @property {string} black
 */

/**
 * A kind of potential, with the names of the choices that belong to it.
 * @typedef {object} MenuKind
 * @property {string} name
 * @property {string} title
 * @property {string} explanation
 * @property {SideTexts} looks        The looks of a piece of each side that carries it.
 * @property {SideTexts} numbers
 * @property {string} link            The choice of what it is linked to, for both sides.
 * @property {SideTexts} own_links    The choices for one side.
 */

/**
 * Something that a kind can be linked to.
 * @typedef {object} ShelfItem
 * @property {string} value
 * @property {string} title
 * @property {string} task            What a player has to do before a use.
 * @property {"game" | "chance" | "outside"} group
 * @property {string} game            Empty if it is not a game of the program.
 * @property {number} longest_name    The most letters of a name that can follow the value, after a blank; 0 if none can.
 */

/**
 * What can be chosen for an evening.
 * @typedef {object} MenuOffer
 * @property {LengthChoice[]} lengths
 * @property {Preset[]} presets
 * @property {MenuKind[]} kinds
 * @property {ShelfItem[]} shelf
 * @property {string} free      The value of a link that leaves a kind free.
 * @property {string} shared    The value of a side's own link that is as for both sides.
 * @property {ChoiceGroup[]} groups
 * @property {MenuChoice[]} choices
 * @property {Looks} looks
 */

/**
 * What is wrong with a choice.
 * @typedef {object} ChoiceProblem
 * @property {string} choice
 * @property {string} text
 */

/**
 * Equal pieces in a tray of the menu card.
 * @typedef {object} TrayPieces
 * @property {string} kind    The kind of potential they carry; `basic` for none.
 * @property {string} look
 * @property {string} name
 * @property {number} count
 * @property {string} task    What has to be won before they are used; empty if they are free.
 */

/**
 * The pieces of a side at the beginning.
 * @typedef {object} MenuTray
 * @property {Side} side
 * @property {string} title
 * @property {string} text
 * @property {TrayPieces[]} pieces
 */

/**
 * What a kind is linked to.
 * @typedef {object} LinkShown
 * @property {string} value
 * @property {string} title    Empty if it is free.
 * @property {string} task
 * @property {string} game
 */

/**
 * What a kind is linked to, for each side.
 * @typedef {object} SideLinks
 * @property {LinkShown} white
 * @property {LinkShown} black
 */

/**
 * A menu as the card shows it; a menu without potentials has no trays, links and numbers.
 * @typedef {object} MenuCard
 * @property {string[]} agreement                 What the players agree on, in sentences.
 * @property {MenuLength | null} length
 * @property {string} text                        The menu in as few letters as possible, for a link.
 * @property {MenuTray[]} trays
 * @property {Record<string, SideLinks>} links    By kind.
 * @property {number[]} numbers                   The numbers of potentials of a kind that are allowed.
 * @property {Looks} looks
 */

/**
 * A menu that was checked. One that was sent as TOML also has its game, and its choices if it has any.
 * @typedef {object} CheckedMenu
 * @property {string} toml                  Empty while there are problems.
 * @property {ChoiceProblem[]} problems
 * @property {ChoiceProblem[]} [remarks]    What was chosen without effect.
 * @property {MenuCard} [card]              Only without problems.
 * @property {string} [game]
 * @property {string} [version]
 * @property {string} [title]
 * @property {string} [preset]
 * @property {Record<string, Value>} [choices]
 */

/**
 * The answer to a bad request: one clear sentence.
 * @typedef {object} Problem
 * @property {string} problem
 */

/**
 * Whether the server works.
 * @typedef {object} Health
 * @property {string} status
 * @property {boolean} database
 * @property {string} version
 * @property {number} uptime    Seconds.
 */

/**
 * A mail address at which a player is told.
 * @typedef {object} Mailbox
 * @property {string} address    Shortened: `a…@example.org`.
 * @property {boolean} confirmed
 */

/**
 * Where the player of a seat is told that it is their turn, and how that is possible here.
 * @typedef {object} Notices
 * @property {string | null} push_key    The key with which browsers subscribe to push messages; null if the server sends none.
 * @property {boolean} mail              Does the server send mails?
 * @property {string[]} devices          The SHA-256 hashes of the addresses of browsers, in hexadecimal digits.
 * @property {Mailbox | null} mailbox
 * @property {number} days               Days without a decision after which all of it is deleted.
 */

/**
 * The `id` of the page's message; null if the server sends something of its own accord.
 * @typedef {number | string | null} MessageId
 */

/**
 * The game that is played at a table.
 * @typedef {object} TableGame
 * @property {string} name
 * @property {string} version
 * @property {string} title
 * @property {Record<string, Value>} options
 * @property {boolean} real_time    Time is part of the game.
 * @property {boolean} composed     Its options are chosen by composing an evening.
 */

/**
 * How many pages of each kind are at a table.
 * @typedef {object} Present
 * @property {number} white
 * @property {number} black
 * @property {number} watching
 */

/**
 * A `tie` ends only the contest that is being played.
 * @typedef {"draw" | "undo" | "rematch" | "tie"} OfferKind
 */

/**
 * An open offer, made by a side.
 * @typedef {object} Offer
 * @property {OfferKind} what
 * @property {Side} side
 * @property {number} [first_to]    With a rematch: the number of wins that shall decide the match.
 */

/**
 * Decisions to be made at once when the other side decides as expected.
 * @typedef {object} Plan
 * @property {string[]} line
 * @property {boolean} always    Whatever the other side decides, if the own decision is legal then.
 */

/**
 * A turn in notation; `at` is the number of decisions after it.
 * @typedef {object} Turn
 * @property {string} text
 * @property {Side} side
 * @property {number} at
 * @property {string} [words]    The turn as players say it, if the game has words for it.
 * @property {string} [time]     When it was played, in a game with time: `1:32`.
 */

/**
 * What this page may do besides deciding.
 * @typedef {{"undo": boolean, "redo": boolean, "resign": boolean, "hint": boolean, "play on": boolean, "ask undo": boolean, "draw": boolean, "tie": boolean, "claim": boolean, "rematch": boolean, "abort": boolean, "say": boolean, "plan": boolean, "retry": boolean, "seat": boolean, "free": boolean}} Can
 */

/** @typedef {"game" | "die" | "coin" | "card" | "report"} ContestKind */

/**
 * What is played for the use of a potential.
 * @typedef {object} Contest
 * @property {string} name
 * @property {ContestKind} kind
 * @property {string} stake
 * @property {Side} user
 * @property {number} attempt
 * @property {string[] | null} roles    What White and Black are called in the game that is played; null without one.
 * @property {Picture | null} around    The board outside, while another one is played on. Only its looks can be left out.
 */

/**
 * What is to be thrown.
 * @typedef {object} Chance
 * @property {string} what     `die`, `coin`, `card` or `lot`.
 * @property {boolean} roll    This page may send `roll`.
 */

/**
 * What proves that one side did not influence a throw.
 * @typedef {object} Proof
 * @property {Side} side
 * @property {string} commitment
 * @property {string} secret
 */

/**
 * What the last throw has brought.
 * @typedef {object} Thrown
 * @property {string} what
 * @property {string} shows
 * @property {string} text
 * @property {Proof[]} proof
 */

/** @typedef {"thinks" | "prepares" | "waits" | "failed" | "not allowed"} EngineState */

/**
 * An engine is at work, waits for other games of the same address, has failed, or may not run here.
 * If it has failed, nothing is lost: it tries again by itself, or when a page sends `retry`.
 * @typedef {object} Thinking
 * @property {Side} side
 * @property {EngineState} what
 * @property {string} text
 */

/**
 * The clock of a game in which time is part of the game.
 * @typedef {object} GameTime
 * @property {number} now
 * @property {boolean} running
 */

/**
 * Sets a member of the table, such as `side` or `picture/trays/0/active`; or changes a list at an index.
 * @typedef {[path: string, value: any] | [path: string, index: number, removed: number, ...any[]]} PatchOperation
 */

/**
 * The other side of a contest may claim it if this side decides nothing for so long.
 * @typedef {object} Patience
 * @property {Side} side
 * @property {number} left    Milliseconds; 0 if it can be claimed.
 */

/**
 * The whole table: sent when a page connects, and whenever the table has changed.
 * @typedef {object} TableMessage
 * @property {TableGame} game
 * @property {Seats} seats
 * @property {string[]} sides              The names of White and Black in this game.
 * @property {"table"} type
 * @property {number} v                    The version of the protocol.
 * @property {number} number               How many decisions have been made; a decision names the number it follows.
 * @property {number} happened             How many events there have been; a decision may name it, too.
 * @property {Side | null} side            The side to act; null when the game is over.
 * @property {Offer | null} offer
 * @property {string | null} rematch       The id of the table of the next game.
 * @property {Match | null} match          The score, if this is not the first game of these players in a row.
 * @property {string} sentence
 * @property {Picture} picture
 * @property {Change[]} changes            What the last decision did; empty if it was made on another board.
 * @property {Turn[]} turns
 * @property {string | null} last          The last decision; in words if it was thrown or chosen with a button.
 * @property {string | null} decided       How a contest ended with the last decision.
 * @property {Outcome | null} outcome
 * @property {Contest | null} contest
 * @property {Thrown | null} thrown
 * @property {Thinking | null} thinking
 * @property {GameTime | null} time
 * @property {Side[]} yours                The sides for which this page may decide now.
 * @property {PossibleTarget[]} targets    What can be pointed at first.
 * @property {Side[]} mine                 The visitor's seats; empty for spectators.
 * @property {boolean} open                A table without keys: everybody who can reach the server may play.
 * @property {Chance | null} chance
 * @property {Plan | null} plan            The visitor's own plan.
 * @property {Can} can
 * @property {ClockFace | null} clock      That of a contest while one is played that has a clock.
 * @property {Patience | null} patience    In a contest without a clock.
 * @property {Present} present
 */

/**
 * What has changed since the last table or update; sent instead of the table to pages that ask
 * for updates.
 * @typedef {object} UpdateMessage
 * @property {ClockFace | null} clock      That of a contest while one is played that has a clock.
 * @property {Patience | null} patience    In a contest without a clock.
 * @property {Present} present
 * @property {"update"} type
 * @property {number} number
 * @property {PatchOperation[]} patch      In the order in which they are applied.
 * @property {Looks} looks                 Looks that the page has not got yet.
 */

/**
 * What the running clock has changed; sent several times a second where time is part of the game.
 * A page that takes updates is not sent again what is as it was in the last message with the time.
 * @typedef {object} TimeMessage
 * @property {"time"} type
 * @property {number} now
 * @property {boolean} running
 * @property {number} number
 * @property {Looks} looks
 * @property {Side | null} side
 * @property {Piece[]} [pieces]
 * @property {PatchOperation[]} [patch]    How the pieces of the last message with the time become these.
 * @property {Tray[]} [trays]
 * @property {string} [sentence]
 * @property {Side[]} [yours]
 * @property {PossibleTarget[]} [targets]
 */

/**
 * Sent when somebody comes or goes.
 * @typedef {object} PresentMessage
 * @property {number} white
 * @property {number} black
 * @property {number} watching
 * @property {"present"} type
 */

/**
 * What a player has said; `at` is an instant in milliseconds.
 * @typedef {object} ChatMessage
 * @property {Side} side
 * @property {string} text
 * @property {number} at
 */

/**
 * Sent to pages with a seat when they connect and after every new message.
 * @typedef {object} ChatMessages
 * @property {"messages"} type
 * @property {ChatMessage[]} messages
 */

/**
 * Sent when the database does not answer, again and again until it does, and when it answers again.
 * Until then nothing changes at the table. A decision that is sent meanwhile is answered afterwards.
 * @typedef {object} StorageMessage
 * @property {"storage"} type
 * @property {boolean} answers
 */

/**
 * Sent while a hint, an analysis or an opinion waits because the game has to be compiled first.
 * @typedef {object} PreparesMessage
 * @property {"prepares"} type
 * @property {string} text
 */

/**
 * Sent now and then while a clock runs; the page answers `pong` at once.
 * @typedef {object} Ping
 * @property {"ping"} type
 * @property {number} n
 */

/**
 * Something was done.
 * @typedef {object} Done
 * @property {"done"} type
 * @property {number} number    How many decisions have been made now.
 */

/**
 * Something was not done.
 * @typedef {object} Refused
 * @property {"refused"} type
 * @property {MessageId} id
 * @property {string} reason
 * @property {number | null} number
 */

/**
 * What a decision would do, as the difference between two pictures.
 * @typedef {object} Effect
 * @property {Change[]} changes
 * @property {Piece[]} pieces    The pieces that would come, move or change, as they would lie.
 * @property {Piece[]} gone      The pieces that would no longer lie as they do now.
 * @property {Mark[]} rows       Rows that would result.
 * @property {Looks} looks       Looks that the page has not got yet.
 * @property {string} text       The same in a few words; empty if nothing changes on the board.
 */

/**
 * What can be pointed at after a prefix.
 * @typedef {object} Pointed
 * @property {PossibleTarget[]} targets
 * @property {string | null} decision    The decision that the prefix means if nothing more is pointed at.
 * @property {number} count              How many decisions begin like this.
 * @property {Ghost[]} ghosts
 * @property {Effect | null} effect      What the decision would do, if the message asks for it.
 */

/**
 * The answer to `point`.
 * @typedef {object} Pointing
 * @property {PossibleTarget[]} targets
 * @property {string | null} decision    The decision that the prefix means if nothing more is pointed at.
 * @property {number} count              How many decisions begin like this.
 * @property {Ghost[]} ghosts
 * @property {Effect | null} effect      What the decision would do, if the message asks for it.
 * @property {"pointing"} type
 * @property {Side} side
 * @property {number} number
 */

/**
 * Why nothing can be done at a target.
 * @typedef {object} WhyAnswer
 * @property {"why"} type
 * @property {string} text
 */

/**
 * What lies at a target, from the top down.
 * @typedef {object} Contents
 * @property {"contents"} type
 * @property {string[]} lines
 */

/**
 * The table after some of its decisions.
 * @typedef {object} PastView
 * @property {"view"} type
 * @property {number} at
 * @property {Picture} picture
 * @property {Change[]} changes
 * @property {string} sentence    Whose turn it is, or how the game ended.
 * @property {Side | null} side
 * @property {string | null} last
 */

/**
 * The position after decisions that might come, and what can be pointed at there.
 * @typedef {object} Previewed
 * @property {PossibleTarget[]} targets
 * @property {string | null} decision    The decision that the prefix means if nothing more is pointed at.
 * @property {number} count              How many decisions begin like this.
 * @property {Ghost[]} ghosts
 * @property {Effect | null} effect      What the decision would do, if the message asks for it.
 * @property {"previewed"} type
 * @property {string[]} line
 * @property {Picture} picture
 * @property {Change[]} changes
 * @property {string} sentence
 * @property {Side | null} side
 * @property {boolean} mine              The visitor plays the side to act.
 */

/**
 * A turn of a variation.
 * @typedef {object} VariedTurn
 * @property {string} text
 * @property {Side} side
 * @property {number} count    How many decisions of the line it has.
 * @property {boolean} finished
 */

/**
 * A position of a variation.
 * @typedef {object} Varied
 * @property {PossibleTarget[]} targets
 * @property {string | null} decision    The decision that the prefix means if nothing more is pointed at.
 * @property {number} count              How many decisions begin like this.
 * @property {Ghost[]} ghosts
 * @property {Effect | null} effect      What the decision would do, if the message asks for it.
 * @property {"previewed"} type
 * @property {string[]} line
 * @property {Picture} picture
 * @property {Change[]} changes
 * @property {string} sentence
 * @property {Side | null} side
 * @property {boolean} mine              The visitor plays the side to act.
 * @property {number} at
 * @property {VariedTurn[]} turns        The turns of the line; the first one may begin in the game.
 * @property {string} position           As text.
 */

/**
 * A line of play that the engine expects.
 * @typedef {object} Line
 * @property {string} text
 * @property {number} per_cent       Winning chances of the side to act.
 * @property {number} score
 * @property {string[]} decisions
 * @property {Change[]} [changes]    What the first decision changes on the board, for an arrow.
 */

/**
 * The engine's suggestion.
 * @typedef {object} Hint
 * @property {"hint"} type
 * @property {MessageId} id
 * @property {string} decision
 * @property {Target[]} path
 * @property {string} text
 * @property {Line[]} lines
 */

/**
 * What the engine thinks of a position so far.
 * @typedef {object} Analysis
 * @property {"analysis"} type
 * @property {MessageId} id
 * @property {number} at
 * @property {number} depth
 * @property {Line[]} lines
 * @property {boolean} over
 */

/**
 * White's winning chances after `at` decisions.
 * @typedef {object} Opinion
 * @property {"opinion"} type
 * @property {MessageId} id
 * @property {number} at
 * @property {number | null} per_cent    Null where chance decides or nothing is known.
 * @property {boolean} known             Nobody has to be asked: the position is judged, or chance decides in it.
 * @property {string} board              Which board this is about: empty for the game itself, else the contest that is played.
 * @property {string} mark               How good the turn was that ends here: `!`, `?!`, `?` or `??`; empty if there is nothing to say.
 * @property {number | null} loss        The points of the expected result that the turn gave up; null if that is not known.
 * @property {number} begin              After how many decisions that turn began.
 * @property {string[]} better           What the engine would have decided then; empty if the turn has no mark.
 * @property {boolean} over              This is the last one.
 */

/**
 * What a handler returns; the connection adds the `id` of the page's message.
 * @typedef {Done | Pointing | WhyAnswer | Contents | PastView | Previewed | Varied} Answer
 */

/**
 * Any message of the server.
 * @typedef {TableMessage | UpdateMessage | TimeMessage | PresentMessage | ChatMessages | StorageMessage | PreparesMessage | Ping | Refused | Hint | Analysis | Opinion | Answer} ServerMessage
 */

/**
 * A contest of an evening, over or not. Its numbers are those of decisions of the game around it.
 * @typedef {object} StoryContest
 * @property {number} number
 * @property {string} title          What was played.
 * @property {ContestKind} kind
 * @property {number} attempt
 * @property {number} turn           The number of the turn in which it was played.
 * @property {Side} user             The side that gets what is at stake if it wins.
 * @property {string} stake
 * @property {Side | null} begins    Who began the game that was played in it.
 * @property {boolean} over
 * @property {Side | null} winner    Null while it goes on, and if it is tied.
 * @property {string} result         How it ended and what followed; empty while it goes on.
 * @property {string[]} throws       What chance has brought, each throw in one sentence.
 * @property {number} begin
 * @property {number} end
 * @property {boolean} opens         It has a board and turns of its own.
 */

/**
 * The contests of an evening, the first one first; at most 200, then the first ones are left out.
 * @typedef {object} Story
 * @property {StoryContest[]} contests
 */

/**
 * A contest as a game of its own.
 * @typedef {object} ContestGame
 * @property {StoryContest} contest
 * @property {string} game
 * @property {string[]} sides            What the player who began is called in this game, and the other one.
 * @property {Turn[]} turns              Their `at` counts decisions of this game.
 * @property {number} first              How many decisions of the game around it were made before this game.
 * @property {number | null} previous    The contest before it that has a game of its own, by its number.
 * @property {number | null} next
 */

/**
 * A course in the list.
 * @typedef {object} CourseInfo
 * @property {string} game
 * @property {string} name                      Unique among the courses of the game.
 * @property {string} title
 * @property {string} summary
 * @property {string} game_title                With the version, if there are several.
 * @property {string} version
 * @property {Record<string, Value>} options    The options that differ from their defaults, for a first game.
 * @property {string} language                  The language of the course's own texts; English if the game is not translated.
 * @property {string[]} steps                   The names of its steps.
 */

/**
 * All courses, in the order of the games.
 * @typedef {object} CourseList
 * @property {CourseInfo[]} courses
 */

/**
 * The texts of a step. In all texts `*word*` is emphasised.
 * @typedef {object} CourseStep
 * @property {string} name     Unique in the course.
 * @property {string} title
 * @property {string} text
 * @property {string} task
 * @property {string} hint
 * @property {string} again    What is said after a wrong answer that has no text of its own.
 */

/**
 * A course without its exercises.
 * @typedef {object} Course
 * @property {string} game
 * @property {string} name                      Unique among the courses of the game.
 * @property {string} title
 * @property {string} summary
 * @property {string} game_title                With the version, if there are several.
 * @property {string} version
 * @property {Record<string, Value>} options    The options that differ from their defaults, for a first game.
 * @property {string} language                  The language of the course's own texts; English if the game is not translated.
 * @property {CourseStep[]} steps
 */

/**
 * The exercise of a step.
 * @typedef {object} StepExercise
 * @property {Exercise} exercise
 */

/**
 * What puzzles are about.
 * @typedef {object} Theme
 * @property {string} name
 * @property {string} title     In the language of the request.
 * @property {number} number    Of puzzles.
 */

/**
 * The puzzles of a game among those of all games.
 * @typedef {object} PuzzleGameCard
 * @property {string} game
 * @property {string} title
 * @property {number} puzzles
 * @property {number} easiest
 * @property {number} hardest
 * @property {number} first_rating    The rating that somebody new begins with.
 * @property {Theme[]} themes
 * @property {string} picture         SVG.
 */

/**
 * All games that have puzzles.
 * @typedef {object} PuzzleOverview
 * @property {PuzzleGameCard[]} games
 */

/**
 * A puzzle in a list.
 * @typedef {object} PuzzleInfo
 * @property {string} id          Unique among the puzzles of its game.
 * @property {number} rating
 * @property {string[]} themes    The names of its themes.
 */

/**
 * The puzzles of a game, the easiest first.
 * @typedef {object} PuzzleList
 * @property {string} game
 * @property {string} title
 * @property {number} puzzles
 * @property {number} easiest
 * @property {number} hardest
 * @property {number} first_rating    The rating that somebody new begins with.
 * @property {Theme[]} themes
 * @property {PuzzleInfo[]} all
 */

/**
 * The puzzle of the day, the same for everybody.
 * @typedef {object} TodaysPuzzle
 * @property {string} date       The day in UTC, as in `2026-11-18`.
 * @property {number} seconds    Until the next one.
 * @property {string} game
 * @property {string} id
 * @property {string} title      Of the game, with its version if there are several.
 * @property {number} rating
 * @property {string} question
 * @property {string} picture    SVG.
 */

/**
 * A puzzle. Node n of its exercise is the position after n decisions of the line.
 * @typedef {object} Puzzle
 * @property {string} game
 * @property {string} id
 * @property {string} title       Of the game, with its version if there are several.
 * @property {number} rating
 * @property {string} question    What is to be found.
 * @property {string[]} themes    In the language of the request.
 * @property {Exercise} exercise
 */

/**
 * How an engine answers a wrong decision.
 * @typedef {object} Refutation
 * @property {ShownLine} line    The decision, and what the engine expects after it.
 * @property {string} text       Who is better then.
 */

/**
 * In how many games something was played, and how they ended for the side that acted.
 * @typedef {object} ExplorerTally
 * @property {number} games
 * @property {number} wins
 * @property {number} draws
 * @property {number} losses
 * @property {number} unfinished       Games without a result.
 * @property {number | null} score     The share of points, 0 to 1; a draw is half a point. Null if no game has a result.
 * @property {number | null} rating    The average rating of the players who acted, of those games that state it; null if none does.
 * @property {number | null} level     The average level of the engines that acted; null if none is known.
 */

/**
 * A decision that was played.
 * @typedef {object} ExplorerDecision
 * @property {number} games
 * @property {number} wins
 * @property {number} draws
 * @property {number} losses
 * @property {number} unfinished       Games without a result.
 * @property {number | null} score     The share of points, 0 to 1; a draw is half a point. Null if no game has a result.
 * @property {number | null} rating    The average rating of the players who acted, of those games that state it; null if none does.
 * @property {number | null} level     The average level of the engines that acted; null if none is known.
 * @property {string} decision         In notation.
 * @property {string[]} equivalents    Other decisions that lead to the same position or to an image of it, and are counted with it.
 */

/**
 * What was played in a position and in its images under the symmetries of the board.
 * @typedef {object} ExplorerAnswer
 * @property {string} game
 * @property {string} version
 * @property {Record<string, number | string>} options    Those that differ from their defaults.
 * @property {string} position
 * @property {"white" | "black"} side                     To act.
 * @property {number} turns                               The explorer has this number of turns of each game; positions after them are not found.
 * @property {ExplorerTally} total
 * @property {ExplorerDecision[]} decisions               The most frequent one first, at most 100.
 * @property {number} more                                How many decisions are left out.
 */

/**
 * What the visitor's own finished games have of a position.
 * @typedef {object} OwnExplorerAnswer
 * @property {string} game
 * @property {string} version
 * @property {Record<string, number | string>} options    Those that differ from their defaults.
 * @property {string} position
 * @property {"white" | "black"} side                     To act.
 * @property {number} turns                               The explorer has this number of turns of each game; positions after them are not found.
 * @property {ExplorerTally} total
 * @property {ExplorerDecision[]} decisions               The most frequent one first, at most 100.
 * @property {number} more                                How many decisions are left out.
 * @property {number} waiting                             How many of them are not counted yet; the same request goes on with them.
 */

/**
 * How many games of one version there are.
 * @typedef {object} ExplorerGames
 * @property {string} game
 * @property {string} version
 * @property {Record<string, string>} options    Those that differ from their defaults.
 * @property {number} games
 */

/**
 * What the explorer of the server contains.
 * @typedef {object} ExplorerContents
 * @property {number} turns             Of each game.
 * @property {ExplorerGames[]} games    The version with most games first.
 */

/** @typedef {number} Count */

/** @typedef {string} DecisionText */

/** @typedef {"" | "!!" | "!" | "!?" | "?!" | "?" | "??"} Marked */

/**
 * What is said about a turn of the game itself: the one that ends after `at` decisions.
 * @typedef {object} AnalysisNote
 * @property {string} [comment]
 * @property {Marked} [mark]
 * @property {number} [chance]
 * @property {number} [score]
 * @property {number} [wins_in]
 * @property {number} [depth]
 * @property {Count} at
 */

/**
 * A turn of a variation. It follows another node, or the first `at` decisions of the game.
 * The first node that follows another one goes on with its line; further ones are variations.
 * @typedef {object} AnalysisNode
 * @property {string} [comment]
 * @property {Marked} [mark]
 * @property {number} [chance]
 * @property {number} [score]
 * @property {number} [wins_in]
 * @property {number} [depth]
 * @property {Count | null} parent    The number of the node before it, which stands earlier in the list; null if it follows the game.
 * @property {Count} at               After how many decisions of the game its line begins.
 * @property {string} text            The turn in notation; what it has of the game before `at` is part of it.
 * @property {Side} side
 * @property {DecisionText[]} decisions
 * @property {boolean} finished
 * @property {string} [name]          The name of the variation that begins here.
 */

/**
 * All that was added to a game.
 * @typedef {object} AnalysisTree
 * @property {AnalysisNote[]} notes
 * @property {AnalysisNode[]} nodes
 */

/**
 * An analysis of a game.
 * @typedef {object} AnalysisAnswer
 * @property {string | null} id      For a link; null while nothing is kept.
 * @property {string} table
 * @property {boolean} own           It belongs to this visitor, who may change it.
 * @property {AnalysisTree} tree
 * @property {string[]} decisions    Those of the game so far.
 * @property {boolean} explorer      The server has an explorer, which says what was played in a position.
 */

/**
 * An analysis was kept.
 * @typedef {object} KeptAnalysis
 * @property {string} id
 */

/**
 * A study or a chapter in a list.
 * @typedef {object} StudyHead
 * @property {string} id
 * @property {string} title
 */

/**
 * The studies that the visitor may change, the latest first.
 * @typedef {object} StudyList
 * @property {StudyHead[]} studies
 */

/**
 * The game of a chapter with what was added to it.
 * @typedef {object} ChapterBoard
 * @property {TableGame} game
 * @property {Seats} seats
 * @property {string[]} sides    The names of White and Black in this game.
 * @property {number} number     How many decisions the game has.
 * @property {Turn[]} turns
 * @property {string[]} decisions
 * @property {AnalysisTree} tree
 * @property {Varied} shown      Its first position.
 */

/**
 * A chapter.
 * @typedef {object} ChapterView
 * @property {string} id
 * @property {number} version
 * @property {string} title
 * @property {string} before
 * @property {string} after
 * @property {ChapterBoard | null} board
 */

/**
 * A study with one of its chapters.
 * @typedef {object} StudyView
 * @property {string} id
 * @property {string} title
 * @property {number} version
 * @property {boolean} edit                  The visitor may change it.
 * @property {boolean} own                   It belongs to the visitor, who may also delete it.
 * @property {StudyHead[]} chapters
 * @property {ChapterView | null} chapter    Null if it has no chapters.
 */

/**
 * The version after a change, which the next change has to name.
 * @typedef {object} StudyVersion
 * @property {number} version
 */

/**
 * A study, and the chapter that was added to it.
 * @typedef {object} CreatedStudy
 * @property {string} id
 * @property {string | null} chapter
 */

/**
 * The key in the link for editing; it is in this answer only.
 * @typedef {object} StudyLink
 * @property {string} key
 */

/**
 * The side of the player who creates the table; a guest will play the other one.
 * @typedef {object} InviteRequest
 * @property {"white" | "black" | "lot"} side
 * @property {string | null} [name]
 * @property {number | null} [first_to]    The number of wins that decides a match, of which this is the first game.
 */

/**
 * A new table, from a game, a menu or a record; with `seats` or with an invitation.
 * @typedef {object} NewTableRequest
 * @property {string | null} [game]
 * @property {string | null} [version]
 * @property {Record<string, number | string> | null} [options]
 * @property {string | null} [position]
 * @property {number | null} [seed]
 * @property {string | null} [menu]
 * @property {string | null} [record]
 * @property {Record<string, unknown> | null} [seats]
 * @property {Record<string, unknown> | null} [clock]
 * @property {InviteRequest | null} [invite]
 */

/**
 * A table that continues from a position of another one.
 * @typedef {object} BranchRequest
 * @property {number} at
 * @property {Record<string, unknown> | null} [seats]
 */

/**
 * Keeps the visitor's analysis of a table's game.
 * @typedef {object} AnalysisRequest
 * @property {AnalysisTree} tree
 */

/**
 * A new chapter with the game of a table and an analysis of it; without a table, one with text only.
 * @typedef {object} NewChapterRequest
 * @property {string} [title]
 * @property {string | null} [table]
 * @property {AnalysisTree | null} [tree]
 */

/**
 * Changes the title of a study and the order of its chapters; those that are left out are deleted.
 * @typedef {object} StudyRequest
 * @property {number} version
 * @property {string} [writer]    Names the page, which may write on after its own changes even if it has not got the answer.
 * @property {string} title
 * @property {string[]} chapters
 */

/**
 * Changes a chapter.
 * @typedef {object} ChapterRequest
 * @property {number} version
 * @property {string} [writer]
 * @property {string} title
 * @property {string} before
 * @property {string} after
 * @property {AnalysisTree} tree
 */

/**
 * Opens a study with the key in its link for editing.
 * @typedef {object} StudyKeyRequest
 * @property {string} key
 */

/**
 * Asks for the position after `at` decisions and a line of others, and what can be pointed at there.
 * @typedef {object} ChapterPositionRequest
 * @property {number} at
 * @property {string[]} [line]
 * @property {Target[]} [prefix]
 * @property {boolean} [effect]    Also what the decision would do, if the prefix means one.
 */

/**
 * Takes a seat with its key.
 * @typedef {object} SitRequest
 * @property {string} key
 * @property {string | null} [name]
 */

/**
 * Creates a link to a seat.
 * @typedef {object} LinkRequest
 * @property {"white" | "black" | null} [side]
 * @property {boolean} [renew]    Invalidate all other links and devices of the seat.
 * @property {boolean} [free]     Take the seat from somebody who was invited and has not decided anything yet: it waits again.
 */

/**
 * A browser in which the player of a seat wants to be told, as its push service has named it.
 * @typedef {object} PushRequest
 * @property {string} endpoint
 * @property {string} p256dh
 * @property {string} auth
 */

/**
 * The push service of a browser has given it another address.
 * @typedef {object} MovePushRequest
 * @property {string} endpoint
 * @property {string} p256dh
 * @property {string} auth
 * @property {string} old
 */

/**
 * A browser in which the player of a seat is told no longer.
 * @typedef {object} StopPushRequest
 * @property {string} endpoint
 */

/**
 * A mail address at which the player of a seat wants to be told.
 * @typedef {object} MailRequest
 * @property {string} address
 */

/**
 * Draws a link as a QR code.
 * @typedef {object} QrCodeRequest
 * @property {string} link
 */

/**
 * Asks why a decision does not solve a puzzle.
 * @typedef {object} WhyNotRequest
 * @property {number} played    The number of decisions of the line before it.
 * @property {Target[]} path    What was pointed at.
 */

/**
 * A new tournament: what is played as for a new table, and who plays.
 * @typedef {object} NewTournamentRequest
 * @property {string} name
 * @property {"round robin" | "swiss"} kind
 * @property {number | null} [rounds]                     Of a Swiss tournament; in a round robin everybody meets everybody.
 * @property {"nobody" | "link" | "everybody"} [watch]    Who may watch besides players: nobody, who has the link, or everybody.
 * @property {string[]} [players]
 * @property {string | null} [game]
 * @property {string | null} [version]
 * @property {Record<string, number | string> | null} [options]
 * @property {string | null} [menu]
 * @property {Record<string, unknown> | null} [clock]
 */

/**
 * Opens a tournament with the key in a link.
 * @typedef {object} EnterRequest
 * @property {string} key
 */

/**
 * Changes the name of a tournament, or who may watch it.
 * @typedef {object} TournamentSettingsRequest
 * @property {string | null} [name]
 * @property {"nobody" | "link" | "everybody" | null} [watch]
 */

/**
 * Adds a player to a tournament.
 * @typedef {object} NewPlayerRequest
 * @property {string} name
 */

/**
 * Names a player of a tournament; the organiser is 0.
 * @typedef {object} PlayerRequest
 * @property {number} player
 */

/**
 * Closes a round and begins the next one; 0 begins the first one.
 * @typedef {object} NextRoundRequest
 * @property {number} round
 */

/**
 * Names a game of a tournament.
 * @typedef {object} GameRequest
 * @property {number} round
 * @property {number} board
 */

/**
 * Enters the result of a game; null lets that of the table count again.
 * @typedef {object} ResultRequest
 * @property {number} round
 * @property {number} board
 * @property {"1-0" | "0-1" | "1/2-1/2" | "+/-" | "-/+" | "-/-" | null} result
 */

/**
 * A position to be checked and drawn; the start of the game if there is none.
 * @typedef {object} PositionRequest
 * @property {string} game
 * @property {string | null} [position]
 * @property {string | null} [version]    Empty for the version that the text of the position names, or for the first one.
 * @property {Record<string, unknown> | null} [options]
 */

/**
 * Exchange what stands at two places.
 * @typedef {object} MovePieceRequest
 * @property {string} game
 * @property {string} version
 * @property {string} position
 * @property {string} from
 * @property {string} to
 */

/**
 * Put a piece at a place; an empty text empties the place.
 * @typedef {object} PlacePieceRequest
 * @property {string} game
 * @property {string} version
 * @property {string} position
 * @property {string} at
 * @property {string} piece    As the palette writes it.
 */

/**
 * Choices of a menu to be checked; those that are left out are the preset's.
 * @typedef {object} MenuChoicesRequest
 * @property {string | null} [preset]
 * @property {Record<string, unknown>} [choices]
 */

/**
 * A menu to be read.
 * @typedef {object} MenuTextRequest
 * @property {string} toml
 */

export {};
