"""A terminal for the tests: keys, and what the screen shows."""

import os
import re

import pexpect
import pyte
import pytest

from peer import PATIENCE

LINES, COLUMNS = 60, 100


class Terminal:
    """A program in a pseudo terminal, and the screen that its output makes."""

    def __init__(self, *command):
        self.child = pexpect.spawn(command[0], list(command[1:]), dimensions=(LINES, COLUMNS), timeout=PATIENCE,
                                   env=os.environ | {"TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1"})  # fmt: skip
        self.screen = pyte.Screen(COLUMNS, LINES)
        self.screen.write_process_input = self.child.send  # where the cursor is, for a program that asks
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

    def settle(self):
        """Takes what the program writes until it rests."""
        try:
            while True:
                self.stream.feed(self.child.read_nonblocking(1 << 16, 0.2))
        except pexpect.TIMEOUT:
            pass

    def ends(self):
        """Waits until the program has ended."""
        with pytest.raises(pexpect.EOF):
            while True:
                self.stream.feed(self.child.read_nonblocking(1 << 16, PATIENCE))

    def types(self, keys):
        self.child.send(keys)

    def colours(self, text):
        """The colours of a text on the screen."""
        for y, line in enumerate(self.screen.display):
            x = line.find(text)
            if x >= 0:
                return {self.screen.buffer[y][x + i].fg for i in range(len(text))}
        raise AssertionError(f"{text!r} is not on the screen")
