//! A complete engine for GIPF in its basic version, in Rust: it looks one decision ahead. It speaks the protocol of
//! docs/protocol.md and needs nothing but the standard library.
//!
//!     rustc --edition 2021 -O gipf.rs
//!     gipfel check-engine ./gipf
//!     gipfel terminal gipf --version basic --black engine:./gipf
//!
//! The board has 37 spots in 21 lines. A line is a list of spots between two dots, from which pieces are pushed in.

use std::io::{self, BufRead, Write};
use std::time::{SystemTime, UNIX_EPOCH};

const COLUMNS: &str = "abcdefghi";
const STEPS: [(i32, i32); 3] = [(0, 1), (1, 0), (1, -1)];
const START: &str = "b2w/5/6/w5b/6/5/b2w w 12/12 0/0 B s";
const LONGEST_LINE: usize = 65_536;

type Answer = Result<String, String>;

/// The name of a point with axial coordinates; the centre is e5 = (0, 0).
fn name(q: i32, r: i32) -> String {
    format!("{}{}", &COLUMNS[(q + 4) as usize..(q + 5) as usize], r + 5 + q.min(0))
}

fn distance(q: i32, r: i32) -> i32 {
    q.abs().max(r.abs()).max((q + r).abs())
}

/// Spots in the order of a position text, and lines with the dots at both ends.
struct Board {
    spots: Vec<String>,
    lines: Vec<Line>,
}

struct Line {
    spots: Vec<usize>,
    dots: [String; 2],
}

