#!/usr/bin/env python3
"""Makes a wheel of the program, of the module for Python and of the kernel for notebooks.

build.py PROGRAM [FOLDER]: the folder is `.build/packages` if none is given.
"""
import base64
import hashlib
import json
import platform
import re
import subprocess
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
VERSION = re.search(
    r'current = "(.+?)"', (ROOT / "Sources/Workbench/Settings/Version.swift").read_text())[1]

METADATA = f"""Metadata-Version: 2.1
Name: retrylab
Version: {VERSION}
Summary: A laboratory for retry strategies: at the prompt, in Python and in notebooks
Requires-Python: >=3.9
Provides-Extra: notebook
Requires-Dist: ipykernel>=6.29; extra == "notebook"
Description-Content-Type: text/markdown

{{description}}"""


def platform_tag(program: Path) -> str:
    """The oldest glibc that has all that the program asks of it."""
    symbols = subprocess.run(
        ["objdump", "-T", str(program)], check=True, capture_output=True, text=True).stdout
    versions = [tuple(map(int, found)) for found in re.findall(r"GLIBC_(\d+)\.(\d+)", symbols)]
    (major, minor) = max(versions)
    return f"manylinux_{major}_{minor}_{platform.machine()}"


def kernel_file() -> bytes:
    arguments = ["python", "-m", "retrylab.kernel", "-f", "{connection_file}"]
    return json.dumps({
        "argv": arguments, "display_name": "RetryLab", "language": "retrylab",
        "interrupt_mode": "signal"}).encode()


def contents(program: Path, tag: str) -> dict:
    info, data = f"retrylab-{VERSION}.dist-info", f"retrylab-{VERSION}.data"
    files = {f"retrylab/{path.name}": path.read_bytes() for path in sorted(HERE.glob("retrylab/*.py"))}
    files["retrylab/py.typed"] = b""
    files[f"{data}/scripts/retrylab"] = program.read_bytes()
    files[f"{data}/data/share/jupyter/kernels/retrylab/kernel.json"] = kernel_file()
    files[f"{info}/METADATA"] = METADATA.replace(
        "{description}", (ROOT / "README.md").read_text()).encode()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: retrylab\nRoot-Is-Purelib: false\nTag: py3-none-{tag}\n").encode()
    lines = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(content)}\n")
    files[f"{info}/RECORD"] = ("".join(lines) + f"{info}/RECORD,,\n").encode()
    return files


def write(program: Path, folder: Path) -> Path:
    tag = platform_tag(program)
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"retrylab-{VERSION}-py3-none-{tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in contents(program, tag).items():
            # The same bytes make the same wheel, whenever it is made.
            entry = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16
            archive.writestr(entry, content)
    return wheel


if __name__ == "__main__":
    print(write(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / ".build/packages"))
