import Report
import RetryLanguage
import TextLayout
import Workbench

// What a text defines, and where it is used.

extension EditorRequest {
  private var symbol: NameTable.Symbol? { NameTable(reading).symbol(at: place) }

  private func location(_ range: Range<Int>) -> JSONValue {
    ["uri": .string(address), "range": text.range(of: range)]
  }

  var definition: JSONValue { symbol.map { location($0.definition) } ?? .null }

  var references: JSONValue {
    guard let symbol else { return [] }
    let isWithout = parameters["context"]["includeDeclaration"].isFalse
    return .list((isWithout ? Array(symbol.places.dropFirst()) : symbol.places).map(location))
  }

  var highlights: JSONValue {
    .list((symbol?.places ?? []).map { ["range": text.range(of: $0)] })
  }

  /// The name that can be replaced here.
  var renamed: JSONValue {
    guard let symbol, !symbol.isLabel,
      let here = symbol.places.first(where: { $0.contains(place) || $0.upperBound == place })
    else { return .null }
    return ["range": text.range(of: here), "placeholder": .string(symbol.name)]
  }

  /// The edit that gives the name another word everywhere; nothing if that is no new name.
  var renaming: JSONValue {
    let name = parameters["newName"].text ?? ""
    // A name that the text has already would change what it does.
    let isUsed = Lexer.tokens(of: source).tokens.contains { $0.name == name }
    guard let symbol, !symbol.isLabel, name.isName, !isUsed else { return .null }
    return text.edit(of: address, symbol.places.map { ($0, name) })
  }

  var outline: JSONValue {
    let shared = NameTable(reading).symbols.filter(\.isShared)
    return .list(
      shared.map { symbol in
        [
          "name": .string(symbol.name), "kind": symbol.kind == .function ? 12 : 13,
          "range": text.range(of: symbol.extent.joined(with: symbol.definition)),
          "selectionRange": text.range(of: symbol.definition),
        ]
      })
  }
}

extension String {
  /// Whether a text can define it.
  fileprivate var isName: Bool {
    // Those of results and of arguments of closures are nobody's.
    guard !hasPrefix("_"), !hasPrefix("$") else { return false }
    let reading = Parser.read(SourceText("let \(self) = 1"))
    guard reading.diagnostics.isEmpty, reading.statements.count == 1,
      case .binding(let name, _) = reading.statements[0]
    else { return false }
    return name.text == self
  }
}

extension Range<Int> {
  fileprivate func joined(with other: Range<Int>) -> Range<Int> {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}

// MARK: - Lines

extension EditorRequest {
  /// The statements and the narration of several lines.
  var folds: JSONValue {
    let reading = reading
    var folds: [(lines: Range<Int>, isComment: Bool)] = []
    for (statement, range) in zip(reading.statements, reading.ranges) {
      let lines = text.line(of: range.lowerBound)..<text.line(of: max(range.upperBound - 1, 0))
      if case .narration = statement {
        if let last = folds.last, last.isComment, last.lines.upperBound + 1 == lines.lowerBound {
          folds[folds.count - 1].lines = last.lines.lowerBound..<lines.upperBound
        } else {
          folds.append((lines, true))
        }
      } else {
        folds.append((lines, false))
      }
    }
    return .list(
      folds.filter { !$0.lines.isEmpty }.map { fold in
        let lines: JSONValue = [
          "startLine": .int(Int64(fold.lines.lowerBound)),
          "endLine": .int(Int64(fold.lines.upperBound)),
        ]
        return fold.isComment ? lines.adding("kind", "comment") : lines
      })
  }

  /// The statements as 'save' writes them, but for those with comments inside.
  var formatting: JSONValue {
    let reading = reading
    guard reading.diagnostics.isEmpty else { return [] }
    let formatter = Formatter(commands: session.shapes)
    let edits = zip(reading.statements, reading.ranges).compactMap {
      statement, range -> JSONValue? in
      let (old, new) = (source[range], formatter.text(statement))
      guard old != new, !hasComment(range) else { return nil }
      return ["range": text.range(of: range), "newText": .string(new)]
    }
    return .list(edits)
  }

  private func hasComment(_ range: Range<Int>) -> Bool {
    session.colours(of: SourceText(source[range])).contains { $0.ink == .faint }
  }
}

// MARK: - Runs

/// What an editor can ask for by a lens.
enum EditorCommand: String, CaseIterable {
  case run = "retrylab.run"
  case compare = "retrylab.compare"
}

extension EditorRequest {
  var lenses: JSONValue {
    let reading = reading
    var lenses = [lens("Run", at: 0..<0, .run)]
    if case .text = host.recording(Recording.path(of: fileName)) {
      lenses.append(lens("Compare with the recording", at: 0..<0, .compare))
    }
    for (index, statement) in reading.statements.enumerated() where session.shows(statement) {
      let range = reading.ranges[index]
      lenses.append(
        lens("Run", at: range, .run, [.int(Int64(index)), .string(source[range])]))
    }
    return .list(lenses)
  }

  private var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }

  private func lens(
    _ title: String, at range: Range<Int>, _ command: EditorCommand, _ more: [JSONValue] = []
  ) -> JSONValue {
    [
      "range": text.range(of: range),
      "command": [
        "title": .string(title), "command": .string(command.rawValue),
        "arguments": .list([.string(address)] + more),
      ],
    ]
  }

  /// What a command says.
  var performed: JSONValue {
    var hooks = TerminalHooks()
    hooks.isInterrupted = isStopped
    switch EditorCommand(rawValue: parameters["command"].text ?? "") {
    case .run:
      let arguments = parameters["arguments"].list
      let statement = arguments.count > 1 ? arguments[1].integer : nil
      if let statement, arguments.count > 2 {
        let ranges = reading.ranges
        // A lens of an older text would run another statement.
        guard ranges.indices.contains(statement), source[ranges[statement]] == arguments[2].text
        else { return "the text has changed since" }
      }
      let script = statement.map { session.text(of: source, with: $0) } ?? text.whole
      return .string(BoundedRun(of: script, named: fileName, host: host, terminal: hooks).text)
    case .compare:
      let scenario = Scenario(path: fileName, text: text.whole, host: host)
      let kept = Recording.kept(beside: fileName, with: text.whole, in: host.recording)
      let check = scenario.check(recording: kept, terminal: hooks)
      return .string(
        BoundedRun.bounded(
          ([check.verdict.rawValue, check.message] + check.notes).filter { !$0.isEmpty }.joined(
            separator: "\n")))
    case nil: return .null
    }
  }
}
