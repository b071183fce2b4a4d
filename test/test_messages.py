"""What each message of the protocol is answered with, by the built kernel."""

import os
import signal

import pytest
import zmq

from peer import connected, started

# Cells and the outputs that they give, in order: each a type of message and the part of
# its content that matters.
PLAIN = "text/plain"
OUTPUTS = {
    "a value": ("1 + 2", [("execute_result", {"data": {PLAIN: "3"}, "metadata": {}})]),
    "no value": ("1 + 2;", []),
    "nothing": ("", []),
    "a comment": ("// nothing", []),
    "print": ('fmt.Println("a")', [("stream", {"name": "stdout", "text": "a\n"})]),
    "standard error": ('fmt.Fprint(os.Stderr, "e")', [("stream", {"name": "stderr", "text": "e"})]),
    "bytes that are no text": (r'os.Stdout.Write([]byte("a\xff\n"));', [("stream", {"text": "a\ufffd\n"})]),
    "beyond the BMP": ('fmt.Print("𝔵 → 🎲")', [("stream", {"text": "𝔵 → 🎲"})]),
    "a shell command": ("!echo out; sleep 0.2; echo err >&2", [("stream", {"name": "stdout", "text": "out\n"}), ("stream", {"name": "stderr", "text": "err\n"})]),
    "a child process": ('c := exec.Command("echo", "child")\nc.Stdout = os.Stdout\nc.Run();', [("stream", {"text": "child\n"})]),
    "html": ('display.Show(display.HTML("<b>x</b>"))', [("display_data", {"data": {"text/html": "<b>x</b>", PLAIN: "<b>x</b>"}, "transient": {}})]),
    "a named place": (
        'display.ShowAs("place", 1)\ndisplay.Update("place", 2)',
        [("display_data", {"data": {PLAIN: "1"}, "transient": {"display_id": "place"}}),
         ("update_display_data", {"data": {PLAIN: "2"}, "transient": {"display_id": "place"}})],
    ),
    "clear": (
        'fmt.Println("a")\ndisplay.Clear(true)\nfmt.Println("b")\ndisplay.Clear(false)',
        [("stream", {"text": "a\n"}), ("clear_output", {"wait": True}),
         ("stream", {"text": "b\n"}), ("clear_output", {"wait": False})],
    ),
    "all in order": (
        'fmt.Print("1")\ndisplay.Show(2)\nfmt.Print("3")\nfmt.Fprint(os.Stderr, "4")\n5',
        [("stream", {"text": "1"}), ("display_data", {"data": {PLAIN: "2"}}), ("stream", {"text": "3"}),
         ("stream", {"name": "stderr", "text": "4"}), ("execute_result", {"data": {PLAIN: "5"}})],
    ),
    "a panic": ('fmt.Println("a")\npanic("oops")', [("stream", {"text": "a\n"}), ("error", {"ename": "panic"})]),
    "a mistake": ('fmt.Println("a")\nfmt.Println(nowhere)', [("error", {"ename": "compile error"})]),
}  # fmt: skip


def part(content, wanted):
    """Those entries of a content that are wanted."""
    return {key: content.get(key) for key in wanted}


@pytest.mark.parametrize("name", OUTPUTS)
def test_outputs(peer, name):
    code, wanted = OUTPUTS[name]
    told = peer.run(code)
    assert told.kinds() == [kind for kind, _ in wanted]
    shown = [m["content"] for m in told.messages if m["msg_type"] not in ("status", "execute_input")]
    assert [part(content, want) for content, (_, want) in zip(shown, wanted)] == [want for _, want in wanted]
    (entered,) = told.of("execute_input")
    assert entered == {"code": code, "execution_count": told.content["execution_count"]}
    assert told.content["status"] == ("error" if "error" in told.kinds() else "ok")


def test_an_error_is_told_the_same_twice(peer):
    told = peer.run("a := []int{1}\ni := 5\na[i]")
    (error,) = told.of("error")
    assert part(told.content, error) == error
    count = told.content["execution_count"]
    assert error["evalue"].startswith(f"In[{count}]:3: index out of range [5] with length 1")
    assert any("\x1b[" in line for line in error["traceback"]), "no colour"
    assert any("a[i]" in line for line in error["traceback"]), "no line of the cell"


def test_a_silent_cell_runs_and_shows_no_value(peer):
    before = peer.run("0").content["execution_count"]
    told = peer.run("quiet := 41\nquiet + 1", silent=True)
    assert told.content["status"] == "ok" and told.kinds() == [] and told.of("execute_input") == []
    failed = peer.run('panic("unseen")', silent=True)
    assert failed.content["status"] == "error" and failed.kinds() == []
    after = peer.run("quiet + 1")
    assert after.result() == "42"
    assert after.content["execution_count"] == before + 1


