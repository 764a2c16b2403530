import RetryLanguage

/// What a student's file defines for an answer; nothing else of the file is used.
struct StudentWork {
  /// A definition, and whose names it uses.
  struct Piece {
    let name: Expression.Name
    let value: Expression
    let line: Int
    let text: String
  }

  /// The definitions that the answer needs, in order; those of the teacher are not among them.
  private(set) var pieces: [Piece] = []
  /// The names and settings that the student changed although the teacher's count.
  private(set) var overruled: [String] = []
  /// The result, if there is no answer to measure.
  private(set) var result: Grade.Result?
  /// The lines that are not in the handout, as written.
  let ownLines: [String]

  /// What the teacher has decided.
  struct Frame {
    /// The name that an answer defines.
    let answer: String
    /// The definitions of each name, in their one form.
    let teacher: [String: Set<String>]
    let settings: Settings
  }

  /// The most definitions that an answer may need.
  private static let mostPieces = 200

  /// Reads a student's file, which began as a handout.
  init(_ text: String, handout: String, for frame: Frame) {
    let handed = Set(handout.split(separator: "\n").map(\.trimmed))
    ownLines = text.split(whereSeparator: \.isNewline).map(\.trimmed).filter {
      !$0.isEmpty && !handed.contains($0) && KeptGuess.all(in: $0).isEmpty
    }
    let source = SourceText(text)
    let reading = Parser.read(source, commands: LessonPart.formatterShapes)
    var needed: Set<String> = [frame.answer]
    for (statement, range) in zip(reading.statements, reading.ranges).reversed() {
      guard case .binding(let name, let value) = statement, needed.contains(name.text) else {
        continue
      }
      needed.remove(name.text)
      let written = LessonPart.formatter.text(statement)
      if let known = frame.teacher[name.text], known.contains(written) || value.makesOperation {
        if !known.contains(written) { overruled.append(name.text) }
        continue
      }
      let line = source.place(of: range.lowerBound).line
      if case .broken = value {
        result = .invalid(
          reading.diagnostics.phrase(in: range, of: source) ?? "line \(line): not understood")
        return
      }
      pieces.append(Piece(name: name, value: value, line: line, text: written))
      _ = value.mentions { mentioned in
        needed.insert(mentioned)
        return false
      }
    }
    pieces.reverse()
    overruled += Self.overruledSettings(reading.statements, frame.settings)
    if !pieces.contains(where: { $0.name.text == frame.answer }) {
      let mistake = reading.diagnostics.first?.phrase(in: source)
      result = mistake.map(Grade.Result.invalid) ?? .missing("'\(frame.answer)' is not defined")
    } else if pieces.count > Self.mostPieces {
      result = .invalid("the answer needs more than \(Self.mostPieces) definitions")
    }
  }

  /// Returns the settings that would change results, and differ from those of the teacher in the end.
  private static func overruledSettings(
    _ statements: [Statement], _ settings: Settings
  ) -> [String] {
    var changed = settings
    for case .command(let written) in statements {
      guard case .setting(let change) = CommandTable.standard[written].role,
        let change = change(written), let value = change.value
      else { continue }
      _ = change.setting.set(value, in: &changed, from: "")
    }
    return Setting.allCases.filter {
      $0.changesResults && $0.value(in: changed) != $0.value(in: settings)
    }.map(\.rawValue)
  }

  /// The definitions as a text, in the lines of the file.
  var script: String {
    var (text, line) = ("", 1)
    for piece in pieces {
      text +=
        piece.line > line
        ? String(repeating: "\n", count: piece.line - line) : text.isEmpty ? "" : ";"
      text += piece.text
      line = max(line, piece.line) + piece.text.count(where: \.isNewline)
    }
    return text
  }
}

extension Expression {
  /// Whether it names a function that makes operations, or what they share.
  fileprivate var makesOperation: Bool {
    mentions { name in
      Catalogue.functions(named: name).contains { function in
        if case .source = function.result {
          function.topic == .operation
        } else {
          function.result == .resource
        }
      }
    }
  }
}

extension [Diagnostic] {
  /// The first error in a range, in one line.
  fileprivate func phrase(in range: Range<Int>, of source: SourceText) -> String? {
    let inside = first {
      range.lowerBound <= $0.range.lowerBound && $0.range.lowerBound <= range.upperBound
    }
    return (inside ?? first)?.phrase(in: source)
  }
}

extension Diagnostic {
  /// The error in one line, with its place.
  func phrase(in source: SourceText) -> String {
    "line \(source.place(of: range.lowerBound).line): \(message)".sanitized
  }
}

extension Substring {
  /// The text without spaces at its ends.
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
