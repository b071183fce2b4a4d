"""The kernel outlives what cells do: one error that says what happened, and the next
cell runs."""

import os
import re
import signal
import sys
import time

import pytest

from peer import connected, started
from processes import children

linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc, or is of Linux alone")

RECURSION = "the interpreter died of a fatal error: stack overflow"
CLOSED = "file descriptor"
KILLED = "the interpreter was killed"

# What a cell does, and what is said of the death of the interpreter that it brings.
DEADLY = {
    "recursion": ("func down(n int) int { return down(n+1) + 1 }\ndown(0)", RECURSION),
    "mutual recursion": (
        "func ping(n int) int { return pong(n+1) + 1 }\nfunc pong(n int) int { return ping(n+1) + 1 }\nping(0)",
        RECURSION,
    ),
    "recursion by a compiled function": (
        'import "slices"\nfunc sorts(n int) int { slices.SortFunc([]int{2, 1}, func(a, b int) int { return sorts(n+1) }); return n }\nsorts(0)',
        RECURSION,
    ),
    "map of two goroutines": (
        "m := map[int]int{}\nfor range 8 { go func() { for { m[1]++ } }() }\nselect {}",
        r"fatal error: concurrent map .* \(guard the map with a sync.Mutex\)",
    ),
    "panic in a goroutine": (
        'go func() { panic("lost") }()\nselect {}',
        r"died of a panic: lost, at In\[\d+\]:1 in a goroutine that In\[\d+\] had started",
    ),
    "memory of others": (
        'import "unsafe"\np := (*int)(unsafe.Pointer(uintptr(0x10000000)))\n_ = *p',
        "memory was touched that is not the program's",
    ),
    "os.Exit in a compiled package": (
        'import "flag"\nflag.NewFlagSet("f", flag.ExitOnError).Parse([]string{"-wrong"})',
        r"ended \(exit status 2\): compiled code has ended it",
    ),
    "kills itself": ('import "os"\np, _ := os.FindProcess(os.Getpid())\np.Kill()\nselect {}', KILLED),
    "kills its group": ('import "os/exec"\nexec.Command("sh", "-c", "kill -9 0").Run()\nselect {}', KILLED),
    "closes all files": (
        'import "os"\nfor i := uintptr(0); i < 100; i++ { os.NewFile(i, "").Close() }\nfor {}',
        "interpreter",
    ),
    "closes the files of the connection": (
        'import "os"\nfor i := uintptr(8); i < 40; i++ { os.NewFile(i, "").Close() }',
        CLOSED,
    ),
    "closes the files of the runtime": (
        'import "os"\nfor i := uintptr(3); i < 40; i++ { os.NewFile(i, "").Close() }',
        "interpreter",
    ),
    "more memory than there is": ("n := 1 << 44\nlen(make([]float64, n))", "ran out of memory"),
    "a matrix too large": ("mat.NewDense(1_000_000, 1_000_000, nil).At(0, 0)", "ran out of memory"),
}

# What a cell does that the interpreter survives, and the kind and the text of the error;
# without them the cell succeeds.
HARMLESS = {
    "os.Exit(0)": ('import "os"\nos.Exit(0)', None, None),
    "os.Exit(3)": ('import "os"\nos.Exit(3)', "exit", "exit status 3"),
    "os.Exit in a goroutine": ('import "os"\ngo os.Exit(3)\nselect {}', "exit", "exit status 3"),
    "os.Exit in a deferred call": ('import "os"\nfunc() { defer os.Exit(3) }()', "exit", "exit status 3"),
    "log.Fatal": ('import "log"\nlog.Fatal("no")', "exit", "exit status 1"),
    "runtime.Goexit": ('import "runtime"\nruntime.Goexit()', "exit", "runtime.Goexit ended the cell"),
    "address 1": (
        'import "unsafe"\np := (*int)(unsafe.Pointer(uintptr(1)))\n*p = 3',
        "panic",
        "invalid memory address or nil pointer dereference",
    ),
    "makeslice": ("n := 1 << 60\nlen(make([]float64, n))", "panic", "makeslice: len out of range"),
    "closes its streams": (
        'import "os"\nos.Stdin.Close(); os.Stdout.Close(); os.Stderr.Close()\nfor i := uintptr(0); i < 3; i++ { os.NewFile(i, "").Close() }',
        None,
        None,
    ),
    "locks threads": (
        'import "runtime"\nruntime.LockOSThread()\nfor range 4 { go runtime.LockOSThread() }',
        None,
        None,
    ),
    "no collection": ('import "runtime/debug"\ndebug.SetGCPercent(-1);', None, None),
    "ignores signals": ('import "os/signal"\nsignal.Ignore()', None, None),
    "removes its folder": (
        'import "os"\nfolder, _ := os.MkdirTemp("", "")\nos.Chdir(folder)\nos.Remove(folder);',
        None,
        None,
    ),
    "clears its environment": ('import "os"\nos.Clearenv()', None, None),
    "wakes itself from a halt": (
        'import ("fmt"; "os"; "os/exec")\nexec.Command("sh", "-c", fmt.Sprintf("(sleep 0.3; kill -CONT %[1]d) & kill -STOP %[1]d", os.Getpid())).Run();',
        None,
        None,
    ),
    "10,000 goroutines print": (
        'import ("fmt"; "sync")\nvar all sync.WaitGroup\nfor i := range 10000 { all.Go(func() { fmt.Println(i) }) }\nall.Wait()',
        None,
        None,
    ),
}


