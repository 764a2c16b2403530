"""Makes a package for Debian and Ubuntu: the program, its page, its manual page and its completions."""
import gzip
import os
import re
import shutil
import subprocess
import tempfile
import textwrap
from pathlib import Path

from program import ROOT, VERSION, architecture, needed_glibc, needed_libraries, notices, output

# The packages that have the libraries, if one is not linked into the program.
PACKAGES = {
    "libedit.so.2": "libedit2", "libyaml-0.so.2": "libyaml-0-2", "libstdc++.so.6": "libstdc++6",
    "libgcc_s.so.1": "libgcc-s1", "libtinfo.so.6": "libtinfo6",
}
# Whoever hands the package on is its maintainer.
MAINTAINER = os.environ.get("DEBEMAIL") or "RetryLab <retrylab@localhost.localdomain>"
COPYRIGHT = """The program was made from the sources of RetryLab, whose authors have the rights in it.
It contains libraries of others: NOTICES.gz beside this file has their licences.
"""
COMPLETIONS = {
    "bash": "usr/share/bash-completion/completions/retrylab",
    "zsh": "usr/share/zsh/vendor-completions/_retrylab",
    "fish": "usr/share/fish/vendor_completions.d/retrylab.fish",
}


def control(program: Path, size: int) -> str:
    glibc = ".".join(map(str, needed_glibc(program)))
    others = sorted({PACKAGES[name] for name in needed_libraries(program) if name in PACKAGES})
    return f"""Package: retrylab
Version: {VERSION}
Architecture: {architecture()}
Maintainer: {MAINTAINER}
Installed-Size: {size // 1024}
Depends: {", ".join([f"libc6 (>= {glibc})", *others])}
Section: devel
Priority: optional
Description: laboratory for retry strategies, in virtual time
 RetryLab simulates operations that fail, and strategies that try them again:
 with back-off, jitter, deadlines, budgets and breakers. A prompt shows calls
 decision by decision and measures what many of them do to a server. It has
 lessons, scenarios that are compared with their recordings, and a server that
 real clients are judged by.
"""


def put(root: Path, path: str, content: bytes, mode: int = 0o644):
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    file.chmod(mode)


def write(program: Path, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    package = folder / f"retrylab_{VERSION}_{architecture()}.deb"
    with tempfile.TemporaryDirectory() as place:
        root = Path(place) / "root"
        root.mkdir()
        put(root, "usr/bin/retrylab", program.read_bytes(), 0o755)
        put(root, "usr/share/man/man1/retrylab.1.gz", packed(output(program, "--manual")))
        for shell, path in COMPLETIONS.items():
            put(root, path, output(program, "--completions", shell).encode())
        # The laboratory as a page, where it was built.
        page = ROOT / ".build/page/retrylab.html"
        if page.exists():
            put(root, "usr/share/retrylab/retrylab.html", page.read_bytes())
        put(root, "usr/share/doc/retrylab/copyright", COPYRIGHT.encode())
        put(root, "usr/share/doc/retrylab/NOTICES.gz", packed(notices()))
        put(root, "usr/share/doc/retrylab/changelog.gz", packed(changelog()))
        size = sum(file.stat().st_size for file in root.rglob("*") if file.is_file())
        put(root, "DEBIAN/control", control(program, size).encode())
        for file in [root, *root.rglob("*")]:
            if file.is_dir():
                file.chmod(0o755)
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "-Zxz", "-z9", "--build", root, package], check=True,
            stdout=subprocess.DEVNULL)
    return package


def packed(text: str) -> bytes:
    # The same text makes the same bytes, whenever it is packed.
    return gzip.compress(text.encode(), 9, mtime=0)


def changelog() -> str:
    """What changed, as the article on versions tells it, in Debian's form."""
    article = (ROOT / "Sources/retrylab/RetryLab.docc/Versions.md").read_text()
    entries = re.findall(r"### ([\d.]+), (\d{4}-\d{2}-\d{2})\n\n((?:- .*\n(?:  .*\n)*)+)", article)
    texts = []
    for version, day, changes in entries:
        changes = re.sub(r"\n  ", " ", changes).replace("`", "").splitlines()
        lines = [textwrap.fill(line[2:], 78, initial_indent="  * ", subsequent_indent="    ") for line in changes]
        when = output("date", "-u", "-R", "-d", day).strip()
        text = "\n".join(lines)
        texts.append(f"retrylab ({version}) unstable; urgency=medium\n\n{text}\n\n -- {MAINTAINER}  {when}\n")
    return "\n".join(texts)
