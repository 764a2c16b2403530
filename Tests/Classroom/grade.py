#!/usr/bin/env python3
"""Packs every lesson for a made-up class, answers as its authors do, and tells each mark that they did not mean.

    Tests/Classroom/grade.py PROGRAM [STUDENTS]

An answer is one of the solutions or one of the wrong answers of a lesson, with the values of the student's own handout.
"""

import csv
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

LESSONS = pathlib.Path(__file__).resolve().parents[2] / "scenarios/lessons"
VARIANT = re.compile(r"^let (\w+) = variant\((.*)\)$", re.M)


class Lesson:
    """What the author of a lesson wrote."""

    def __init__(self, path):
        self.text = path.read_text()
        self.name = path.stem
        self.values = {name: list(map(str.strip, values.split(","))) for name, values in VARIANT.findall(self.text)}
        self.count = max(map(len, self.values.values()), default=1)
        self.solutions, self.mistakes = self.entries("solution"), self.entries("wrong")

    def entries(self, word):
        """What follows a word at the start of a line, up to the reason or the next such line."""
        found, is_open = [], False
        for line in self.text.split("\n"):
            if line.startswith(word + " "):
                found.append(line[len(word) + 1:])
                is_open = True
            elif is_open and line.startswith((" ", "}")):
                found[-1] += "\n" + line
            else:
                is_open = False
        return [re.split(r'\s+because "', entry)[0] for entry in found]

    def drawn(self, text, number):
        """A text with a value of each in the place of its name."""
        for name, values in self.values.items():
            value = values[number % len(values)]
            text = text.replace(f"\\({name})", re.sub(r"^([\d.]+)([a-z]+)$", r"\1 \2", value))
            text = re.sub(rf"(?<![\w.]){name}(?!\w|:)", value, text)
        return text

    def number(self, handout):
        """Which of the values a handout has: those with which most of its lines are lines of the lesson."""
        lines = set(handout.split("\n"))
        return max(range(self.count), key=lambda number: len(lines & set(self.drawn(self.text, number).split("\n"))))


def hand_in(lessons, students, answers):
    """Adds answers to the handouts; returns whether each meets its goals, or that it is missing."""
    meant = {}
    for number in range(1, students + 1):
        student = f"student-{number:02}"
        for lesson in lessons:
            path = answers / student / f"{lesson.name}.retry"
            kind = random.choices(["solved", "wrong", "missing"], [57, 37, 6])[0]
            meant[student, lesson.name] = kind
            handout = path.read_text()
            if kind == "missing":
                path.unlink()
                continue
            written = random.choice(lesson.solutions if kind == "solved" else lesson.mistakes)
            path.write_text(handout + f"let answer = {lesson.drawn(written, lesson.number(handout))}\n")
    return meant


def main():
    program, students = pathlib.Path(sys.argv[1]).resolve(), int((sys.argv[2:] or ["30"])[0])
    lessons = [Lesson(path) for path in sorted(LESSONS.glob("*.retry"))]
    random.seed(7)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)

        def run(*arguments):
            began = time.monotonic()
            subprocess.run([program, "class", *arguments], cwd=folder, check=True, stdout=subprocess.DEVNULL)
            return f"{time.monotonic() - began:.1f} s"

        packed = run("pack", "--for", str(students), LESSONS)
        meant = hand_in(lessons, students, folder / "class")
        graded = run("grade", "class", "--csv", "grades.csv", "--html", "grades.html")
        with open(folder / "grades.csv", newline="") as file:
            marks = {(row["student"], row["exercise"]): row["status"] for row in csv.DictReader(file)}
    false = 0
    for place, kind in meant.items():
        mark = marks[place]
        if mark != kind if kind != "wrong" else mark in ("solved", "missing"):
            print(*place, f"is {mark}, but the author means it to be {kind}")
            false += 1
    print(f"{len(meant)} answers of {students} students: packed in {packed}, graded in {graded}, {false} false marks")
    return 1 if false else 0


if __name__ == "__main__":
    sys.exit(main())
