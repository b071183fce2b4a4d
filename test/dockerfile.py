"""Runs the steps of the Dockerfile and of binder/ where there is no engine for containers: in a clean Debian.

    sudo python test/dockerfile.py [--keep FOLDER] [dockerfile] [binder]

debootstrap makes a Debian for each stage, and chroot runs in it what the stage says, as the user that it says. In place of the
images that FROM names it has Debian's packages of BASES, and the Go of this machine. So it tells whether the steps work, and not
what the layers of an image hold. It needs root, debootstrap, the go command, and the network of apt, pip and Go.
"""

import argparse
import contextlib
import glob
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUITE = "bookworm"

# What stands for the image of a name: Debian's packages, and what runs in it before the first step.
BASES = {
    "golang": (["git", "make", "ca-certificates"], ""),
    "python": (["python3-venv", "ca-certificates"], "python3 -m venv /usr/local/python"),
    "buildpack-deps": (["git", "make", "python3-venv", "ca-certificates"], "python3 -m venv /usr/local/python"),
}
PATH = "/usr/local/python/bin:/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
PASSED = re.compile(r"(PIP|GO)[A-Z]+|SSL_CERT_FILE|REQUESTS_CA_BUNDLE|(https?|no)_proxy|(HTTPS?|NO)_PROXY")


def run(*words, **options):
    print("$", shlex.join(map(str, words)), flush=True)
    return subprocess.run([str(word) for word in words], check=True, **options)