def test_a_cell_that_is_not_stored_has_no_number(peer):
    before = peer.run("0").content["execution_count"]
    told = peer.run('"unstored"', store_history=False)
    assert told.result() == "unstored"
    assert peer.run("0").content["execution_count"] == before + 1
    tail = peer.ask("history_request", {"hist_access_type": "tail", "n": 2, "raw": True, "output": False})
    assert [entry[2] for entry in tail.content["history"]] == ["0", "0"]


def test_user_expressions(peer):
    told = peer.run("u := 2", user_expressions={"twice": "u * 2", "none": "nowhere", "page": 'display.HTML("<i>")'})
    answers = told.content["user_expressions"]
    assert answers["twice"] == {"status": "ok", "data": {PLAIN: "4"}, "metadata": {}}
    assert answers["page"]["data"]["text/html"] == "<i>"
    assert answers["none"]["status"] == "error" and "nowhere" in answers["none"]["evalue"]
    assert told.kinds() == [], "what an expression fails with is in its answer alone"
    failed = peer.run('panic("before")', user_expressions={"a": "u = 3"})
    assert not failed.content.get("user_expressions")
    assert peer.run("u").result() == "2"


def test_an_error_aborts_the_cells_behind_it(peer):
    first, second, third = (peer.execute(code) for code in ('time.Sleep(time.Second / 2)\npanic("stop")', "ran := 1", "2"))
    assert peer.told(first).content["status"] == "error"
    for request in (second, third):
        told = peer.told(request)
        assert told.content["status"] == "aborted" and told.kinds() == []
    assert peer.run("ran").content["status"] == "error", "an aborted cell was run"


def test_an_error_need_not_abort(peer):
    first = peer.execute('time.Sleep(time.Second / 2)\npanic("go on")', stop_on_error=False)
    second = peer.execute("7")
    assert peer.told(first).content["status"] == "error"
    assert peer.told(second).result() == "7"


QUESTIONS = {
    "kernel_info_request": ({}, lambda c: c["language_info"]["name"] == "go"),
    "complete_request": ({"code": "strings.HasP", "cursor_pos": 12}, lambda c: c["matches"] == ["HasPrefix"]),
    "inspect_request": ({"code": "fmt.Println", "cursor_pos": 11, "detail_level": 0}, lambda c: "func Println(a ...any)" in c["data"][PLAIN]),
    "is_complete_request": ({"code": "if true {"}, lambda c: c["status"] == "incomplete" and c["indent"].strip() == "" != c["indent"]),
    "history_request": ({"hist_access_type": "tail", "n": 1, "raw": True, "output": False}, lambda c: len(c["history"]) == 1),
    "comm_info_request": ({}, lambda c: c["comms"] == {}),
}  # fmt: skip


@pytest.mark.parametrize("channel", ["shell", "control"])
@pytest.mark.parametrize("kind", QUESTIONS)
def test_questions_are_answered_while_a_cell_runs(peer, kind, channel):
    content, right = QUESTIONS[kind]
    cell = peer.running('fmt.Println("on")\nfor {}')
    told = peer.ask(kind, content, channel)
    assert told.reply["msg_type"] == kind.replace("_request", "_reply")
    assert right(told.content), told.content
    assert peer.state(cell) == "busy" and cell not in peer.replies
    peer.ask("interrupt_request", channel="control")
    assert peer.told(cell).content["ename"] == "interrupted"


@pytest.mark.parametrize(
    "code, start, end, match",
    [
        ('x := "𝔵𝔶🎲"; strings.HasPre', 20, 26, "HasPrefix"),
        ("日本語 := 1; 日本", 10, 12, "日本語"),
        ('"🎲"; math.Sqr|t(2)', 10, 13, "Sqrt"),
    ],
)
def test_positions_count_code_points(peer, code, start, end, match):
    cursor = code.find("|") if "|" in code else len(code)
    reply = peer.ask("complete_request", {"code": code.replace("|", ""), "cursor_pos": cursor}).content
    assert reply["cursor_start"] == start and reply["cursor_end"] >= end
    assert match in reply["matches"]
    (kind,) = [t for t in reply["metadata"]["_jupyter_types_experimental"] if t["text"] == match]
    assert kind["start"] == start and kind["type"]
    found = peer.ask("inspect_request", {"code": code.replace("|", "") + match[end - start :], "cursor_pos": start + 1, "detail_level": 0})
    assert found.content["status"] == "ok"