def died(peer, told, cause):
    """The one error of a cell that has brought a death, which says it all."""
    (error,) = told.of("error")
    assert told.kinds().count("error") == 1 and told.kinds()[-1] == "error"
    assert told.content["status"] == "error"
    assert told.content["evalue"] == error["evalue"] and told.content["ename"] == "interpreter died"
    assert re.match(rf"In\[{told.content['execution_count']}\]: the interpreter ", error["evalue"])
    assert re.search(cause, error["evalue"]), error["evalue"]
    assert "variables are gone" in error["evalue"] and "%replay" in error["evalue"]
    assert not re.search(r"goroutine \d+ \[", told.text("stderr")), "the runtime's last words are shown too"
    begun = time.monotonic()
    assert peer.run("1 + 1").result() == "2"
    assert time.monotonic() - begun < 5, "a fresh interpreter takes its time"
    return error["evalue"]


@linux
@pytest.mark.parametrize("cell, cause", DEADLY.values(), ids=DEADLY.keys())
def test_deadly(peer, cell, cause):
    peer.run("%reset")
    peer.run("kept := 41")
    died(peer, peer.run(cell), cause)
    assert "undefined: kept" in peer.run("kept").content["evalue"]
    peer.run("%replay")
    assert peer.run("kept").result() == "41"


@linux
@pytest.mark.parametrize("cell, kind, cause", HARMLESS.values(), ids=HARMLESS.keys())
def test_harmless(peer, cell, kind, cause):
    peer.run("kept := 41")
    told = peer.run(cell)
    if kind:
        (error,) = told.of("error")
        assert (error["ename"], told.content["status"]) == (kind, "error")
        assert error["evalue"].startswith(f"In[{told.content['execution_count']}]") and cause in error["evalue"]
    else:
        assert told.content["status"] == "ok" and not told.of("error"), told.content
    assert peer.run('import "fmt"\nfmt.Println(kept)').text() == "41\n"


@linux
@pytest.mark.parametrize("name", ["KILL", "SEGV", "ABRT", "TERM", "HUP", "QUIT"])
def test_a_signal_to_the_worker(kernel, peer, name):
    request = peer.running("println(1)\nselect {}")
    (worker,) = children(kernel.provisioner.process.pid)
    os.kill(worker, getattr(signal, f"SIG{name}"))
    cause = {"KILL": KILLED, "TERM": r"signal \(terminated\)", "HUP": r"signal \(hangup\)"}.get(name, f"the signal SIG{name}")
    died(peer, peer.told(request), cause)


@linux
def test_an_interrupt_from_a_terminal_is_not_for_the_worker(kernel, peer):
    request = peer.running("println(1)\nselect {}")
    (worker,) = children(kernel.provisioner.process.pid)
    os.kill(worker, signal.SIGINT)
    peer.ask("kernel_info_request")
    assert not peer.ended(request)
    peer.ask("interrupt_request", channel="control")
    assert peer.told(request).content["ename"] == "interrupted"


@linux
def test_an_interrupt_wakes_a_worker_that_is_halted(kernel, peer):
    peer.run("kept := 41")
    request = peer.running("println(1)\nselect {}")
    (worker,) = children(kernel.provisioner.process.pid)
    os.kill(worker, signal.SIGSTOP)
    peer.ask("interrupt_request", channel="control")
    assert peer.told(request).content["ename"] == "interrupted"
    assert peer.run("kept").result() == "41"


@linux
def test_a_death_while_no_cell_runs_is_told_once(kernel, peer):
    request = peer.execute("kept := 41")
    peer.told(request)
    (worker,) = children(kernel.provisioner.process.pid)
    os.kill(worker, signal.SIGKILL)
    peer.wait(lambda: "While no cell ran, the interpreter was killed" in peer.told_so_far(request).text("stderr"))
    assert peer.run("1 + 1").result() == "2"
    assert peer.told_so_far(request).text("stderr").count("interpreter was killed") == 1


