"""Programs in other languages, each of which plays the libraries of its language.

A peer reads what to play as a line of JSON, and answers with such a line. Time is virtual in it, and it draws what it
is given. The libraries are packages of Debian.
"""

import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from library import Missing

HERE = pathlib.Path(__file__).parent


@functools.cache
def installed(package):
    """Returns the version of a package of Debian, as its authors write it, and its files."""
    words = ["dpkg-query", "--show", "--showformat", "${db:Status-Status} ${Version}", package]
    shown = subprocess.run(words, capture_output=True, text=True).stdout if shutil.which(words[0]) else ""
    state, _, version = shown.partition(" ")
    if state != "installed":
        raise Missing(f"{package} is not installed")
    files = subprocess.run(["dpkg-query", "--listfiles", package], capture_output=True, text=True).stdout
    return re.match(r"[0-9.]+", version)[0], [pathlib.Path(line) for line in files.splitlines()]


def folder(package, name):
    """Returns the first folder of a name in a package."""
    return next(file for file in installed(package)[1] if file.name == name)


class Peer:
    """A running program of another language."""

    # What starts it; the only one of its kind, or what is missing for it.
    tool, one = "", None

    @classmethod
    def shared(cls):
        """Returns the only one of its kind, which is built when it is first needed."""
        if cls.one is None:
            try:
                cls.one = cls()
            except Missing as missing:
                cls.one = missing
        if isinstance(cls.one, Missing):
            raise cls.one
        return cls.one

    def __init__(self):
        if not shutil.which(self.tool):
            raise Missing(f"there is no {self.tool}")
        self.folder = tempfile.TemporaryDirectory()
        self.place = pathlib.Path(self.folder.name)
        words, surroundings = self.built()
        self.process = subprocess.Popen(
            words, env=surroundings, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def built(self):
        """Builds it, and returns the words that start it with its environment, or None for the usual one."""
        raise NotImplementedError

    def run(self, *words, **options):
        done = subprocess.run(words, cwd=self.place, capture_output=True, text=True, **options)
        if done.returncode:
            raise Missing(f"{words[0]} says {(done.stdout + done.stderr)[:1500]}")
        return done.stdout

    def ask(self, question):
        """Returns what happened when it played a configuration."""
        self.process.stdin.write(json.dumps(question).encode() + b"\n")
        self.process.stdin.flush()
        line = self.line()
        if not line:
            raise SystemExit(f"{type(self).__name__} has ended at {json.dumps(question)[:900]}")
        return json.loads(line)

    def line(self):
        return self.process.stdout.readline()


class Node(Peer):
    tool = "node"
    packages = {"node-retry": "retry", "node-promise-retry": "promise-retry", "node-err-code": "err-code"}

    def built(self):
        modules = {str(folder(package, name).parent) for package, name in self.packages.items()}
        return ["node", HERE / "peer.js"], os.environ | {"NODE_PATH": os.pathsep.join(modules)}


class Ruby(Peer):
    tool = "ruby"

    def built(self):
        for package in ("ruby-retriable", "ruby-retryable"):
            installed(package)
        return ["ruby", HERE / "peer.rb"], None


class Go(Peer):
    """It is built with the tag 'faketime', with which time stands still until all wait."""

    tool = "go"
    packages = {
        "golang-github-avast-retry-go-dev",
        "golang-github-cenkalti-backoff-dev",
        "golang-github-hashicorp-go-retryablehttp-dev",
        "golang-github-jpillora-backoff-dev",
        "golang-gopkg-eapache-go-resiliency.v1-dev",
    }

    def built(self):
        paths = {str(folder(package, "src").parent) for package in self.packages}
        # Threads of C would keep the time from moving.
        settings = {"GO111MODULE": "off", "GOFLAGS": "", "CGO_ENABLED": "0", "GOPATH": os.pathsep.join(paths)}
        words = ["build", "-tags", "faketime", "-overlay", self.overlay(), "-o", "peer", HERE / "peer.go"]
        self.run("go", *words, env=os.environ | settings)
        return [self.place / "peer"], None

    def overlay(self):
        """Writes what replaces math/rand, whose numbers are then given, and returns its file."""
        source = pathlib.Path(self.run("go", "env", "GOROOT").strip(), "src", "math", "rand", "rand.go")
        head = "func (r *Rand) Float64() float64 {"
        text = f"var Draw func() float64\n\n{head}\n\tif Draw != nil {{\n\t\treturn Draw()\n\t}}\n"
        (self.place / "rand.go").write_text(source.read_text().replace(head, text))
        overlay = self.place / "overlay.json"
        overlay.write_text(json.dumps({"Replace": {str(source): str(self.place / "rand.go")}}))
        return overlay

    def line(self):
        # With this tag, whatever is written has a head: four bytes, the time, and the length.
        text = b""
        while not text.endswith(b"\n"):
            head = self.process.stdout.read(16)
            if len(head) < 16:
                return b""
            text += self.process.stdout.read(int.from_bytes(head[12:], "big"))
        return text


class Rust(Peer):
    tool = "cargo"
    crates = {"librust-backoff-dev": "backoff", "librust-retry-dev": "retry"}

    def built(self):
        versions = {name: installed(package)[0] for package, name in self.crates.items()}
        registry = folder("librust-backoff-dev", f"backoff-{versions['backoff']}").parent
        crates = "".join(f'{name} = "={version}"\n' for name, version in versions.items())
        self.write(
            "Cargo.toml",
            f"{self.crate('peer', '0.1.0')}[[bin]]\nname = \"peer\"\npath = \"main.rs\"\n"
            f'[dependencies]\nrand = "0.8"\n{crates}[patch.crates-io]\nrand = {{ path = "rand" }}\n',
        )
        self.write("rand/Cargo.toml", f"{self.crate('rand', '0.8.5')}[lib]\npath = \"lib.rs\"\n")
        self.write(
            ".cargo/config.toml",
            f'[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "{registry}"\n',
        )
        for source, name in [("peer.rs", "main.rs"), ("peer_json.rs", "json.rs"), ("peer_rand.rs", "rand/lib.rs")]:
            self.write(name, (HERE / source).read_text())
        self.run("cargo", "build", "--offline", "--quiet")
        return [self.place / "target" / "debug" / "peer"], None

    def crate(self, name, version):
        """Returns the head of the description of a crate."""
        return f'[package]\nname = "{name}"\nversion = "{version}"\nedition = "2021"\n'

    def write(self, name, text):
        file = self.place / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
