import Report
import RetryLanguage
import TextLayout
import Workbench

// What the prompt shows while a person types: completions, help, the call at the cursor, colours, attempts.

extension EditorRequest {
  var completion: JSONValue {
    let proposals = completer.proposals(for: source, at: place)
    // It is written once for hundreds of words.
    let range = JSONValue.raw(text.range(of: proposals.range).text)
    let items = proposals.words.enumerated().map { index, word -> JSONValue in
      let text = JSONValue.string(word.text)
      let (key, edit) =
        sharesRanges ? ("textEditText", text) : ("textEdit", ["range": range, "newText": text])
      return [
        "label": .string(word.name), "kind": .int(word.group.kind), "detail": .string(word.detail),
        // The order is that of the prompt.
        "sortText": .string(String(String(index + 10_000).dropFirst())), key: edit,
      ]
    }
    let all: JSONValue = ["isIncomplete": false, "items": .list(items)]
    return sharesRanges ? all.adding("itemDefaults", ["editRange": range]) : all
  }

  /// The names and strings at the place of the question.
  private var token: Token? {
    Lexer.tokens(of: source).tokens.first { token in
      guard token.range.lowerBound <= place, place <= token.range.upperBound else { return false }
      switch token.kind {
      case .name, .text: return true
      default: return false
      }
    }
  }

  var hover: JSONValue {
    guard let token else { return .null }
    let name: String
    switch token.kind {
    case .name(let word), .text(let word): name = word
    default: return .null
    }
    var known: String?
    if let symbol = NameTable(reading).symbol(at: token.range.lowerBound) {
      known =
        symbol.kind == .parameter
        ? "\(name): a parameter"
        : session.description(of: name, at: place, in: source).map { "\(name): \($0)" }
    }
    guard let page = known ?? Help().text(on: name) else { return .null }
    return [
      "contents": ["kind": "markdown", "value": .string("```text\n\(page)\n```")],
      "range": text.range(of: token.range),
    ]
  }

  var signature: JSONValue {
    let signature = completer.signature(for: source, at: place)
    guard !signature.forms.isEmpty else { return .null }
    let forms = signature.forms.map { form -> JSONValue in
      let phrases = form.parameters.map(\.phrase)
      var shown: JSONValue = [
        "label": .string("\(form.name)(\(phrases.joined(separator: ", ")))"),
        "documentation": .string(form.summary),
        "parameters": .list(
          zip(form.parameters, phrases).map { parameter, phrase -> JSONValue in
            let meaning = parameter.label.flatMap(form.meaning(of:)) ?? "\(parameter.type)"
            return ["label": .string(phrase), "documentation": .string(meaning)]
          }),
      ]
      if let current = signature.current(in: form) {
        shown = shown.adding("activeParameter", .int(Int64(current)))
      }
      return shown
    }
    return ["signatures": .list(forms), "activeSignature": 0]
  }

  var fixes: JSONValue {
    let places = parameters["range"]
    let (start, end) = (text.place(places["start"]), text.place(places["end"]))
    let found = EditorMistake.all(in: text, at: path, host)
    return .list(
      found.compactMap { $0.fix(in: text, of: address, touching: start..<max(start, end)) })
  }

  /// How many attempts numbers allow, behind them.
  var attempts: JSONValue {
    let places = parameters["range"]
    let (start, end) = (text.place(places["start"]), text.place(places["end"]))
    let notes = session.attemptNotes(in: source).filter { start <= $0.place && $0.place <= end }
    return .list(
      notes.map { note in
        [
          "position": text.position(of: note.place), "label": .string(": \(note.text)"), "kind": 1,
          "paddingLeft": false,
        ]
      })
  }
}

extension Proposals.Group {
  /// The number by which the protocol calls such a completion.
  fileprivate var kind: Int64 {
    switch self {
    case .labels, .options: 5
    case .names, .results: 6
    case .steps, .language(.operators), .language(.strategy): 2
    case .commands: 14
    case .values: 12
    case .errors: 20
    case .figures, .language(.result): 10
    case .files: 17
    case .words: 1
    case .language: 3
    }
  }
}

// MARK: - Colours

/// The kinds of colours, by the names of the protocol and in the order of its answer.
enum SemanticKind: String, CaseIterable {
  case keyword, number, string, comment, enumMember, function, parameter, variable

  /// The kind that an ink of the prompt stands for.
  init?(_ ink: Ink) {
    switch ink {
    case .strong: self = .keyword
    case .number: self = .number
    case .quoted: self = .string
    case .faint: self = .comment
    case .kind: self = .enumMember
    default: return nil
    }
  }
}

extension EditorRequest {
  /// The colours of the prompt, besides those of names, as differences from one to the next.
  var colours: JSONValue {
    var kinds = [SemanticKind?](repeating: nil, count: source.characters.count)
    for symbol in NameTable(reading).symbols {
      let kind: SemanticKind =
        switch symbol.kind {
        case .value: .variable
        case .function: .function
        case .parameter: .parameter
        }
      for place in symbol.places.joined() { kinds[place] = kind }
    }
    for piece in session.colours(of: source) {
      guard let kind = SemanticKind(piece.ink) else { continue }
      for place in piece.range { kinds[place] = kind }
    }
    var numbers: [JSONValue] = []
    var (line, column) = (0, 0)
    for part in text.parts(of: kinds) {
      let index = SemanticKind.allCases.firstIndex(of: part.kind) ?? 0
      let start = part.line == line ? part.column - column : part.column
      numbers += [part.line - line, start, part.count, index, 0].map { .int(Int64($0)) }
      (line, column) = (part.line, part.column)
    }
    return ["data": .list(numbers)]
  }
}
