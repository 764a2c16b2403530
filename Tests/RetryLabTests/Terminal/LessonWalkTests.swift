import BuiltInScenarios
import Foundation
import ReadingSupport
import RetryLanguage
import Testing
import TextLayout
import Workbench

@Suite("A walk through the lessons at a terminal")
struct LessonWalkTests {
  /// A lesson on a terminal of one width.
  struct Case: Sendable, CustomStringConvertible {
    let number: Int
    let path: String
    let columns: Int
    var description: String { "\(path) at \(columns) columns" }
  }

  static let cases = BuiltInScenarios.paths(beginningWith: "scenarios/lessons/").enumerated()
    .flatMap { index, path in
      [80, 40, 120].map { Case(number: index + 1, path: path, columns: $0) }
    }

  @Test("every lesson is there at each width")
  func complete() {
    #expect(Self.cases.count == 29 * 3)
  }

  @Test("a student who mistypes, guesses and errs at first comes to its end", arguments: cases)
  func walk(_ walk: Case) throws {
    let lesson = WrittenLesson(
      Variants.first(of: BuiltInScenarios.content(of: walk.path, orElse: .absent).text ?? ""))
    let student = try LessonStudent(lesson, walk.number, columns: walk.columns)
    try student.study()
    try student.mistype()
    try student.err()
    try student.solve()
    student.lookBack()
  }
}

/// What the author of a lesson wrote.
private struct WrittenLesson {
  let title: String
  /// The paragraphs, as words with single spaces.
  let paragraphs: [String]
  /// The lines of code, without spaces.
  let code: Set<String>
  private let text: String

  init(_ text: String) {
    self.text = text
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    title = String(lines[0].dropFirst(4))
    code = Set(lines.filter { !$0.hasPrefix("///") }.map { String($0).withoutSpaces })
    paragraphs = lines.map { $0.hasPrefix("///") ? $0.dropFirst(3) : "" }
      .split { $0.allSatisfy(\.isWhitespace) }.map { $0.joined(separator: " ").inOneLine }
  }

  /// Returns what follows a word at the start of a line, without the reason that may be given for it.
  func parts(_ word: String) -> [String] { LessonEntries.all(word, in: text) }
}

/// A student who takes a lesson at a terminal, and looks at all that it says.
private final class LessonStudent {
  /// What the program waits for.
  private enum Stop: CaseIterable {
    case prompt, question, pause

    func isReached(_ emulator: Emulator) -> Bool {
      let last = emulator.text.split(separator: "\n").last
      // While the program reads an entry, it asks for marks around what is pasted.
      let isReading = emulator.modes.contains(2004)
      return switch self {
      case .prompt: last == "retry>" && emulator.column == 7 && isReading
      case .question: last == "answer>" && emulator.column == 8 && isReading
      case .pause: last == "(Enter goes on)"
      }
    }
  }

  private let lesson: WrittenLesson
  private let number: Int
  private let columns: Int
  private let terminal: PseudoTerminal
  /// The lines that were typed, without spaces.
  private var typed: Set<String> = []
  private var questions = 0

  init(_ lesson: WrittenLesson, _ number: Int, columns: Int) throws {
    (self.lesson, self.number, self.columns) = (lesson, number, columns)
    terminal = try TerminalUser(.init(columns: columns)).sitAtHome()
  }

  /// Goes from section to section up to the exercise.
  func study() throws {
    var told = ""
    for entry in ["lesson \(number)"] + Array(repeating: "next", count: 12)
    where !told.contains("your turn: define 'answer'") {
      told = try enter(entry)
    }
    #expect(told.hasSuffix("· your turn"), "\(told)")
    #expect(questions > 0)
  }