class Stage:
    """A Debian in a folder, in which steps run."""

    def __init__(self, folder, image):
        self.root, self.user, self.place = folder, "0", "/"
        self.environment = {name: value for name, value in os.environ.items() if PASSED.fullmatch(name)}
        self.environment |= {"PATH": PATH, "HOME": "/root", "PIP_ROOT_USER_ACTION": "ignore", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
        for name in ("GOROOT", "GOPATH", "GOBIN", "GOCACHE", "GOMODCACHE", "GOFLAGS", "GOENV"):
            self.environment.pop(name, None)
        packages, first = BASES[image]
        run("debootstrap", "--variant=minbase", f"--include={','.join(packages)}", SUITE, folder)
        for file in ("/etc/resolv.conf", "/etc/pip.conf", "/etc/hosts", "/etc/ssl/certs/ca-certificates.crt"):
            if os.path.exists(file):
                shutil.copy(file, f"{folder}{file}")
        if image == "golang":
            goroot = subprocess.check_output(["go", "env", "GOROOT"], text=True).strip()
            run("cp", "-a", goroot, f"{folder}/usr/local/go")
        if first:
            self.step(first)

    def words(self, command):
        shell = f"cd {shlex.quote(self.place)} && {command}"
        return ["chroot", f"--userspec={self.user}:{self.user}", str(self.root), "/bin/sh", "-c", shell]

    def step(self, command):
        print(f"[{self.root.name}] {command}", flush=True)
        subprocess.run(self.words(command), check=True, env=self.environment)

    def says(self, command):
        return subprocess.check_output(self.words(command), env=self.environment, text=True)

    def filled(self, text):
        """A text with the values of its variables."""
        return re.sub(r"\$\{(\w+)\}", lambda m: self.environment[m[1]], text)

    def copy(self, sources, target, owner):
        """Copies files into the stage, a folder by what is in it."""
        path = self.root / os.path.join(self.place, target).lstrip("/")
        folder = target.endswith("/") or len(sources) > 1 or os.path.isdir(sources[0])
        (path if folder else path.parent).mkdir(parents=True, exist_ok=True)
        for source in sources:
            run("cp", "-a", f"{source}/." if os.path.isdir(source) else source, path)
        run("chown", "-R", f"{owner}:{owner}", path)

    @contextlib.contextmanager
    def mounted(self):
        """The stage with what programs expect of a running system."""
        for kind in ("proc", "dev"):
            (self.root / kind).mkdir(exist_ok=True)
            run("mount", *(["-t", "proc", "proc"] if kind == "proc" else ["--bind", "/dev"]), self.root / kind)
        try:
            yield
        finally:
            for kind in ("dev", "proc"):
                run("umount", "-l", self.root / kind)


def instructions(text):
    """The instructions of a Dockerfile: each with its flags and its text."""
    for line in re.sub(r"\\\n", " ", text).splitlines():
        if line.strip() and not line.startswith("#"):
            name, flags, rest = re.fullmatch(r"(\w+)\s+((?:--\w+=\S+\s+)*)(.*)", line).groups()
            yield name, dict(flag.lstrip("-").split("=") for flag in flags.split()), rest


def context(folder):
    """The files that are sent to an engine: those of a clone, since .dockerignore leaves out what is built."""
    run("git", "clone", "--quiet", "--no-hardlinks", ROOT, folder)
    return folder


def dockerfile(work):
    """Runs all stages, and looks at the last as people and hubs use it."""
    stages, stage, source = {}, None, context(work / "context")
    with contextlib.ExitStack() as stack:
        for name, flags, text in instructions((ROOT / "Dockerfile").read_text()):
            if name == "FROM":
                image, label = re.fullmatch(r"([\w-]+):\S+(?: AS (\w+))?", text).groups()
                stage = stages[label or "last"] = Stage(work / (label or "last"), image)
                stack.enter_context(stage.mounted())
            elif name == "ARG":
                stage.environment.setdefault(*text.split("=", 1))
            elif name == "ENV":
                stage.environment |= dict(word.split("=", 1) for word in stage.filled(text).split())
            elif name == "WORKDIR":
                stage.place = stage.filled(text)
                (stage.root / stage.place.lstrip("/")).mkdir(parents=True, exist_ok=True)
            elif name == "USER":
                stage.user = stage.filled(text)
            elif name == "COPY":
                *froms, target = stage.filled(text).split()
                base = stages[flags["from"]].root if "from" in flags else source
                files = [file for pattern in froms for file in glob.glob(f"{base}/{pattern.lstrip('/')}")]
                assert files, f"there is nothing to copy: {text}"
                stage.copy(files, target, stage.filled(flags.get("chown", "0")))
            elif name == "RUN":
                stage.step(text)
            elif name == "CMD":
                served(stage, [word.strip('" ') for word in text.strip("[]").split(",")])
            else:
                assert name == "EXPOSE", name


def served(stage, command):
    """The last stage: who runs it, a cell, the extension for controls, and the server that CMD starts."""
    assert stage.says("id -un; id -u").split() == ["jovyan", "1000"]
    stage.step("touch here && rm here && ls quickstart.ipynb")
    assert stage.says("printf 'fmt.Println(6*7)' > /tmp/a.go && jupyter run --kernel=nvsd /tmp/a.go") == "42\n"
    assert "@jupyter-widgets/jupyterlab-manager" in stage.says("jupyter labextension list 2>&1")
    assert "ready" in stage.says("nvsd-kernel status")
    server = subprocess.Popen(stage.words(shlex.join(["exec", *command, "--port=8899", "--IdentityProvider.token="])), env=stage.environment)
    try:
        for _ in range(120):
            with contextlib.suppress(OSError):
                specs = urllib.request.urlopen("http://127.0.0.1:8899/api/kernelspecs", timeout=2).read().decode()
                assert '"nvsd"' in specs
                return print("JupyterLab has the kernel", flush=True)
            time.sleep(0.5)
        sys.exit("JupyterLab does not answer")
    finally:
        server.terminate()
        server.wait(20)


def binder(work):
    """What repo2docker does with binder/: the requirements, and postBuild in the repository."""
    stage = Stage(work / "binder", "buildpack-deps")
    with stage.mounted():
        source = context(stage.root / "srv" / "repo")
        stage.place = "/srv/repo"
        run("chown", "-R", "1000:1000", source, stage.root / "usr/local/python")
        stage.user, stage.environment["HOME"] = "1000", "/tmp"
        stage.step("pip install --quiet --no-cache-dir jupyterlab -r binder/requirements.txt")
        stage.step("./binder/postBuild")
        assert stage.says("printf 'fmt.Println(6*7)' > /tmp/a.go && jupyter run --kernel=nvsd /tmp/a.go") == "42\n"
        assert "@jupyter-widgets/jupyterlab-manager" in stage.says("jupyter labextension list 2>&1")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", metavar="FOLDER", help="work in this folder, and leave it")
    parser.add_argument("what", nargs="*", choices=["dockerfile", "binder", []], default=[])
    arguments = parser.parse_args()
    with contextlib.ExitStack() as stack:
        work = pathlib.Path(arguments.keep or stack.enter_context(tempfile.TemporaryDirectory(prefix="nvsd-dockerfile-")))
        work.mkdir(exist_ok=True)
        for name in arguments.what or ["dockerfile", "binder"]:
            globals()[name](work)
            print(f"{name}: all steps passed", flush=True)


if __name__ == "__main__":
    main()
