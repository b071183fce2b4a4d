"""nvsd-kernel repl, as somebody sits before it."""

import re

import pytest

from terminal import Terminal


@pytest.fixture
def repl(binary, tmp_path, monkeypatch):
    monkeypatch.setenv("NVSD_HISTORY", str(tmp_path / "history"))
    opened = []

    def open():
        opened.append(Terminal(binary, "repl"))
        opened[-1].shows(r"^In\[1\]:")
        return opened[-1]

    yield open
    for terminal in opened:
        terminal.child.close(force=True)


def keys(terminal, *steps):
    """Types keys, each after the screen shows what is before them, and answers where the cursor is."""
    for what in steps:
        if isinstance(what, str):
            terminal.settle()
            terminal.types(what)
        else:
            terminal.shows(what.pattern)


def at(prompt):
    return re.compile(prompt)


UP = "\x1b[A"


def test_a_cell_of_many_lines(repl):
    t = repl()
    keys(t, "for i := range 3 {\r", at(r"3 \{$"), "if i > 0 {\r", 'fmt.Println("é", 10*i)\r', "}\r", "}\r")
    t.shows(r"^é 10\n^é 20\n^In\[2\]:")
    cell = 'for i := range 3 {\n           if i > 0 {\n               fmt.Println("é", 10*i)\n           }\n       }'
    assert f"In[1]: {cell}" in t.text()
    keys(t, UP, at(re.escape(f"In[2]: {cell}")), UP, UP, UP, UP, "\x05", "\x7f\x7f\x7f", at(r"In\[2\]: for i := range$"), "5 {")
    keys(t, "\r", at(r"In\[2\]: for i := range 5 \{\n\n +if i > 0"))  # Enter in the middle begins a line
    keys(t, "\x1b[B\x1b[B\x1b[B\x1b[B", "\x05", "\r", at(r"^é 40\n^In\[3\]:"))


def test_completion_and_help(repl):
    t = repl()
    keys(t, "math.Sq\t", at(r"math\.Sqrt"), "(16)\r", at(r"In\[1\]: math\.Sqrt\(16\)\n4\nIn\[2\]:"))
    keys(t, "values := []int{1}\r", at(r"In\[3\]:"), "len(val\t", at(r"len\(values"), ")\r", at(r"len\(values\)\n1\nIn\[4\]:"))
    keys(t, "strings.To\t", at(r"ToLower[\s\S]*ToUpper"), "\x03", "\x03", "\x15?strings.ToUpper\r", at(r"func ToUpper\(s string\) string"))


def test_errors_have_places_and_the_session_goes_on(repl):
    t = repl()
    keys(t, "x := 1\r", at(r"In\[2\]:"), "x.y\r", at(r"In\[2\]:1:3: x.y undefined"), at(r"In\[3\]:"))
    assert t.colours("x.y undefined") == {"red"}
    keys(t, 'fmt.Println("runs"); for { time.Sleep(time.Millisecond) }\r', at("^runs"), "\x03", at(r"^interrupted: In\[3\] was interrupted"))
    keys(t, at(r"In\[4\]:"), "x\r", at(r"In\[4\]: x\n1\nIn\[5\]:"), "half", at("half"), "\x03", at(r"half\^C\nIn\[5\]:"))


def test_cells_ask(repl):
    t = repl()
    keys(t, 'name := display.Input("Your name: ")\r', at("^Your name:"), "Ada\r", at(r"^In\[2\]:"))
    keys(t, 'fmt.Print("age? "); var n int; fmt.Scan(&n);\r', at(r"^age\?"), "36\r", at(r"^In\[3\]:"))
    keys(t, 'secret := display.Password("Word: ")\r', at("^Word:"), "xyzzy\r", at(r"^In\[4\]:"))
    assert "xyzzy" not in t.text()
    keys(t, "name, n, secret\r", at(r"^Ada\n36\nxyzzy\n"))


def test_late_output_stands_above_what_is_typed(repl):
    t = repl()
    keys(t, "gate := make(chan int)\r", at(r"^In\[2\]:"), 'go func() { <-gate; time.Sleep(2 * time.Second); fmt.Println("late") }()\r')
    keys(t, at(r"^In\[3\]:"), "gate <- 1\r", at(r"^In\[4\]:"), "1 + ", at(r"^late\nIn\[4\]: 1 \+"), "1\r", at(r"^In\[4\]: 1 \+ 1\n2\n"))


def test_the_history_is_that_of_all_sessions(repl):
    first = repl()
    keys(first, "kept := 7\r", at(r"^In\[2\]:"), "\x04")
    first.ends()
    second = repl()
    keys(second, UP, at(r"^In\[1\]: kept := 7"), "\x15", at(r"^In\[1\]:$"), "\x12", at("inc-search"), "kep", at(r"kept := 7[\s\S]*cells \(inc-search\): kep"))


def test_code_for_the_next_cell(repl):
    t = repl()
    keys(t, 'display.NextCell("if true {\\n\\t2\\n}")\r', at(r"^In\[2\]: if true \{\n +2\n +\}"))


def test_stale_cells_are_told(repl):
    t = repl()
    for n, cell in enumerate(["x := 1", "y := x", "fmt.Println(y)", "x = 5"], 1):
        keys(t, cell + "\r", at(rf"^In\[{n + 1}\]:"))
    assert "used the old" not in t.text()
    keys(t, "y := x\r", at(r"^cell \[3\] has used the old y"))  # the same source is the same cell
