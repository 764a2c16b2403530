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
  /// The names that the student defines differently from the teacher, whose definitions count.
  private(set) var overruled: [String] = []
  /// Why there is no answer, if so.
  private(set) var trouble: String?
  /// The lines that are not in the handout, as written.
  let ownLines: [String]

  /// The most definitions that an answer may need.
  private static let mostPieces = 200

  /// Reads a student's file; the teacher's definitions are in their one form.
  init(_ text: String, answer: String, teacher: [String: Set<String>], base: Bool, handout: String) {
    let handed = Set(handout.split(separator: "\n").map(\.trimmed))
    ownLines = text.split(whereSeparator: \.isNewline).map(\.trimmed).filter {
      !$0.isEmpty && !handed.contains($0)
    }
    let source = SourceText(text)
    let reading = Parser.read(source, commands: LessonPart.formatterShapes)
    var needed: Set<String> = [answer]
    for (statement, range) in zip(reading.statements, reading.ranges).reversed() {
      guard case .binding(let name, let value) = statement, needed.contains(name.text) else {
        continue
      }
      needed.remove(name.text)
      let written = LessonPart.formatter.text(statement)
      let line = source.place(of: range.lowerBound).line
      if let known = teacher[name.text], known.contains(written) || value.makesOperation {
        if !known.contains(written) { overruled.append(name.text) }
        continue
      }
      if case .broken = value {
        trouble = reading.diagnostics.words(in: range, of: source) ?? "line \(line): not understood"
        return
      }
      if base, value.makesOperation {
        trouble = "line \(line): '\(name.text)' makes an operation or a server of its own"
        return
      }
      pieces.append(Piece(name: name, value: value, line: line, text: written))
      _ = value.mentions { mentioned in
        needed.insert(mentioned)
        return false
      }
    }
    pieces.reverse()
    if !pieces.contains(where: { $0.name.text == answer }) {
      trouble =
        reading.statements.isEmpty
        ? reading.diagnostics.first?.words(in: source) ?? "the file is empty"
        : "'\(answer)' is not defined"
    } else if pieces.count > Self.mostPieces {
      trouble = "the answer needs more than \(Self.mostPieces) definitions"
    }
  }

  /// The definitions as a text, in the lines of the file.
  var script: String {
    var (text, line) = ("", 1)
    for piece in pieces {
      text += piece.line > line ? String(repeating: "\n", count: piece.line - line) : text.isEmpty ? "" : ";"
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
        if case .source = function.result { function.topic == .operation } else { function.result == .resource }
      }
    }
  }
}

extension [Diagnostic] {
  /// The first error in a range, in one line.
  fileprivate func words(in range: Range<Int>, of source: SourceText) -> String? {
    let inside = first { range.lowerBound <= $0.range.lowerBound && $0.range.lowerBound <= range.upperBound }
    return (inside ?? first)?.words(in: source)
  }
}

extension Diagnostic {
  /// The error in one line, with its place.
  func words(in source: SourceText) -> String {
    "line \(source.place(of: range.lowerBound).line): \(message)".sanitized
  }
}

extension Substring {
  /// The text without spaces at its ends.
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
