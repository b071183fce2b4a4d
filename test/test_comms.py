"""Comms between a front end and cells, with their buffers."""

import contextlib
import json
import uuid

import pytest

ECHO = """
comm.Register("echo", func(c *comm.Comm, m comm.Message) {
	fmt.Println("opened", c.ID() != "", string(m.Data))
	c.Send(map[string]any{"hello": c.Target()}, []byte("hi"))
	c.OnMessage(func(m comm.Message) {
		for _, b := range m.Buffers {
			slices.Reverse(b)
		}
		c.Send(m.Data, m.Buffers...)
	})
	c.OnClose(func(comm.Message) { fmt.Println("closed") })
})
"""


@pytest.fixture(scope="module", autouse=True)
def echo(peer):
    told = peer.run(ECHO)
    assert told.content["status"] == "ok", told.content


def buffers(msg):
    return [bytes(b) for b in msg["buffers"]]


def comms(peer, **content):
    return peer.ask("comm_info_request", content).content["comms"]


def deliver(peer, kind, content, **more):
    """Sends a message of a comm and waits until the kernel has done with it."""
    request = peer.send(kind, content, **more)
    peer.wait(lambda: peer.state(request) == "idle")
    return peer.told_so_far(request)


@contextlib.contextmanager
def opened(peer, target="echo", **data):
    """A comm that the front end opens, and what it is answered with."""
    name = uuid.uuid4().hex
    yield name, deliver(peer, "comm_open", {"comm_id": name, "target_name": target, "data": data})
    deliver(peer, "comm_close", {"comm_id": name, "data": {}})


def test_a_front_end_opens_a_comm(peer):
    with opened(peer, n=1) as (name, told):
        assert json.loads(told.text().removeprefix("opened true ")) == {"n": 1}
        (sent,) = [m for m in told.messages if m["msg_type"] == "comm_msg"]
        assert sent["content"] == {"comm_id": name, "data": {"hello": "echo"}}
        assert buffers(sent) == [b"hi"]
        assert comms(peer) == {name: {"target_name": "echo"}}
        assert comms(peer, target_name="echo") == comms(peer)
        assert comms(peer, target_name="other") == {}
    assert comms(peer) == {}


@pytest.mark.parametrize("parts", [[], [b"abc"], [b"", b"\x00\xff", bytes(range(256)) * 4096]])
def test_buffers_go_both_ways(peer, parts):
    with opened(peer) as (name, _):
        told = deliver(peer, "comm_msg", {"comm_id": name, "data": {"deep": [1, {"x": None}]}}, buffers=parts)
        (sent,) = [m for m in told.messages if m["msg_type"] == "comm_msg"]
        assert sent["content"]["data"] == {"deep": [1, {"x": None}]}
        assert buffers(sent) == [part[::-1] for part in parts]


def test_a_close_is_told_to_the_cell(peer):
    with opened(peer) as (name, _):
        told = deliver(peer, "comm_close", {"comm_id": name, "data": {}})
    assert told.text() == "closed\n", "what the handler prints belongs to the message"


def test_a_cell_opens_a_comm(peer):
    told = peer.run(
        'var got string\n'
        'mine := comm.OpenWith("front", map[string]any{"a": 1}, map[string]any{"version": "2.1.0"}, []byte("payload"))\n'
        'mine.OnMessage(func(m comm.Message) { got = string(m.Buffers[0]) })\n'
        'mine.ID()'
    )  # fmt: skip
    (sent,) = [m for m in told.messages if m["msg_type"] == "comm_open"]
    name = sent["content"]["comm_id"]
    assert told.result() == name
    assert sent["content"]["target_name"] == "front" and sent["content"]["data"] == {"a": 1}
    assert sent["metadata"]["version"] == "2.1.0" and buffers(sent) == [b"payload"]
    assert comms(peer) == {name: {"target_name": "front"}}
    deliver(peer, "comm_msg", {"comm_id": name, "data": {}}, buffers=[b"from the page"])
    assert peer.run("got").result() == "from the page"
    told = peer.run("mine.Close(nil);")
    assert told.of("comm_close") == [{"comm_id": name, "data": {}}]
    assert comms(peer) == {}
    assert "was closed by this side" in peer.run("mine.Send(nil)").content["evalue"]


def test_nobody_is_there(peer):
    with opened(peer, target="nobody") as (name, told):
        assert told.of("comm_close") == [{"comm_id": name, "data": {}}]
        assert told.text("stderr") == "", "front ends try whether there are widgets, and none may be told of it"
        assert comms(peer) == {}
    for kind in ("comm_msg", "comm_close"):
        assert deliver(peer, kind, {"comm_id": "unknown", "data": {}}).of("error") == []


def test_a_handler_that_fails_is_told_of(peer):
    peer.run('comm.Register("bad", func(c *comm.Comm, m comm.Message) { panic("in the handler") })')
    with opened(peer, target="bad") as (name, told):
        shown = told.text("stderr") + "".join(error["evalue"] for error in told.of("error"))
        assert "in the handler" in shown
        assert told.of("comm_close") == [{"comm_id": name, "data": {}}]
    assert peer.run("1 + 1").result() == "2"


def test_a_message_waits_for_its_turn(peer):
    with opened(peer) as (name, _):
        cell = peer.running('fmt.Println("on")\ntime.Sleep(time.Second / 2)\nfmt.Println("off")')
        request = peer.send("comm_msg", {"comm_id": name, "data": {"n": 1}})
        peer.wait(lambda: peer.state(request) == "idle")
        assert peer.ended(cell), "the handler ran in the middle of a cell"
        assert [m["content"]["data"] for m in peer.outputs[request] if m["msg_type"] == "comm_msg"] == [{"n": 1}]


def test_a_fresh_interpreter_has_no_comms(peer):
    with opened(peer):
        assert len(comms(peer)) == 1
        peer.run("%reset")
        assert comms(peer) == {}
    peer.run(ECHO)


DRAGGED = """
slider := widget.Slider(0, 100).OnChange(func(v float64) { fmt.Println("at", v) })
button := widget.Button("go").OnClick(func() { fmt.Println("pressed at", slider.Value()) })
widget.HBox(slider, button)
"""


def models(told):
    """The ids of the models that a cell has opened, by their names."""
    opened = [c for c in told.of("comm_open") if c["target_name"] == "jupyter.widget"]
    return {c["data"]["state"]["_model_name"]: c["comm_id"] for c in opened}


def test_a_slider_that_is_dragged_is_heard_of_once(peer):
    ids = models(peer.run(DRAGGED))

    def move(to):
        data = {"method": "update", "state": {"value": to}, "buffer_paths": []}
        return peer.send("comm_msg", {"comm_id": ids["FloatSliderModel"], "data": data})

    def press():
        data = {"method": "custom", "content": {"event": "click"}}
        return peer.send("comm_msg", {"comm_id": ids["ButtonModel"], "data": data})

    cell = peer.asking('waited := display.Input("")')
    sent = [*(move(i) for i in range(1, 26)), press(), *(move(i) for i in range(26, 51))]
    peer.ask("kernel_info_request")  # they have arrived
    peer.answer("")
    peer.wait(lambda: all(peer.state(request) == "idle" for request in sent))
    assert peer.ended(cell)
    said = [peer.told_so_far(request).text() for request in sent]
    assert [text for text in said if text] == ["at 25\n", "pressed at 25\n", "at 50\n"]
    assert (said[24], said[25], said[50]) == ("at 25\n", "pressed at 25\n", "at 50\n")
    assert peer.run("slider.Value()").result() == "50"