impl Board {
    fn new() -> Board {
        let inside: Vec<(i32, i32)> =
            (-3..=3).flat_map(|q| (-3..=3).map(move |r| (q, r))).filter(|&(q, r)| distance(q, r) <= 3).collect();
        let number = |q, r| inside.iter().position(|&spot| spot == (q, r));
        let mut lines = Vec::new();
        for &(q, r) in &inside {
            for (dq, dr) in STEPS {
                if number(q - dq, r - dr).is_some() {
                    continue; // the line begins elsewhere
                }
                let spots: Vec<usize> = (0..7).map_while(|n| number(q + n * dq, r + n * dr)).collect();
                let end = spots.len() as i32;
                lines.push(Line { spots, dots: [name(q - dq, r - dr), name(q + end * dq, r + end * dr)] });
            }
        }
        Board { spots: inside.iter().map(|&(q, r)| name(q, r)).collect(), lines }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Phase {
    Start, // rows that the opponent has left are taken
    Push,
    End, // rows that the push has made are taken
}

#[derive(Clone)]
struct Position {
    pieces: Vec<Option<usize>>, // for each spot 0 for White, 1 for Black
    side: usize,
    reserve: [u32; 2],
    lost: [u32; 2],
    phase: Phase,
    taken: Vec<String>, // the lines from which a row was taken in this phase
}

#[derive(Clone)]
struct Decision {
    text: String,
    spots: Vec<usize>, // of the row that is taken, or of the line that is pushed, from the dot on
    row: bool,
}

// --- The rules ------------------------------------------------------------------------------------------------

impl Position {
    /// The rows of the side to act: whole runs with four of its pieces side by side.
    fn rows(&self, board: &Board) -> Vec<(Vec<usize>, String)> {
        let mut rows = Vec::new();
        for line in &board.lines {
            for run in line.spots.split(|&spot| self.pieces[spot].is_none()) {
                if run.windows(4).any(|four| four.iter().all(|&spot| self.pieces[spot] == Some(self.side))) {
                    let ends = (line.spots[0], line.spots[line.spots.len() - 1]);
                    rows.push((run.to_vec(), format!("{}-{}", board.spots[ends.0], board.spots[ends.1])));
                }
            }
        }
        rows
    }

    fn is_over(&self, board: &Board) -> bool {
        self.reserve[self.side] == 0 && self.phase != Phase::End && self.rows(board).is_empty()
    }

    /// All legal decisions; none if the game is over.
    fn decisions(&self, board: &Board) -> Vec<Decision> {
        let rows = self.rows(board);
        if self.phase != Phase::Push && !rows.is_empty() {
            return rows.into_iter().map(|(run, _)| self.taking(board, run)).collect();
        }
        if self.is_over(board) {
            return Vec::new();
        }
        let mut found: Vec<Decision> = Vec::new();
        for line in &board.lines {
            let backwards: Vec<usize> = line.spots.iter().rev().copied().collect();
            for (spots, dot) in [(&line.spots, &line.dots[0]), (&backwards, &line.dots[1])] {
                if let Some(free) = spots.iter().position(|&spot| self.pieces[spot].is_none()) {
                    let end = &board.spots[spots[free]];
                    let text = if free == 0 { end.clone() } else { format!("{dot}-{end}") };
                    // All dots that lead to a free spot give the same decision.
                    if !found.iter().any(|known| known.text == text) {
                        found.push(Decision { text, spots: spots[..=free].to_vec(), row: false });
                    }
                }
            }
        }
        found
    }

    fn taking(&self, board: &Board, mut run: Vec<usize>) -> Decision {
        run.sort_by_key(|&spot| &board.spots[spot]);
        let marked = |&spot: &usize| {
            let mark = if self.pieces[spot] == Some(self.side) { "" } else { "*" };
            format!("{}{mark}", board.spots[spot])
        };
        let text = format!("x{}", run.iter().map(marked).collect::<Vec<_>>().join(","));
        Decision { text, spots: run, row: true }
    }

    /// The position after a legal decision.
    fn play(&self, board: &Board, decision: &Decision) -> Position {
        let mut after = self.clone();
        if decision.row {
            let (_, line) = self.rows(board).into_iter().find(|(run, _)| same(run, &decision.spots)).expect("a row");
            after.taken.push(line);
            for &spot in &decision.spots {
                match after.pieces[spot].take() {
                    Some(owner) if owner == self.side => after.reserve[owner] += 1,
                    Some(owner) => after.lost[owner] += 1,
                    None => {}
                }
            }
        } else {
            after.taken.clear();
            for pair in decision.spots.windows(2).rev() {
                after.pieces[pair[1]] = after.pieces[pair[0]];
            }
            after.pieces[decision.spots[0]] = Some(self.side);
            after.reserve[self.side] -= 1;
            after.phase = Phase::End;
        }
        if after.phase != Phase::Push && after.rows(board).is_empty() {
            after.go_on();
        }
        after
    }

    /// No row is left to take.
    fn go_on(&mut self) {
        self.taken.clear();
        if self.phase == Phase::Start {
            self.phase = Phase::Push;
        } else {
            self.phase = Phase::Start;
            self.side = 1 - self.side;
        }
    }
}

fn same(one: &[usize], other: &[usize]) -> bool {
    one.len() == other.len() && one.iter().all(|spot| other.contains(spot))
}

// --- Notation ---------------------------------------------------------------------------------------------------

impl Position {
    fn write(&self, board: &Board) -> String {
        let mut text = String::new();
        let mut free = 0;
        for (spot, piece) in self.pieces.iter().enumerate() {
            let new_column = spot > 0 && board.spots[spot][..1] != board.spots[spot - 1][..1];
            if (new_column || piece.is_some()) && free > 0 {
                text += &free.to_string();
                free = 0;
            }
            if new_column {
                text += "/";
            }
            match piece {
                Some(owner) => text += ["w", "b"][*owner],
                None => free += 1,
            }
        }
        if free > 0 {
            text += &free.to_string();
        }
        let ([white, black], [lost_white, lost_black]) = (self.reserve, self.lost);
        let phase = ["s", "m", "e"][self.phase as usize];
        let taken = if self.taken.is_empty() { String::new() } else { format!(":{}", self.taken.join("+")) };
        let side = ["w", "b"][self.side];
        format!("{text} {side} {white}/{black} {lost_white}/{lost_black} B {phase}{taken}")
    }

    fn read(board: &Board, text: &str) -> Result<Position, String> {
        let words: Vec<&str> = text.split(' ').collect();
        let [columns, side, reserve, lost, "B", phase] = words[..] else {
            return Err("this is not a position of GIPF basic".to_string());
        };
        let mut pieces = Vec::new();
        for (number, column) in columns.split('/').enumerate() {
            for letter in column.chars() {
                match letter {
                    'w' => pieces.push(Some(0)),
                    'b' => pieces.push(Some(1)),
                    '1'..='7' => pieces.resize(pieces.len() + letter as usize - '0' as usize, None),
                    _ => return Err(format!("{letter:?} is not a piece")),
                }
            }
            let upto = board.spots.iter().filter(|spot| column_of(spot) <= number).count();
            if pieces.len() != upto || number > 6 {
                return Err(format!("column {} of the board is wrong", number + 1));
            }
        }
        let (phase, taken) = phase.split_once(':').unwrap_or((phase, ""));
        let phase = match phase {
            "s" => Phase::Start,
            "m" => Phase::Push,
            "e" => Phase::End,
            _ => return Err(format!("{phase:?} is not a phase")),
        };
        if pieces.len() != board.spots.len() || !["w", "b"].contains(&side) {
            return Err("this is not a position of GIPF basic".to_string());
        }
        let taken = taken.split('+').filter(|line| !line.is_empty()).map(String::from).collect();
        let side = usize::from(side == "b");
        Ok(Position { pieces, side, reserve: two(reserve)?, lost: two(lost)?, phase, taken })
    }
}

fn column_of(spot: &str) -> usize {
    COLUMNS.find(&spot[..1]).map_or(0, |column| column - 1)
}

fn two(text: &str) -> Result<[u32; 2], String> {
    let numbers: Vec<u32> = text.split('/').filter_map(|word| word.parse().ok()).filter(|&n| n <= 18).collect();
    <[u32; 2]>::try_from(numbers).map_err(|_| format!("{text:?} is not a pair of numbers"))
}

// --- The engine itself: replace this by something better ---------------------------------------------------------

/// Pieces in reserve and captured ones count.
fn score(position: &Position, side: usize) -> i64 {
    let own = i64::from(position.reserve[side]) - i64::from(position.reserve[1 - side]);
    own + 3 * (i64::from(position.lost[1 - side]) - i64::from(position.lost[side]))
}

struct Engine {
    board: Board,
    past: Vec<Position>,
    random: u64,
}

impl Engine {
    fn choose(&mut self, position: &Position, wanted: &[&str]) -> String {
        let legal = position.decisions(&self.board);
        let some: Vec<&Decision> = legal.iter().filter(|known| wanted.contains(&known.text.as_str())).collect();
        let candidates = if some.is_empty() { legal.iter().collect() } else { some };
        let mut best = (i64::MIN, 0, String::new());
        for decision in candidates {
            self.random ^= self.random << 13;
            self.random ^= self.random >> 7;
            self.random ^= self.random << 17;
            let worth = score(&position.play(&self.board, decision), position.side);
            if (worth, self.random) > (best.0, best.1) {
                best = (worth, self.random, decision.text.clone());
            }
        }
        best.2
    }

    // --- The protocol ---------------------------------------------------------------------------------------------

    fn answer(&mut self, line: &str) -> Answer {
        let (word, text) = line.split_once(' ').unwrap_or((line, ""));
        match (word, self.past.last().cloned()) {
            ("hello", _) if text == "1" => Ok("name GIPF in Rust\ngame gipf basic\nhello 1".to_string()),
            ("ping", _) => Ok("pong".to_string()),
            ("new", _) => self.begin(text),
            (_, None) => Err("no game has begun; this engine plays: new gipf basic".to_string()),
            ("ready", _) => Ok("ready".to_string()),
            ("position", _) => {
                self.past = vec![Position::read(&self.board, text)?];
                Ok("ok".to_string())
            }
            ("play", Some(position)) => self.play(&position, text),
            ("undo", _) if self.past.len() > 1 => {
                self.past.pop();
                Ok("ok".to_string())
            }
            ("where", Some(position)) => Ok(format!("position {}", position.write(&self.board))),
            ("decisions", Some(position)) => {
                let found = position.decisions(&self.board);
                let listed: String = found.iter().map(|known| format!("decision {}\n", known.text)).collect();
                Ok(format!("{listed}decisions {}", found.len()))
            }
            ("go", Some(position)) => self.go(&position, text),
            _ => Err("this command is not understood".to_string()),
        }
    }

    fn begin(&mut self, text: &str) -> Answer {
        let mut words = text.split(' ');
        if (words.next(), words.next()) != (Some("gipf"), Some("basic")) {
            return Err("this engine plays: new gipf basic".to_string());
        }
        let mut start = Position::read(&self.board, START)?;
        for option in words {
            let more = |value: &str| value.parse::<u32>().ok().filter(|&n| n <= 3).ok_or("it is 0 to 3".to_string());
            match option.split_once('=') {
                Some(("extra_white", value)) => start.reserve[0] += more(value)?,
                Some(("extra_black", value)) => start.reserve[1] += more(value)?,
                _ => return Err(format!("there is no option {option:?}")),
            }
        }
        self.past = vec![start];
        Ok("ok".to_string())
    }

    fn play(&mut self, position: &Position, text: &str) -> Answer {
        let text = text.trim_start_matches("by white ").trim_start_matches("by black ");
        let found = position.decisions(&self.board).into_iter().find(|known| known.text == text);
        let decision = found.ok_or("this decision is not legal".to_string())?;
        self.past.push(position.play(&self.board, &decision));
        Ok("ok".to_string())
    }

    fn go(&mut self, position: &Position, text: &str) -> Answer {
        if position.decisions(&self.board).is_empty() {
            return Err("the game is over".to_string());
        }
        let waiting = ["by black", "by white"][position.side];
        if text.starts_with(waiting) {
            return Ok("best -".to_string()); // it is not this side's turn
        }
        let wanted: Vec<&str> = text.split(' ').skip_while(|&word| word != "searchmoves").skip(1).collect();
        Ok(format!("best {}", self.choose(position, &wanted)))
    }
}

fn main() -> io::Result<()> {
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64 | 1);
    let mut engine = Engine { board: Board::new(), past: Vec::new(), random: seed };
    let mut input = io::stdin().lock();
    let mut bytes = Vec::new();
    while input.read_until(b'\n', &mut bytes)? > 0 {
        let line = String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST_LINE)]).trim().to_string();
        bytes.clear();
        match line.as_str() {
            "quit" => break,
            "stop" => continue, // it never thinks long enough to be stopped
            _ => {}
        }
        let answer = engine.answer(&line).unwrap_or_else(|problem| format!("error {problem}"));
        println!("{answer}");
        io::stdout().flush()?;
    }
    Ok(())
}
