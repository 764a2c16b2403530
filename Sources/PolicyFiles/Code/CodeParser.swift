import Documents
import TextLayout

/// Parses code into values without knowing its language; syntax that it does not know becomes pieces.
struct CodeParser {
  private let tokens: [CodeToken]
  private let interruption: InterruptionCheck
  private var index = 0
  private var depth = 0

  /// How deeply values may be nested, and how many operators are in one.
  private static let deepest = 100

  static func values(of tokens: [CodeToken], _ interruption: InterruptionCheck) -> [CodeValue] {
    var parser = Self(tokens: tokens, interruption: interruption)
    var values: [CodeValue] = []
    while parser.index < tokens.count, !interruption.isRequested {
      values += parser.items(until: nil)
      parser.index += 1
    }
    return values
  }

  private init(tokens: [CodeToken], interruption: InterruptionCheck) {
    (self.tokens, self.interruption) = (tokens, interruption)
  }

  private var current: CodeToken? { index < tokens.count ? tokens[index] : nil }

  private func sign(_ distance: Int = 0) -> Substring? {
    let place = index + distance
    guard place < tokens.count, tokens[place].kind == .sign else { return nil }
    return tokens[place].text
  }

  private func isName(_ distance: Int = 0) -> Bool {
    index + distance < tokens.count && tokens[index + distance].kind == .name
  }

  private func value(_ content: CodeValue.Content, from start: Int) -> CodeValue {
    CodeValue(content: content, tokens: start..<index, place: tokens[start].place)
  }

  private static let closings: [Substring: Substring] = ["(": ")", "[": "]", "{": "}"]

  private static func isClosing(_ sign: Substring?) -> Bool {
    sign.map { [")", "]", "}"].contains($0) } ?? false
  }
}

// MARK: - Items

extension CodeParser {
  /// Returns the items between separators, up to a closing bracket; the expected bracket is consumed.
  private mutating func items(until close: Substring?) -> [CodeValue] {
    var items: [CodeValue] = []
    while let token = current {
      if index % InterruptionCheck.pace == 0, interruption.isRequested { break }
      let sign = token.kind == .sign ? token.text : nil
      if Self.isClosing(sign) {
        if sign == close { index += 1 }
        break
      }
      if sign == "," || sign == ";" {
        index += 1
      } else {
        items.append(item(hasLines: close == nil || close == "}"))
      }
    }
    return items
  }

  /// Returns one item; a labelled value ends with its line where a newline can end a statement.
  private mutating func item(hasLines: Bool, isLabelled: Bool = false) -> CodeValue {
    let start = index
    var pieces: [CodeValue] = []
    var isWhole = true
    while let token = current, !isSeparator(token) {
      if index % InterruptionCheck.pace == 0, interruption.isRequested { break }
      if hasLines, isLabelled, token.isFirst, index > start, !isContinued { break }
      if let piece = labelled(hasLines: hasLines) ?? expression() {
        pieces.append(piece)
      } else {
        (index, isWhole) = (index + 1, false)
      }
    }
    if isWhole, pieces.count == 1 { return pieces[0] }
    return value(.pieces(pieces), from: min(start, tokens.count - 1))
  }

  /// Whether the previous token cannot end a value, as `=>` cannot.
  private var isContinued: Bool {
    let last = tokens[index - 1]
    return last.kind == .sign && !Self.isClosing(last.text)
  }

  private func isSeparator(_ token: CodeToken) -> Bool {
    token.kind == .sign && ([",", ";"].contains(token.text) || Self.isClosing(token.text))
  }

  /// Returns a value with its label: `a = 1`, `a.b := 1`, `"a": 1`.
  private mutating func labelled(hasLines: Bool) -> CodeValue? {
    let start = index
    guard depth < Self.deepest, let first = current, first.kind == .name || first.kind == .text
    else { return nil }
    var name = String(first.text)
    index += 1
    while first.kind == .name, sign() == ".", isName(1) {
      name += "." + tokens[index + 1].text
      index += 2
    }
    guard let sign = sign(), ["=", ":=", ":"].contains(sign), index + 1 < tokens.count,
      !isSeparator(tokens[index + 1])
    else {
      index = start
      return nil
    }
    index += 1
    depth += 1
    defer { depth -= 1 }
    let inner = item(hasLines: hasLines, isLabelled: true)
    return value(.binding(name, inner), from: start)
  }
}

// MARK: - Values

extension CodeParser {
  private static let ranks: [Substring: Int] = [
    "|": 1, "&": 1, "+": 2, "-": 2, "*": 3, "/": 3, "//": 3,
  ]

