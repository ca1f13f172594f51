/* A complete engine for DVONN in C: it looks one decision ahead. It speaks the protocol of docs/protocol.md.
 *
 *     cc -O2 -o dvonn dvonn.c
 *     gipfel check-engine ./dvonn
 *     gipfel terminal dvonn --black engine:./dvonn
 *
 * A space is column + 11 * row with columns a to k and rows 1 to 5. In a row the columns go up to the right, so
 * the six neighbours of a space are at (1,0), (1,1), (0,1), (-1,0), (-1,-1) and (0,-1).
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COLUMNS = 11, ROWS = 5, SPACES = COLUMNS * ROWS, ALL_PIECES = 49, LONGEST_GAME = 400, MOST = 400 };
enum { LONGEST_LINE = 65536, PASS = -1 };

typedef struct {
    char owner[SPACES]; /* 'W', 'B', 'R' or 0 for an empty space */
    int height[SPACES], reds[SPACES];
    char side;  /* 'W' or 'B' */
    char phase; /* 'P' for placing, 'M' for moving */
    int placed;
} Position;

typedef struct {
    int from, to; /* from == to for a placement, both PASS for a pass */
} Decision;

static const int STEP[6][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 0}, {-1, -1}, {0, -1}};
static Position history[LONGEST_GAME];
static int length = 0; /* of the history; 0 before the first game */

static char other(char side) { return side == 'W' ? 'B' : 'W'; }

static int exists(int column, int row) {
    int first = row > 2 ? row - 2 : 0, last = row + 8 < 10 ? row + 8 : 10;
    return row >= 0 && row < ROWS && column >= first && column <= last;
}

/* The space at a number of steps in a direction; -1 outside of the board. */
static int at_distance(int space, int direction, int steps) {
    int column = space % COLUMNS + steps * STEP[direction][0], row = space / COLUMNS + steps * STEP[direction][1];
    return exists(column, row) ? column + COLUMNS * row : -1;
}

/* --- The rules --------------------------------------------------------------------------------------- */

static int moves(const Position *p, char side, Decision *out) {
    int n = 0;
    for (int space = 0; space < SPACES; space++) {
        if (p->owner[space] != side) continue;
        int enclosed = 1;
        for (int d = 0; d < 6; d++) {
            int beside = at_distance(space, d, 1);
            if (beside < 0 || !p->owner[beside]) enclosed = 0;
        }
        for (int d = 0; !enclosed && d < 6; d++) {
            int target = at_distance(space, d, p->height[space]);
            if (target >= 0 && p->owner[target]) out[n++] = (Decision){space, target};
        }
    }
    return n;
}

/* All legal decisions; none if the game is over. */
static int decisions(const Position *p, Decision *out) {
    Decision theirs[MOST];
    int n = 0;
    if (p->phase == 'P') {
        for (int space = 0; space < SPACES; space++)
            if (exists(space % COLUMNS, space / COLUMNS) && !p->owner[space]) out[n++] = (Decision){space, space};
        return n;
    }
    n = moves(p, p->side, out);
    if (n == 0 && moves(p, other(p->side), theirs)) out[n++] = (Decision){PASS, PASS};
    return n;
}

static void put(Position *p, int space, char owner, int height, int reds) {
    p->owner[space] = owner;
    p->height[space] = height;
    p->reds[space] = reds;
}

/* Everything that is not linked to a red piece leaves the game. */
static void remove_isolated(Position *p) {
    int linked[SPACES] = {0}, stack[SPACES], n = 0;
    for (int space = 0; space < SPACES; space++)
        if (p->reds[space]) linked[stack[n++] = space] = 1;
    while (n) {
        int space = stack[--n];
        for (int d = 0; d < 6; d++) {
            int beside = at_distance(space, d, 1);
            if (beside >= 0 && p->owner[beside] && !linked[beside]) linked[stack[n++] = beside] = 1;
        }
    }
    for (int space = 0; space < SPACES; space++)
        if (!linked[space]) put(p, space, 0, 0, 0);
}