  /// Mistypes a command and a call.
  func mistype() throws {
    #expect(try enter("chekc").contains("did you mean 'check'?"))
    let given = lesson.parts("exercise")[0].split(separator: " ")[2]
    let told = try enter("let answer = \(given).rety(3)")
    // What makes an operation for given figures has no methods at all.
    #expect(
      told.contains("did you mean 'retry'?") || told.contains("a closure has no method 'rety'"),
      "\(told)")
  }

  /// Checks an answer that is wrong, another one at each width.
  func err() throws {
    let wrong = lesson.parts("wrong")
    try define(wrong[(number + columns / 40) % wrong.count])
    let told = try enter("check")
    #expect(told.contains("not yet: ") && !told.contains("well done"), "\(told)")
  }

  /// Checks an answer that is right, which ends the lesson with its rule.
  func solve() throws {
    try define(lesson.parts("solution")[0])
    let told = try enter("check")
    #expect(told.contains(" well done "), "\(told)")
    #expect(told.contains("end of the lesson '\(lesson.title)'"), "\(told)")
    let rule = lesson.parts("remember")[0].split(separator: "\n").map(String.init)
    #expect(rule.count == 3)
    for part in rule {
      let words = part.drop { $0 != "\"" }.dropFirst().dropLast()
      #expect(told.contains(words), "\(told)")
    }
    let list = try enter("lesson")
    #expect(list.contains("\(lesson.title) (done)"), "\(list)")
  }

  /// Looks at all that was shown: nothing is missing, cut or too wide.
  func lookBack() {
    let rows = terminal.emulator.history.split(separator: "\n", omittingEmptySubsequences: false)
    let words = rows.joined(separator: " ").inOneLine
    for paragraph in lesson.paragraphs {
      #expect(words.contains(paragraph), "not shown, or cut inside a word")
    }
    #expect(terminal.emulator.unknown == [])
    var (line, errors) = ("", 0)
    for (number, row) in rows.enumerated() {
      #expect(DisplayWidth.columns(of: String(row)) <= columns)
      line += row
      if terminal.emulator.folded.contains(number) { continue }
      // Only what is typed goes on in the next row wherever the terminal ends, and code, which looks typed.
      let isWide = DisplayWidth.columns(of: line) > columns
      #expect(!isWide || isEntry(line), "'\(line)' is wider than \(columns) columns")
      if line.contains(/^error: [^.]|: error: [^.]|internal error/) { errors += 1 }
      line = ""
    }
    // Those of the command and the call that were mistyped.
    #expect(errors == 2)
  }

  private func isEntry(_ line: String) -> Bool {
    let entry = line.replacing(/^(retry> |answer> |\.+ )/, with: "").withoutSpaces
    return lesson.code.contains(entry) || typed.contains(entry)
  }

  private func define(_ answer: String) throws {
    let told = try enter("let answer = \(answer)")
    #expect(told.contains("answer: "), "\(told)")
  }
}

// MARK: - Typing

extension LessonStudent {
  /// Types an entry, answers its questions, goes on at its pauses; returns its output in one line.
  private func enter(_ entry: String) throws -> String {
    let start = terminal.emulator.line
    var guesses = 0
    if entry.contains("\n") {
      terminal.paste(entry)
      try terminal.wait(for: "what was pasted") { screen in
        entry.split(separator: "\n").allSatisfy { screen.shows(String($0)) }
      }
    } else {
      terminal.type(entry)
    }
    var stop = try press("", entry)
    while stop != .prompt {
      if stop == .pause {
        stop = try press("", "")
      } else {
        let (given, isGuess) = try answer(output(from: start))
        (stop, guesses) = (given, guesses + (isGuess ? 1 : 0))
      }
    }
    let told = output(from: start)
    #expect(told.ranges(of: /you guessed/).count == guesses, "\(told)")
    return told
  }

  /// Answers a question with a number, with nothing, or with a mistake first; returns whether it was a guess.
  private func answer(_ told: String) throws -> (stop: Stop, isGuess: Bool) {
    let (good, bad) =
      switch told {
      case _ where told.hasSuffix("(a percentage, or Enter to skip)"): ("90", "140%")
      case _ where told.hasSuffix("(a time in ms or s, or Enter to skip)"): ("300ms", "-3s")
      case _ where told.hasSuffix("(a number, or Enter to skip)"): ("3", "-1")
      default: ("1", "99")
      }
    let way = (number + columns / 40 + questions) % 4
    questions += 1
    for mistake in [[], [], ["ninty"], [bad]][way] {
      let start = terminal.emulator.line
      #expect(try press(mistake, mistake) == .question)
      #expect(output(from: start).hasSuffix("or Enter to skip)"), "\(mistake) is not asked again")
    }
    let isGuess = way % 2 == 0
    return (try press(isGuess ? good : "", ""), isGuess)
  }

  /// Presses keys and then Enter, and waits until the program waits.
  private func press(_ keys: String, _ entry: String) throws -> Stop {
    typed.formUnion(entry.split(separator: "\n").map { String($0).withoutSpaces })
    let before = terminal.emulator.history
    terminal.type(keys + "\r")
    try terminal.wait(for: "a stop after '\(entry)'") { emulator in
      emulator.history != before && Stop.allCases.contains { $0.isReached(emulator) }
    }
    return Stop.allCases.first { $0.isReached(terminal.emulator) } ?? .pause
  }

  /// Returns what was shown below a row, without the last prompt, as words with single spaces.
  private func output(from row: Int) -> String {
    terminal.emulator.history.split(separator: "\n", omittingEmptySubsequences: false)
      .dropFirst(row).dropLast().joined(separator: " ").inOneLine
  }
}

extension String {
  /// The words with single spaces.
  fileprivate var inOneLine: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  fileprivate var withoutSpaces: String { filter { !$0.isWhitespace } }
}
