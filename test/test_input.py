"""Cells that ask the user for a line: the messages of the channel stdin."""

import pytest

from peer import connected

# What asks, the lines that are typed, and the value in the end.
QUESTIONS = {
    "Scanln": ("var s string\nfmt.Scanln(&s)\ns", ["Gauss"], "Gauss"),
    "Scan of two lines": ("var a, b int\nfmt.Scan(&a, &b)\na + b", ["20", "22"], "42"),
    "Scan of one line": ("var a, b int\nfmt.Scan(&a, &b)\na + b", ["20 22"], "42"),
    "Fscan": ("var a int\nfmt.Fscan(os.Stdin, &a)\na", ["7"], "7"),
    "a scanner": ("in := bufio.NewScanner(os.Stdin)\nin.Scan()\nin.Text()", ["a line, whole"], "a line, whole"),
    "a reader": ('in := bufio.NewReader(os.Stdin)\nline, _ := in.ReadString(\'\\n\')\nline + "."', ["word"], "word\n."),
    "Input": ('display.Input("Name? ")', ["𝔵 → 🎲"], "𝔵 → 🎲"),
    "an empty line": ('"<" + display.Input("?") + ">"', [""], "<>"),
    "Password": ('len(display.Password("Secret: "))', ["geheim"], "6"),
    "a function": ("func ask() string { return display.Input(\"?\") }\nask() + ask()", ["a", "b"], "ab"),
}  # fmt: skip


@pytest.fixture(autouse=True)
def nothing_is_asked(peer):
    """Lets no test begin or end with a question that is open."""
    del peer.asked[:]
    yield
    peer.ask("interrupt_request", channel="control")


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_cell_is_given_what_is_typed(peer, name):
    code, lines, value = QUESTIONS[name]
    cell = peer.execute(code, allow_stdin=True)
    for i, line in enumerate(lines):
        peer.wait(lambda: len(peer.asked) == i + 1)
        asked = peer.asked[i]
        assert asked["msg_type"] == "input_request" and asked["parent_header"]["msg_id"] == cell
        assert asked["content"]["password"] is (name == "Password")
        assert isinstance(asked["content"]["prompt"], str)
        peer.wait(lambda: peer.state(cell) == "busy")
        peer.answer(line)
    assert peer.told(cell).result() == value
    assert len(peer.asked) == len(lines)


def test_the_prompt_is_the_programs_own(peer):
    cell = peer.asking('fmt.Print("first ")\ndisplay.Input("Name? ")')
    assert peer.asked[0]["content"]["prompt"] == "Name? "
    peer.wait(lambda: peer.told_so_far(cell).text() == "first ")
    peer.answer("x")
    assert peer.told(cell).result() == "x"


@pytest.mark.parametrize("code", ["var s string\nfmt.Scanln(&s)", 'display.Input("Name? ")', "io.ReadAll(os.Stdin)"])
def test_a_client_that_cannot_be_asked(peer, code):
    told = peer.run(code, allow_stdin=False)
    assert told.content["status"] == "error"
    assert "takes no questions (allow_stdin is false)" in told.content["evalue"]
    assert peer.asked == []


def test_input_may_end(peer):
    """The console sends the character 4 for Ctrl-D."""
    cell = peer.execute("in := bufio.NewScanner(os.Stdin)\nn := 0\nfor in.Scan() {\n\tn++\n}\nn", allow_stdin=True)
    for i, line in enumerate(["a", "b", "\x04"]):
        peer.wait(lambda: len(peer.asked) == i + 1)
        peer.answer(line)
    assert peer.told(cell).result() == "2"


def test_an_interrupt_while_a_cell_waits_for_input(peer):
    cell = peer.asking('kept := 1\ndisplay.Input("?")')
    peer.ask("interrupt_request", channel="control")
    assert peer.told(cell).content["ename"] == "interrupted"
    second = peer.asking('display.Input("again?")')
    peer.answer("fresh")
    assert peer.told(second).result() == "fresh"
    assert peer.run("kept").result() == "1"


def test_questions_are_answered_while_a_cell_waits_for_input(peer):
    cell = peer.asking('display.Input("?")')
    reply = peer.ask("complete_request", {"code": "strings.HasP", "cursor_pos": 12})
    assert reply.content["matches"] == ["HasPrefix"]
    peer.answer("x")
    assert peer.told(cell).result() == "x"


def test_who_runs_the_cell_is_asked(kernel, peer):
    with connected(kernel) as other:
        cell = other.asking('display.Input("?")')
        other.answer("mine")
        assert other.told(cell).result() == "mine"
        peer.wait(lambda: peer.state(cell) == "idle")
        assert peer.asked == []


def test_a_child_process_that_reads_is_at_its_end(peer):
    assert peer.run("!cat; echo over", allow_stdin=True).text() == "over\n"
