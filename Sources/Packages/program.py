"""Builds the program so that it needs nothing but the C library."""
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VERSION = re.search(
    r'current = "(.+?)"', (ROOT / "Sources/Workbench/Settings/Version.swift").read_text())[1]

# What the program is linked with besides Swift's own libraries: the archive, and the package that tells its licence.
ARCHIVES = {
    "libedit.a": "libedit-dev", "libbsd.a": "libbsd-dev", "libmd.a": "libmd-dev", "libtinfo.a": "libncurses-dev",
    "libyaml.a": "libyaml-dev", "libstdc++.a": "libstdc++6",
}

# Tables for unwinding take a sixth of the program. Swift unwinds nothing, and frame pointers lead a debugger.
NO_UNWINDING = "SECTIONS { /DISCARD/ : { *(.eh_frame) *(.eh_frame_hdr) *(.gcc_except_table*) } } INSERT AFTER .text;\n"


def output(*command) -> str:
    return subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True).stdout


def build() -> Path:
    """Returns the program, without symbols; what was built before and did not change is kept."""
    scratch = ROOT / ".build/static"
    libraries = scratch / "libraries"
    shutil.rmtree(libraries, ignore_errors=True)
    libraries.mkdir(parents=True)
    for archive in ARCHIVES:
        found = Path(output("cc", f"-print-file-name={archive}").strip())
        # Without its archive a library is looked for where the program runs.
        if found.is_absolute():
            (libraries / archive).symlink_to(found)
    script = scratch / "no-unwinding.ld"
    script.write_text(NO_UNWINDING)
    linker = ["--no-export-dynamic", "--no-eh-frame-hdr", "-T", script, f"-L{libraries}", "-lbsd", "-lmd", "-ltinfo"]
    command = ["swift", "build", "-c", "release", "--product", "retrylab", "--scratch-path", scratch]
    command += ["--static-swift-stdlib", "-Xswiftc", "-use-ld=lld"]
    command += ["-Xswiftc", "-Xclang-linker", "-Xswiftc", "-static-libgcc"]
    command += [part for word in linker for part in ("-Xlinker", word)]
    # What it prints goes beside the paths of the packages, not among them.
    subprocess.run(
        [str(part) for part in command], check=True, cwd=ROOT, env=os.environ | {"PACKAGED": "1"}, stdout=sys.stderr)
    place = ROOT / ".build/packages"
    place.mkdir(parents=True, exist_ok=True)
    subprocess.run(["strip", "-o", place / "retrylab", scratch / "release/retrylab"], check=True)
    return place / "retrylab"


def needed_glibc(program: Path) -> tuple:
    """The oldest C library that has all that the program asks of it."""
    versions = re.findall(r"GLIBC_(\d+)\.(\d+)", output("objdump", "-T", program))
    return max(tuple(map(int, version)) for version in versions)


def needed_libraries(program: Path) -> list:
    return re.findall(r"NEEDED\s+(\S+)", output("objdump", "-p", program))


def notices() -> str:
    """The licences of what others wrote and the program contains."""
    swift = Path(shutil.which("swiftc")).resolve().parents[1] / "share/swift/LICENSE.txt"
    parts = [("Swift", swift)]
    parts += [(package, Path(f"/usr/share/doc/{package}/copyright")) for package in ARCHIVES.values()]
    texts = [f"{name}\n\n{path.read_text(errors='replace')}" for name, path in parts if path.exists()]
    return ("\n\n" + 72 * "-" + "\n\n").join(texts)


def architecture() -> str:
    return {"x86_64": "amd64", "aarch64": "arm64"}[platform.machine()]