@pytest.mark.parametrize(
    "cell",
    [
        "c := make(chan int)\nprintln(1)\n<-c",
        'import "fmt"\nfor { fmt.Println("a line that is printed without end") }',
        'import "runtime"\nprintln(1)\nfor { runtime.GC() }',
        "println(1)\nfor range 4 { go func() { for {} }() }\nfor {}",
    ],
    ids=["waits for ever", "prints for ever", "collects for ever", "all processors"],
)
def test_an_interrupt_keeps_the_session(peer, cell):
    peer.run("kept := 41")
    request = peer.running(cell)
    peer.ask("interrupt_request", channel="control")
    assert peer.told(request).content["ename"] == "interrupted"
    assert peer.run("kept").result() == "41"


def test_a_compiled_call_that_looks_at_no_context(kernelspec, monkeypatch):
    monkeypatch.setenv("NVSD_GRACE", "2s")
    with started(kernelspec) as manager, connected(manager) as peer:
        request = peer.running('import ("fmt"; "sync")\nvar mu sync.Mutex\nmu.Lock()\nfmt.Println(1)\nmu.Lock()')
        for _ in range(3):  # impatience does not say it three times
            peer.ask("interrupt_request", channel="control")
        told = peer.told(request)
        assert told.text("stderr").count("sync.(*Mutex).Lock, which looks at no context") == 1
        assert "the interpreter is stopped and its variables are lost" in told.text("stderr")
        died(peer, told, r"had not ended 2s after the interrupt: it was in sync\.\(\*Mutex\)\.Lock")


# Each passes the limit of 300 MiB: in small pieces, at once, and by what grows.
HUNGRY = {
    "pieces": "var all [][]byte\nfor { all = append(all, bytes.Repeat([]byte{1}, 100_000)) }",
    "at once": "len(bytes.Repeat([]byte{1}, 1<<30))",
    "append": "var all []int\nfor { all = append(all, 1) }",
    "text": 's := "x"\nfor { s += s }',
    "map": 'all := map[string]string{}\nfor { s := strings.Repeat("x", 10_000) + fmt.Sprint(len(all)); all[s] = s }',
    "goroutines": "for { go func() { select {} }() }",
}


@pytest.fixture(scope="module")
def bounded(kernelspec):
    """A client of a kernel whose cells may hold 300 MiB."""
    os.environ["NVSD_MEMORY"] = "300MiB"
    try:
        with started(kernelspec) as manager, connected(manager) as peer:
            yield peer
    finally:
        del os.environ["NVSD_MEMORY"]


@linux
@pytest.mark.parametrize("cell", HUNGRY.values(), ids=HUNGRY.keys())
def test_out_of_memory(bounded, cell):
    bounded.run("kept := 41")
    told = bounded.run(cell)
    died(bounded, told, "ran out of memory: it needed more than the limit of 300.0 MiB .*--memory SIZE.*NVSD_MEMORY")
    assert told.text("stderr").count("80%") <= 1


@linux
def test_a_warning_comes_before_the_limit(bounded):
    bounded.run("%reset")
    told = bounded.run(
        "var all [][]byte\nfor range 2600 { all = append(all, bytes.Repeat([]byte{1}, 100_000)) }\ntime.Sleep(time.Second)\nlen(all)"
    )
    assert told.result() == "2600"
    assert told.text("stderr").count("more than 80% of the limit of 300.0 MiB") == 1
    assert bounded.run("len(all)").kinds() == ["execute_result"], "it is said once"


@linux
def test_a_goroutine_runs_out_of_memory_after_its_cell(bounded):
    request = bounded.execute("go func() { var all [][]byte; for { all = append(all, bytes.Repeat([]byte{1}, 100_000)) } }()")
    bounded.told(request)
    bounded.wait(lambda: "While no cell ran, the interpreter ran out of memory" in bounded.told_so_far(request).text("stderr"))
    assert bounded.run("1 + 1").result() == "2"


@linux
def test_deaths_leave_nothing_open(kernel, peer):
    pid = kernel.provisioner.process.pid

    def descriptors():
        return len(os.listdir(f"/proc/{pid}/fd"))

    def die():
        peer.run('import "os"\np, _ := os.FindProcess(os.Getpid())\np.Kill()\nselect {}')
        peer.run("1 + 1")

    die()
    before = descriptors()
    for _ in range(20):
        die()
    assert descriptors() <= before + 2 and len(children(pid)) == 1
