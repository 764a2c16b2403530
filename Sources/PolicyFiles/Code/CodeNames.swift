import Documents

/// Finds the names in code whose value is not the one that was assigned to them, whatever the language.
struct CodeNames {
  private let tokens: [CodeToken]
  private var found: Set<Substring> = []

  /// Returns the parameters, the names that an operator changes, and those whose value a condition chooses.
  static func unsteady(in tokens: [CodeToken], isPython: Bool) -> Set<Substring> {
    var names = Self(tokens: tokens)
    for index in tokens.indices where tokens[index].kind == .sign {
      switch tokens[index].text {
      case "(": if names.isDeclaration(index) { names.addParameters(from: index) }
      case "=>", "->": names.addParameters(before: index)
      case "+=", "-=": names.add(index - 1)
      case "=", "+", "-": names.addChanged(at: index)
      default: break
      }
    }
    names.addChosen(isPython: isPython)
    return names.found
  }

  private init(tokens: [CodeToken]) { self.tokens = tokens }

  private func text(_ index: Int) -> Substring {
    tokens.indices.contains(index) ? tokens[index].text : ""
  }

  private func isName(_ index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].kind == .name
  }

  private mutating func add(_ index: Int) { if isName(index) { found.insert(tokens[index].text) } }

  /// Whether a token follows the one before without a space.
  private func touches(_ index: Int) -> Bool {
    tokens.indices.contains(index) && index > 0
      && tokens[index - 1].range.upperBound == tokens[index].range.lowerBound
  }
}

extension CodeNames {
  /// Adds the name that `*=`, `++` or the like changes.
  private mutating func addChanged(at index: Int) {
    let sign = tokens[index].text
    if sign == "=" {
      guard touches(index),
        ["*", "/", "//", "%", "|", "&", "^", "**", "<", ">"].contains(text(index - 1))
      else { return }
      var name = index - 2
      while name > 0, !isName(name), touches(name + 1) { name -= 1 }
      return add(name)
    }
    guard text(index + 1) == sign, touches(index + 1) else { return }
    add(isName(index - 1) && touches(index) ? index - 1 : index + 2)
  }
}

extension CodeNames {
  private static let declaring: Set<Substring> = [
    "def", "func", "function", "fun", "fn", "init", "constructor",
  ]

  private static let choosing: Set<Substring> = [
    "if", "elif", "else", "switch", "case", "match", "except", "catch", "when", "unless", "guard",
    "default",
  ]

  private static let other: Set<Substring> = [
    "return", "new", "await", "throw", "yield", "with", "using", "lock", "synchronized", "in",
    "not", "and", "or", "raise", "assert", "go", "defer", "for", "while", "try",
  ]

  /// Whether a bracket begins the parameters of a function: behind a word that declares one, or in front of a block.
  private func isDeclaration(_ open: Int) -> Bool {
    let name = open - 1
    guard isName(name), !Self.choosing.contains(text(name)), !Self.other.contains(text(name)) else {
      return Self.declaring.contains(text(open - 1))
        || text(open - 1) == ">"
          && Self.declaring.contains(text(declared(open)))
    }
    if Self.declaring.contains(text(name)) || Self.declaring.contains(text(name - 1)) {
      return true
    }
    // A method of Go has its receiver before its name.
    if text(name - 1) == ")" { return true }
    guard isName(name - 1) && !Self.other.contains(text(name - 1)) || tokens[name].isFirst else {
      return false
    }
    let close = closing(open)
    return text(close + 1) == "{" && !tokens[close + 1].isFirst
      || text(close + 1) == "throws" || text(close + 1) == ":"
  }

  /// The word before the name of a function with type parameters.
  private func declared(_ open: Int) -> Int {
    var index = open - 1
    while index > 0, open - index < 32, text(index) != "<" { index -= 1 }
    return index - 2
  }

  private func closing(_ open: Int) -> Int {
    var (index, depth) = (open, 0)
    // Parameters are few.
    while index < tokens.count, index - open < 400 {
      if "([{".contains(text(index)) { depth += 1 }
      if ")]}".contains(text(index)) { depth -= 1 }
      if depth == 0 { return index }
      index += 1
    }
    return index
  }

  /// Adds the names between brackets that are not the defaults of others.
  private mutating func addParameters(from open: Int) {
    var isDefault = false
    var depth = 0
    for index in open..<closing(open) {
      if "([{".contains(text(index)) { depth += 1 }
      if ")]}".contains(text(index)) { depth -= 1 }
      if text(index) == ",", depth == 1 { isDefault = false }
      if text(index) == "=" { isDefault = true }
      if !isDefault { add(index) }
    }
  }

  /// Adds the parameters of a closure in front of its arrow.
  private mutating func addParameters(before arrow: Int) {
    guard arrow > 0 else { return }
    guard text(arrow - 1) == ")" else { return add(arrow - 1) }
    var (index, depth) = (arrow - 1, 0)
    while index >= 0, arrow - index < 400 {
      if text(index) == ")" { depth += 1 }
      if text(index) == "(" { depth -= 1 }
      if depth == 0 { return addParameters(from: index) }
      index -= 1
    }
  }
}

extension CodeNames {
  /// Adds the names that are assigned to in a branch or a loop.
  private mutating func addChosen(isPython: Bool) {
    var blocks: [Bool] = []
    var branches: [(column: Int, isChosen: Bool)] = []
    var isLineChosen = false
    for index in tokens.indices {
      let token = tokens[index]
      if token.isFirst {
        isLineChosen = false
        while let last = branches.last, last.column >= token.place.column { branches.removeLast() }
      }
      if token.kind == .name, Self.choosing.contains(token.text), text(index + 1) != "=" {
        isLineChosen = true
        if isPython, token.isFirst { branches.append((token.place.column, true)) }
      }
      if token.text == "{", token.kind == .sign { blocks.append(isLineChosen) }
      if token.text == "}", token.kind == .sign { _ = blocks.popLast() }
      guard token.kind == .sign, token.text == "=" || token.text == ":=" else { continue }
      // In Go, Swift and others `if n := f(); …` binds in its own line.
      let isChosen = isLineChosen || blocks.contains(true) || isPython && !branches.isEmpty
      if isChosen, text(index - 2) != "." { add(index - 1) }
    }
  }
}
