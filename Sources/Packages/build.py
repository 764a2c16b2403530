#!/usr/bin/env python3
"""Makes what is installed without a toolchain: the program, a wheel for pip, a package for Debian and Ubuntu.

    Sources/Packages/build.py [--program PROGRAM] [--to FOLDER] [program] [wheel] [deb]

Without names it makes all, and prints their paths. The program is built for it unless one is given; the folder is
`.build/packages`.
"""
import argparse
from pathlib import Path

import deb
import program
import wheel


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=Path)
    parser.add_argument("--to", type=Path, default=program.ROOT / ".build/packages")
    parser.add_argument("kinds", nargs="*", help="program, wheel or deb")
    given = parser.parse_args()
    makers = {"wheel": wheel.write, "deb": deb.write, "program": lambda built, _: built}
    kinds = given.kinds or list(makers)
    if unknown := [kind for kind in kinds if kind not in makers]:
        parser.error(f"there is no package '{unknown[0]}'")
    built = given.program or program.build()
    for kind in kinds:
        print(makers[kind](built, given.to))


if __name__ == "__main__":
    main()
