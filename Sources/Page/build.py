#!/usr/bin/env python3
"""Makes the laboratory as a page: the layers below the terminal as one WebAssembly module, in an HTML file.

    Sources/Page/build.py [--check] [DIRECTORY]

It writes `retrylab.wasm` and `retrylab.html`. With --check, only the interfaces are made, in which the compiler refuses
what a page lacks. What was made before and did not change is kept in the directory, `.build/page` unless another is given.
"""

import hashlib
import pathlib
import shutil
import subprocess
import sys
import time

import bundle
from embedded import embedded

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "Sources/Page"
# Where Debian has wasi-libc and libclang-rt-dev-wasm32.
SYSTEM = pathlib.Path("/usr")

# Each layer in the order of their imports, without what needs clocks, threads, files or values of all error types.
# A file of the same name in StandIns takes the place of one that is left out.
LAYERS = {
    "Synchronization": [],
    "RetryNumerics": ["Locked.swift"],
    "TextLayout": [],
    "VirtualTime": ["Clock"],
    "Lanes": [],
    "PlainLanes": [],
    "Pictures": [],
    "Retry": [
        "Drivers", "Call", "Observation", "Layers", "Backoff/GivenError.swift", "Policy/Retryable.swift",
        "Policy/Thrown.swift", "Policy/RetryPolicy+Erasing.swift",
    ],
    "Simulation": ["Engine/FunctionCalls+Current.swift"],
    "Conformance": [],
    "Measurement": ["Kernel/LoopSet.swift", "Trials/Trials+Gather.swift", "Trials/WorkQueue.swift"],
    "Tuning": [],
    "RetryLanguage": [],
    "BuiltInScenarios": [],
    "Documents": [
        "Document+YAML.swift", "LibyamlText.swift", "YAMLEvents.swift", "YAMLProblem.swift", "YAMLReader.swift",
    ],
    "PolicyFiles": ["Libraries/Retry/RulesFile.swift", "Libraries/Retry/Rules+Files.swift"],
    "Report": [],
    "Workbench": [],
}

# Deprecated is what would print nothing; with the propagation of copies, this compiler stops at `Machine.init`.
COMPILER = """swiftc -target wasm32-unknown-none-wasm -wmo -Osize -parse-as-library -swift-version 6 -package-name retrylab
-enable-experimental-feature Embedded -enable-experimental-feature Extern -enable-upcoming-feature ExistentialAny
-enable-upcoming-feature InternalImportsByDefault -Werror DeprecatedDeclaration
-Xfrontend -enable-copy-propagation=false""".split()

def below(layer):
    names = list(LAYERS) + [layer]
    return [name for name in names[:names.index(layer)] if name != "Synchronization"]


def copy(layer, out):
    """Copies a layer without what it leaves out and returns its files."""
    source = PAGE / layer if layer == "Engine" else ROOT / "Sources" / layer
    left_out = [source / part for part in LAYERS.get(layer, [])]
    for part in left_out:
        assert part.exists(), f"{part} is left out but is not there"
    taken = [
        (file, file.relative_to(source)) for file in source.rglob("*.swift")
        if not any(part == file or part in file.parents for part in left_out)
    ]
    stand_ins = PAGE / "StandIns" / layer
    taken += [(file, file.relative_to(stand_ins)) for file in stand_ins.rglob("*.swift")]
    files = []
    for file, name in sorted(taken, key=lambda pair: pair[1]):
        text = embedded(file.read_text(), below(layer))
        copied = out / "copies" / layer / name
        copied.parent.mkdir(parents=True, exist_ok=True)
        if not copied.exists() or copied.read_text() != text:
            copied.write_text(text)
        files.append(copied)
    return files


def run(*command):
    subprocess.run([str(part) for part in command], check=True)


def make(layer, digest, out, *arguments):
    """Compiles a layer, unless it was made from the same sources and layers below."""
    files = copy(layer, out)
    digest.update(" ".join(str(argument) for argument in arguments).encode())
    for file in files:
        digest.update(str(file.relative_to(out)).encode() + b"\0" + file.read_bytes())
    stamp = out / f"{layer}.made"
    is_there = (out / (f"{layer}.swiftmodule" if layer in LAYERS else "engine.o")).exists()
    if is_there and stamp.exists() and stamp.read_text() == digest.hexdigest():
        return
    stamp.unlink(missing_ok=True)
    began = time.monotonic()
    headers = [ROOT / "Sources/CProcessor", ROOT / "Sources/CScenarios/include"]
    run(
        *COMPILER, "-I", out, *(f"-I{folder}" for folder in headers), "-module-name", layer, *arguments, *files)
    stamp.write_text(digest.hexdigest())
    print(f"{layer} in a page: {time.monotonic() - began:.0f} s", flush=True)


def compile_all(out, with_engine):
    """Makes the interface of each layer, and the code of the engine, which holds that of all."""
    version = subprocess.run(["swiftc", "--version"], capture_output=True, check=True).stdout
    digest = hashlib.sha256(" ".join(COMPILER).encode() + version)
    for header in sorted((ROOT / "Sources/CProcessor").iterdir()):
        digest.update(header.read_bytes())
    for layer in LAYERS:
        # What an interface holds is optimized once, as a part of the engine.
        make(layer, digest, out, "-Onone", "-emit-module", "-emit-module-path", out / f"{layer}.swiftmodule")
    if with_engine:
        make("Engine", digest, out, "-c", "-o", out / "engine.o")


def link(out):
    """Links the engine with what it needs of a system."""
    for source in [PAGE / "Runtime/runtime.c", ROOT / "Sources/CScenarios/scenarios.c"]:
        run(
            "clang", "--target=wasm32-wasi", "-isystem", SYSTEM / "include/wasm32-wasi",
            "-I", source.parent / "include", "-O2", "-Wall", "-Werror", "-c", "-o", out / f"{source.stem}.o", source)
    toolchain = pathlib.Path(shutil.which("swiftc")).resolve().parents[1]
    [builtins] = SYSTEM.glob("lib/llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a")
    run(
        "wasm-ld", "--gc-sections", "--strip-all", "--stack-first", "-z", "stack-size=8388608",
        "-o", out / "retrylab.wasm", SYSTEM / "lib/wasm32-wasi/crt1-command.o",
        out / "engine.o", out / "runtime.o", out / "scenarios.o",
        toolchain / "lib/swift/embedded/wasm32-unknown-none-wasm/libswiftUnicodeDataTables.a",
        "-L", SYSTEM / "lib/wasm32-wasi", "-lc", builtins)
    size = (out / "retrylab.wasm").stat().st_size
    print(f"the module of a page: {size} bytes", flush=True)


def make_unpacker(out):
    """Makes the small module that unpacks the engine, which needs nothing of a system."""
    run(
        *COMPILER, "-O", "-module-name", "Unpacker", "-c", "-o", out / "unpacker.o",
        *(PAGE / "Unpacker").glob("*.swift"))
    run(
        "wasm-ld", "--no-entry", "--gc-sections", "--strip-all", "-o", out / "unpacker.wasm", out / "unpacker.o")


def main(arguments):
    rest = [argument for argument in arguments if argument != "--check"]
    out = pathlib.Path(rest[0]) if rest else ROOT / ".build/page"
    out.mkdir(parents=True, exist_ok=True)
    is_whole = "--check" not in arguments
    compile_all(out, is_whole)
    if is_whole:
        link(out)
        make_unpacker(out)
        print(f"the page: {bundle.write(out)} bytes", flush=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except subprocess.CalledProcessError as failed:
        sys.exit(failed.returncode)
