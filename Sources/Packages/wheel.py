"""Makes a wheel of the program, of the module for Python and of the kernel for notebooks."""
import base64
import hashlib
import json
import platform
import zipfile
from pathlib import Path

from program import ROOT, VERSION, needed_glibc, notices

METADATA = f"""Metadata-Version: 2.1
Name: retrylab
Version: {VERSION}
Summary: A laboratory for retry strategies: at the prompt, in Python and in notebooks
Requires-Python: >=3.9
Provides-Extra: notebook
Requires-Dist: ipykernel>=6.29; extra == "notebook"
Description-Content-Type: text/markdown

{{description}}"""


def kernel_file() -> bytes:
    arguments = ["python", "-m", "retrylab.kernel", "-f", "{connection_file}"]
    return json.dumps({
        "argv": arguments, "display_name": "RetryLab", "language": "retrylab",
        "interrupt_mode": "signal"}).encode()


def contents(program: Path, tag: str) -> dict:
    info, data = f"retrylab-{VERSION}.dist-info", f"retrylab-{VERSION}.data"
    files = {f"retrylab/{path.name}": path.read_bytes() for path in sorted(ROOT.glob("Sources/Python/retrylab/*.py"))}
    files["retrylab/py.typed"] = b""
    files[f"{data}/scripts/retrylab"] = program.read_bytes()
    files[f"{data}/data/share/jupyter/kernels/retrylab/kernel.json"] = kernel_file()
    files[f"{info}/METADATA"] = METADATA.replace(
        "{description}", (ROOT / "README.md").read_text()).encode()
    files[f"{info}/licenses/NOTICES"] = notices().encode()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: retrylab\nRoot-Is-Purelib: false\nTag: py3-none-{tag}\n").encode()
    lines = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(content)}\n")
    files[f"{info}/RECORD"] = ("".join(lines) + f"{info}/RECORD,,\n").encode()
    return files


def write(program: Path, folder: Path) -> Path:
    tag = f"manylinux_{'_'.join(map(str, needed_glibc(program)))}_{platform.machine()}"
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

