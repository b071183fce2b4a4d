"""jupyter console, as somebody sits before it: a terminal, keys, and what the screen shows."""

import os
import re
import sys

import pexpect
import pyte
import pytest

from peer import PATIENCE

LINES, COLUMNS = 60, 100


class Terminal:
    """A program in a pseudo terminal, and the screen that its output makes."""

    def __init__(self, *command):
        self.child = pexpect.spawn(sys.executable, ["-m", *command], dimensions=(LINES, COLUMNS), timeout=PATIENCE,
                                   env=os.environ | {"TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1"})  # fmt: skip
        self.screen = pyte.Screen(COLUMNS, LINES)
        self.stream = pyte.ByteStream(self.screen)

    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    def shows(self, pattern):
        """Waits until the screen shows a pattern."""
        deadline = PATIENCE * 10
        while not re.search(pattern, self.text(), re.MULTILINE):
            try:
                self.stream.feed(self.child.read_nonblocking(1 << 16, 0.1))
            except pexpect.TIMEOUT:
                deadline -= 1
                assert deadline > 0, f"{pattern!r} does not appear:\n{self.text()}"
            except pexpect.EOF:
                pytest.fail(f"the program ended:\n{self.text()}")

    def types(self, keys):
        self.child.send(keys)

    def colours(self, text):
        """The colours of a text on the screen."""
        for y, line in enumerate(self.screen.display):
            x = line.find(text)
            if x >= 0:
                return {self.screen.buffer[y][x + i].fg for i in range(len(text))}
        raise AssertionError(f"{text!r} is not on the screen")


@pytest.fixture(scope="module")
def console(kernelspec):
    terminal = Terminal("jupyter_console", "--kernel", kernelspec)
    terminal.shows(r"nvsd-kernel .*Go 1")
    terminal.shows(r"^In \[1\]: $|^In \[1\]:$")
    yield terminal
    terminal.child.close(force=True)


@pytest.fixture
def enter(console):
    """Types a cell at an empty prompt and tells its number."""
    console.screen.reset()
    console.types("\x03\x0c")  # Ctrl-C empties the cell, Ctrl-L draws the prompt anew on top
    console.shows(r"^In \[\d+\]:")
    number = int(re.search(r"^In \[(\d+)\]:", console.text(), re.MULTILINE)[1])

    def enter(keys):
        console.types(keys)
        return number

    return enter


def next_prompt(console, number):
    console.shows(rf"^In \[{number + 1}\]:")


def test_a_value_has_its_number(console, enter):
    n = enter("6 * 7\r")
    console.shows(rf"^Out\[{n}\]: 42$")
    next_prompt(console, n)


def test_a_function_goes_on_until_it_is_whole(console, enter):
    """Enter begins a new line, moved in by the blocks that are open."""
    n = enter("func twice(x int) int {\r")
    console.shows(r"\.\.\.:\s*$")
    console.types("if x > 0 {\rreturn 2 * x\r")
    console.shows(r"return 2 \* x")
    assert re.search(r"^ +\.\.\.:     if x > 0 \{\n +\.\.\.:         return 2 \* x$", console.text(), re.MULTILINE)
    console.types("}\rreturn 0\r}\r")
    next_prompt(console, n)
    console.types("twice(21)\r")
    console.shows(rf"^Out\[{n + 1}\]: 42$")
    next_prompt(console, n + 1)


def test_tab_offers_what_fits(console, enter):
    n = enter("strings.Trim\t")
    console.shows(r"TrimPrefix")
    console.shows(r"TrimSpace")
    console.types('Space("  x ")\r')
    console.shows(rf"^Out\[{n}\]: x$")
    next_prompt(console, n)


def test_an_error_shows_where(console, enter):
    n = enter('panic("oops")\r')
    console.shows(rf"panic: In\[{n}\]:1: oops")
    console.shows(r"^\s*\^$")
    assert console.colours("panic: In") == {"red", "default"}
    next_prompt(console, n)


def test_an_interrupt_keeps_the_variables(console, enter):
    n = enter('turns := 0; fmt.Println("turning")\r')
    next_prompt(console, n)
    console.types('fmt.Println("on"); for { turns++ }\r')
    console.shows(r"^on$")
    console.types("\x03")
    console.shows(rf"interrupted: In\[{n + 1}\] was interrupted")
    next_prompt(console, n + 1)
    console.types("turns > 0\r")
    console.shows(rf"^Out\[{n + 2}\]: true$")
    next_prompt(console, n + 2)


def test_a_cell_reads_what_is_typed(console, enter):
    n = enter('var s string; fmt.Print("who? "); fmt.Scanln(&s)\r')
    console.shows(r"who\?")
    console.types("Gauss\r")
    next_prompt(console, n)
    console.types("s\r")
    console.shows(rf"^Out\[{n + 1}\]: Gauss$")
    next_prompt(console, n + 1)


def test_a_prompt_and_a_password(console, enter):
    n = enter('display.Input("Name: ") + "/" + display.Password("Secret: ")\r')
    console.shows(r"^Name:")
    console.types("ada\r")
    console.shows(r"^Secret:")
    console.types("hidden\r")
    console.shows(rf"^Out\[{n}\]: ada/hidden$")
    assert console.text().count("hidden") == 1, "the password is shown as it is typed"
    next_prompt(console, n)


def test_a_question_opens_the_pager(console, enter):
    n = enter("strings.Repeat?\r")
    console.shows(r"func Repeat\(s string, count int\) string")
    console.types("q")
    next_prompt(console, n)


def test_arrow_up_brings_the_last_cell(console, enter):
    n = enter('"again"\r')
    console.shows(rf"^Out\[{n}\]: again$")
    next_prompt(console, n)
    console.types("\x1b[A")
    console.shows(rf'^In \[{n + 1}\]: "again"')
    console.types("\r")
    console.shows(rf"^Out\[{n + 1}\]: again$")
    next_prompt(console, n + 1)


def test_the_console_ends(kernelspec):
    terminal = Terminal("jupyter_console", "--kernel", kernelspec)
    terminal.shows(r"^In \[1\]:")
    terminal.types("\x04")
    terminal.shows(r"Do you really want to exit")
    terminal.types("y\r")
    terminal.shows(r"Shutting down kernel")
    terminal.child.expect(pexpect.EOF)
    terminal.child.close()
    assert terminal.child.exitstatus == 0
