"""The transport of sockets in the file system."""

import glob

from peer import connected, started


def sockets(manager):
    return glob.glob(f"{manager.ip}-*")


def over_ipc(folder):
    return {"transport": "ipc", "ip": str(folder / "kernel"), "connection_file": str(folder / "kernel.json")}


def test_a_kernel_over_ipc(kernelspec, tmp_path):
    with started(kernelspec, **over_ipc(tmp_path)) as manager:
        with connected(manager) as peer:
            assert peer.run('kept := 1\nfmt.Println("by ipc")').text() == "by ipc\n"
            assert len(sockets(manager)) == 5
            cell = peer.running('fmt.Println("on")\nfor {}')
            manager.interrupt_kernel()
            assert peer.told(cell).content["ename"] == "interrupted"
            assert peer.run("kept").result() == "1"
        manager.restart_kernel()
        with connected(manager) as peer:
            assert peer.run("kept").content["status"] == "error"
            assert peer.ask("shutdown_request", {"restart": False}, "control").content["status"] == "ok"
            assert manager.provisioner.process.wait(10) == 0
            assert sockets(manager) == [], "files that the kernel has left"


def test_sockets_of_a_kernel_that_was_killed_are_taken_over(kernelspec, tmp_path):
    with started(kernelspec, **over_ipc(tmp_path)) as manager:
        with connected(manager) as peer:
            assert peer.run("1").result() == "1"
        manager.provisioner.process.kill()
        manager.provisioner.process.wait()
        assert len(sockets(manager)) == 5
        manager.restart_kernel(now=True)
        with connected(manager) as peer:
            assert peer.run("2").result() == "2"