  private mutating func expression(_ least: Int = 1) -> CodeValue? {
    let start = index
    guard var left = operand() else { return nil }
    var count = 0
    while let sign = sign(), let rank = Self.ranks[sign], rank >= least, count < Self.deepest {
      // An operator at the start of a line begins a statement, unless a bracket is open.
      guard depth > 0 || !tokens[index].isFirst, left.name != "import" else { break }
      let before = index
      index += 1
      guard let right = expression(rank + 1) else {
        index = before
        break
      }
      left = value(.operation(sign, left, right), from: start)
      count += 1
    }
    return left
  }

  private mutating func operand() -> CodeValue? {
    guard let token = current, depth < Self.deepest else { return nil }
    depth += 1
    defer { depth -= 1 }
    let start = index
    switch token.kind {
    case .number:
      index += 1
      return path(on: value(.number(token.text), from: start), from: start)
    case .text:
      index += 1
      return value(.text(token.text), from: start)
    case .name: return path(on: nil, from: start)
    case .sign: break
    }
    switch token.text {
    case "(", "[", "{": return path(on: group(), from: start)
    case "." where isName(1): return path(on: nil, from: start)
    case "@" where isName(1):
      index += 1
      guard let decorator = path(on: nil, from: index) else { return nil }
      return value(.group("@", [decorator]), from: start)
    // The address of a value in Go.
    case "&" where isName(1):
      index += 1
      return operand()
    // A row of signs is no number.
    case "-" where sign(1) != "-":
      index += 1
      guard let number = operand() else {
        index = start
        return nil
      }
      let zero = CodeValue(content: .number("0"), tokens: start..<start, place: token.place)
      return value(.operation("-", zero, number), from: start)
    default: return nil
    }
  }

  /// Returns the bracketed group that opens here.
  private mutating func group() -> CodeValue {
    let (start, sign) = (index, tokens[index].text)
    index += 1
    let items = items(until: Self.closings[sign])
    return value(.group(sign, items), from: start)
  }

  /// Returns a chain of members and calls.
  private mutating func path(on base: CodeValue?, from start: Int) -> CodeValue? {
    var links: [CodeLink] = []
    let isNew = base == nil && current?.text == "new" && (isName(1) || sign(1) == "(")
    if isNew { index += 1 }
    if base == nil, let name = current, name.kind == .name {
      links.append(CodeLink(name: String(name.text), place: name.place))
      index += 1
    } else if isNew, let place = current?.place {
      links.append(CodeLink(name: "new", place: place))
    }
    while let token = current {
      if ["(", "[", "{", "<"].contains(token.text) || token.kind == .name {
        guard addBracket(to: &links, isNew: isNew, token) else { break }
      } else if [".", "::", "?."].contains(sign() ?? "") {
        index += 1
        if sign() == "<" { _ = skipGenerics() }
        guard let name = current, name.kind == .name else {
          index = tokens[index - 1].text == ">" ? index : index - 1
          break
        }
        links.append(CodeLink(name: String(name.text), place: name.place))
        index += 1
      } else {
        break
      }
    }
    if links.isEmpty { return base }
    return value(.path(base: base, links), from: start)
  }

  /// Adds bracketed arguments to the last name, if the brackets belong to it.
  private mutating func addBracket(
    to links: inout [CodeLink], isNew: Bool, _ token: CodeToken
  ) -> Bool {
    guard let last = links.indices.last, !token.isFirst || (isNew && token.text == "{"),
      depth < Self.deepest
    else { return false }
    func add(_ arguments: [CodeValue]) {
      links[last].arguments = (links[last].arguments ?? []) + arguments
    }
    switch (token.kind, token.text) {
    case (.sign, "("): add(group().elements)
    case (.sign, "["): _ = group()
    case (.sign, "<"): return skipGenerics()
    case (.sign, "{"):
      let block = group()
      add(isNew ? block.elements : [block])
    // A closure with a label behind another: `retry(maxAttempts: 3) { … } strategy: { … }`.
    case (.name, _)
    where links[last].arguments != nil && sign(1) == ":" && sign(2) == "{"
      && tokens[index - 1].text == "}":
      let start = index
      index += 2
      let block = group()
      add([value(.binding(String(token.text), block), from: start)])
    default: return false
    }
    return true
  }

  /// Skips a list of type arguments in angle brackets, if there is one.
  private mutating func skipGenerics() -> Bool {
    var (place, open) = (index, 0)
    let allowed: Set<Substring> = ["<", ">", ",", ".", "?", "[", "]", "&", "*"]
    while place < tokens.count, place - index < 64 {
      let token = tokens[place]
      guard token.kind == .name || (token.kind == .sign && allowed.contains(token.text)) else {
        return false
      }
      open += token.text == "<" ? 1 : token.text == ">" ? -1 : 0
      place += 1
      guard open == 0 else { continue }
      // Behind types comes a call, an initializer or, in Java, the name of a method.
      guard place < tokens.count,
        ["(", "{"].contains(tokens[place].text) || tokens[place].kind == .name
      else { return false }
      index = place
      return true
    }
    return false
  }
}