static void play(Position *p, Decision d) {
    if (p->phase == 'P') {
        int red = p->placed < 3;
        put(p, d.to, red ? 'R' : p->side, 1, red);
        if (++p->placed == ALL_PIECES)
            p->phase = 'M', p->side = 'W'; /* White has placed the last piece, and moves */
        else
            p->side = other(p->side);
        return;
    }
    if (d.from != PASS) {
        put(p, d.to, p->side, p->height[d.from] + p->height[d.to], p->reds[d.from] + p->reds[d.to]);
        put(p, d.from, 0, 0, 0);
        remove_isolated(p);
    }
    p->side = other(p->side);
}

/* --- Notation ---------------------------------------------------------------------------------------- */

static void write_decision(Decision d, char *text) {
    if (d.from == PASS)
        strcpy(text, "pass");
    else if (d.from == d.to)
        sprintf(text, "%c%d", 'a' + d.to % COLUMNS, 1 + d.to / COLUMNS);
    else
        sprintf(text, "%c%d-%c%d", 'a' + d.from % COLUMNS, 1 + d.from / COLUMNS, 'a' + d.to % COLUMNS,
                1 + d.to / COLUMNS);
}

static void print_position(const Position *p) {
    printf("position ");
    for (int row = ROWS - 1; row >= 0; row--) {
        for (int column = 0; column < COLUMNS; column++) {
            int space = column + COLUMNS * row;
            if (!exists(column, row)) continue;
            putchar(p->owner[space] ? p->owner[space] : '.');
            if (p->height[space] > 1) printf("%d", p->height[space]);
            for (int i = 0; i < p->reds[space] && p->owner[space] != 'R'; i++) putchar('*');
        }
        if (row) putchar('/');
    }
    printf(" %c %c\n", p->side, p->phase);
}

/* Reads a position text; 0 if it is none. */
static int read_position(const char *text, Position *p) {
    memset(p, 0, sizeof *p);
    int reds = 0, pieces = 0;
    for (int row = ROWS - 1; row >= 0; row--) {
        for (int column = 0; column < COLUMNS; column++) {
            if (!exists(column, row)) continue;
            char owner = *text ? *text++ : 0;
            if (owner == '.') continue;
            if (!owner || !strchr("WBR", owner)) return 0;
            char *end;
            int height = isdigit((unsigned char)*text) ? (int)strtol(text, &end, 10) : 1, inside = owner == 'R';
            if (isdigit((unsigned char)*text)) text = end;
            while (*text == '*') text++, inside++;
            if (height < 1 || height > ALL_PIECES || inside > height) return 0;
            put(p, column + COLUMNS * row, owner, height, inside);
            reds += inside, pieces += height;
        }
        if (row && *text++ != '/') return 0;
    }
    if (text[0] != ' ' || !text[1] || !strchr("WB", text[1]) || text[2] != ' ') return 0;
    if (!text[3] || !strchr("PM", text[3]) || text[4]) return 0;
    p->side = text[1], p->phase = text[3], p->placed = pieces;
    return pieces <= ALL_PIECES && reds <= 3 && (p->phase == 'P' || reds == 3);
}

/* --- The engine itself: replace this by something better ------------------------------------------------ */

static int score(const Position *p, char side) {
    int total = 0;
    for (int space = 0; space < SPACES; space++)
        if (p->owner[space] == 'W' || p->owner[space] == 'B')
            total += p->owner[space] == side ? p->height[space] : -p->height[space];
    return total;
}

/* Is this decision among those behind `searchmoves`, if there are any? */
static int is_wanted(Decision d, const char *only) {
    char text[16];
    write_decision(d, text);
    for (size_t n = strlen(text); only && (only = strstr(only, text)); only += n)
        if (only[-1] == ' ' && (only[n] == ' ' || !only[n])) return 1;
    return 0;
}

