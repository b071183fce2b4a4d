"""jupyter console, as somebody sits before it: a terminal, keys, and what the screen shows."""

import re
import sys

import pexpect
import pytest

from terminal import Terminal


class Console(Terminal):
    """jupyter console at a prompt, whose number it knows."""

    def __init__(self, kernelspec):
        super().__init__(sys.executable, "-m", "jupyter_console", "--kernel", kernelspec)
        self.shows(r"nvsd-kernel .*Go 1")
        self.shows(r"^In \[1\]: $|^In \[1\]:$")

    def clear(self):
        self.screen.reset()
        self.types("\x03\x0c")  # Ctrl-C empties the cell, Ctrl-L draws the prompt anew on top
        self.shows(r"^In \[\d+\]:")
        self.number = int(re.search(r"^In \[(\d+)\]:", self.text(), re.MULTILINE)[1])

    def ends(self):
        """The cell has ended: there is the next prompt."""
        self.number += 1
        self.shows(rf"^In \[{self.number}\]:")

    def ends_with(self, result):
        self.shows(rf"^Out\[{self.number}\]: {result}$")
        self.ends()


@pytest.fixture(scope="module")
def open_console(kernelspec):
    console = Console(kernelspec)
    yield console
    console.child.close(force=True)


@pytest.fixture
def console(open_console):
    open_console.clear()
    return open_console


def test_a_value_has_its_number(console):
    console.types("6 * 7\r")
    console.ends_with("42")


def test_a_function_goes_on_until_it_is_whole(console):
    """Enter begins a new line, moved in by the blocks that are open."""
    console.types("func twice(x int) int {\r")
    console.shows(r"\.\.\.:\s*$")
    console.types("if x > 0 {\rreturn 2 * x\r")
    console.shows(r"return 2 \* x")
    assert re.search(r"^ +\.\.\.:     if x > 0 \{\n +\.\.\.:         return 2 \* x$", console.text(), re.MULTILINE)
    console.types("}\rreturn 0\r}\r")
    console.ends()
    console.types("twice(21)\r")
    console.ends_with("42")


def test_tab_offers_what_fits(console):
    console.types("strings.Trim\t")
    console.shows(r"TrimPrefix")
    console.shows(r"TrimSpace")
    console.types('Space("  x ")\r')
    console.ends_with("x")


def test_an_error_shows_where(console):
    console.types('panic("oops")\r')
    console.shows(rf"panic: In\[{console.number}\]:1: oops")
    console.shows(r"^\s*\^$")
    assert console.colours("panic: In") == {"red", "default"}
    console.ends()


def test_an_interrupt_keeps_the_variables(console):
    console.types('turns := 0; fmt.Println("turning")\r')
    console.ends()
    console.types('fmt.Println("on"); for { turns++ }\r')
    console.shows(r"^on$")
    console.types("\x03")
    console.shows(rf"interrupted: In\[{console.number}\] was interrupted")
    console.ends()
    console.types("turns > 0\r")
    console.ends_with("true")


def test_progress_is_one_line(console):
    """The console prints a display and no update of it, so the line stays as it began."""
    part = 'nvsd.Part{Of: "simulation", Unit: "draw", All: 8}'
    console.types(f"ctx, w := nvsd.Begin(ctx, {part}); for i := range 8 {{ time.Sleep(time.Second / 2); w.Reached(ctx, i+1) }}; w.End(); 6 * 7\r")
    console.shows(r"^\d\d %  simulation: draw \d of 8")
    console.shows(rf"^Out\[{console.number}\]: 42$")
    console.ends()
    assert len(re.findall(r"simulation: draw \d of 8", console.text())) == 1


def test_a_cell_reads_what_is_typed(console):
    console.types('var s string; fmt.Print("who? "); fmt.Scanln(&s)\r')
    console.shows(r"who\?")
    console.types("Gauss\r")
    console.ends()
    console.types("s\r")
    console.ends_with("Gauss")


def test_a_prompt_and_a_password(console):
    console.types('display.Input("Name: ") + "/" + display.Password("Secret: ")\r')
    console.shows(r"^Name:")
    console.types("ada\r")
    console.shows(r"^Secret:")
    console.types("hidden\r")
    console.ends_with("ada/hidden")
    assert console.text().count("hidden") == 1, "the password is shown as it is typed"


def test_a_question_opens_the_pager(console):
    console.types("strings.Repeat?\r")
    console.shows(r"func Repeat\(s string, count int\) string")
    console.types("q")
    console.ends()


def test_arrow_up_brings_the_last_cell(console):
    console.types('"again"\r')
    console.ends_with("again")
    console.types("\x1b[A")
    console.shows(rf'^In \[{console.number}\]: "again"')
    console.types("\r")
    console.ends_with("again")


def test_the_console_ends(kernelspec):
    console = Console(kernelspec)
    console.types("\x04")
    console.shows(r"Do you really want to exit")
    console.types("y\r")
    console.shows(r"Shutting down kernel")
    console.child.expect(pexpect.EOF)
    console.child.close()
    assert console.child.exitstatus == 0