def test_what_is_unknown_is_answered(peer):
    told = peer.ask("inspect_request", {"code": "nowhere", "cursor_pos": 3, "detail_level": 0})
    assert told.content == {"status": "ok", "found": False, "data": {}, "metadata": {}}
    told = peer.ask("complete_request", {"code": "nowhere.", "cursor_pos": 8})
    assert told.content["status"] == "ok" and told.content["matches"] == []
    told = peer.ask("tea_request", {"sugar": 2})
    assert told.reply["msg_type"] == "tea_reply" and told.content["status"] == "error"
    assert "tea_request" in told.content["evalue"]
    told = peer.ask("debug_request", {"type": "request", "seq": 5, "command": "tea"}, "control")
    assert told.reply["msg_type"] == "debug_reply" and not told.content["success"] and "tea" in told.content["message"]
    told = peer.ask("execute_request", {"code": 7})
    assert told.content["status"] == "error"


SOLVE = """n++
parts := data.Load("diabetes").Split(data.Train(200), data.Valid(121), data.Test(121), data.Seed(1))
spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.Mean20thNN}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.1)}
for { spec.Path(parts.Train, 50) }"""


@pytest.mark.parametrize("by", ["message", "signal"])
@pytest.mark.parametrize("doing", ["for { n++ }", "n++\ntime.Sleep(time.Hour)", "n++\nselect {}", "n++\n!sleep 3600", SOLVE])
def test_an_interrupt_keeps_the_variables(kernel, peer, doing, by):
    cell = peer.running(f'n := 0\nfmt.Println("on")\n{doing}')
    if by == "message":
        assert peer.ask("interrupt_request", channel="control").content == {"status": "ok"}
    else:
        os.kill(kernel.provisioner.process.pid, signal.SIGINT)
    told = peer.told(cell)
    assert told.content["status"] == "error" and told.content["ename"] == "interrupted"
    assert told.kinds() == ["stream", "error"]
    assert peer.run("n > 0").result() == "true"


def test_an_interrupt_of_nothing_changes_nothing(peer):
    assert peer.ask("interrupt_request", channel="control").content == {"status": "ok"}
    assert peer.run('time.Sleep(time.Second / 5)\n"whole"').result() == "whole"


def test_late_output_belongs_to_the_cell_that_started_it(peer):
    first = peer.execute(
        "next := make(chan bool)\n"
        'go func() {\n\t<-next\n\tfmt.Println("late")\n\tdisplay.Show(display.HTML("<b>late</b>"))\n}()'
    )  # fmt: skip
    assert peer.told(first).kinds() == []
    second = peer.run('next <- true\nfmt.Println("second")\ntime.Sleep(time.Second / 2)')
    assert second.text() == "second\n"
    peer.wait(lambda: len(peer.told(first).kinds()) == 2)
    late = peer.told(first)
    assert late.text() == "late\n" and late.of("display_data")[0]["data"]["text/html"] == "<b>late</b>"


def test_every_client_sees_every_cell(kernel, peer):
    with connected(kernel) as other:
        cell = peer.execute('fmt.Println("seen by both")')
        peer.told(cell)
        other.wait(lambda: other.state(cell) == "idle")
        kinds = [m["msg_type"] for m in other.outputs[cell]]
        assert kinds == ["status", "execute_input", "stream", "status"]
        assert cell not in other.replies, "the reply goes to who has asked"


@pytest.mark.parametrize("topic", ["", "kernel", "status"])
def test_subscribers_are_welcomed(kernel, peer, topic):
    socket = zmq.Context.instance().socket(zmq.SUB)
    try:
        socket.setsockopt(zmq.SUBSCRIBE, topic.encode())
        socket.connect(f"tcp://{kernel.ip}:{kernel.iopub_port}")
        assert socket.poll(30_000), "no welcome"
        _, msg = peer.client.session.recv(socket)
        assert msg["msg_type"] == "iopub_welcome"
        assert msg["content"] == {"subscription": topic} and msg["parent_header"] == {}
    finally:
        socket.close(0)


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize("channel", ["control", "shell"])
def test_shutdown_is_answered_and_then_done(kernelspec, channel, restart):
    with started(kernelspec) as manager, connected(manager) as peer:
        told = peer.ask("shutdown_request", {"restart": restart}, channel)
        assert told.content == {"status": "ok", "restart": restart}
        assert manager.provisioner.process.wait(10) == 0


def test_a_restart_begins_anew(kernelspec):
    with started(kernelspec) as manager:
        with connected(manager) as peer:
            assert peer.run("kept := 1").content["execution_count"] == 1
            assert peer.ask("comm_info_request").content["comms"] == {}
        manager.restart_kernel()
        with connected(manager) as peer:
            told = peer.run("kept")
            assert told.content["execution_count"] == 1
            assert "undefined: kept" in told.content["evalue"]