static Decision choose(const Position *p, const char *only) {
    Decision found[MOST], best = {PASS, PASS};
    int n = decisions(p, found), highest = -1000, equal = 0;
    for (int i = 0; i < n; i++) {
        Position after = *p;
        if (only && !is_wanted(found[i], only)) continue;
        play(&after, found[i]);
        int value = score(&after, p->side);
        if (value > highest) highest = value, equal = 0;
        if (value == highest && rand() % ++equal == 0) best = found[i];
    }
    return only && !equal ? choose(p, NULL) : best; /* none of the wanted ones is legal */
}

/* --- The protocol -------------------------------------------------------------------------------------- */

static void go(const Position *p, const char *arguments) {
    Decision found[MOST];
    char text[16];
    if (!decisions(p, found)) {
        puts("error the game is over");
        return;
    }
    if (!strncmp(arguments, "by ", 3) && toupper((unsigned char)arguments[3]) != p->side) {
        puts("best -"); /* it is not this side's turn */
        return;
    }
    write_decision(choose(p, strstr(arguments, "searchmoves ")), text);
    printf("best %s\n", text);
}

static void play_text(const char *text) {
    Decision found[MOST];
    char known[16];
    int n = decisions(&history[length - 1], found);
    if (!strncmp(text, "by ", 3) && strchr(text + 3, ' ')) text = strchr(text + 3, ' ') + 1;
    for (int i = 0; i < n && length < LONGEST_GAME; i++) {
        write_decision(found[i], known);
        if (strcmp(text, known)) continue;
        history[length] = history[length - 1];
        play(&history[length++], found[i]);
        puts("ok");
        return;
    }
    puts("error this decision is not legal");
}

static void list(const Position *p) {
    Decision found[MOST];
    char text[16];
    int n = decisions(p, found);
    for (int i = 0; i < n; i++) {
        write_decision(found[i], text);
        printf("decision %s\n", text);
    }
    printf("decisions %d\n", n);
}

static void answer(char *word, char *rest) {
    const Position *p = &history[length ? length - 1 : 0];
    Position read;
    if (!strcmp(word, "hello") && !strcmp(rest, "1"))
        puts("name DVONN in C\ngame dvonn standard random\nhello 1");
    else if (!strcmp(word, "ping"))
        puts("pong");
    else if (!strcmp(word, "new") && (!strcmp(rest, "dvonn standard") || !strcmp(rest, "dvonn random"))) {
        read_position("........./........../.........../........../......... W P", &history[0]);
        length = 1; /* a random start is sent by `position` */
        puts("ok");
    } else if (!length)
        puts("error no game has begun; this engine plays: new dvonn standard, new dvonn random");
    else if (!strcmp(word, "ready"))
        puts("ready");
    else if (!strcmp(word, "position") && read_position(rest, &read)) {
        history[0] = read;
        length = 1;
        puts("ok");
    } else if (!strcmp(word, "play"))
        play_text(rest);
    else if (!strcmp(word, "undo") && length > 1) {
        length--;
        puts("ok");
    } else if (!strcmp(word, "where"))
        print_position(p);
    else if (!strcmp(word, "decisions"))
        list(p);
    else if (!strcmp(word, "go"))
        go(p, rest);
    else
        puts("error this command or its argument is not understood");
}

int main(void) {
    static char line[LONGEST_LINE];
    srand((unsigned)time(NULL));
    while (fgets(line, sizeof line, stdin)) {
        while (!strchr(line, '\n') && !feof(stdin) && getchar() != '\n') line[0] = '?'; /* too long */
        line[strcspn(line, "\r\n")] = 0;
        char *rest = strchr(line, ' ');
        if (rest) *rest++ = 0;
        if (!strcmp(line, "quit")) break;
        if (strcmp(line, "stop")) answer(line, rest ? rest : ""); /* it never thinks long enough to be stopped */
        fflush(stdout);
    }
    return 0;
}
