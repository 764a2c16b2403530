import Documents
import RetryNumerics
import TextLayout

/// The text of a program, as values.
struct ForeignSource {
  private let text: String
  let tokens: [CodeToken]
  private let words: Set<Substring>
  /// The top-level values, in source order.
  let values: [CodeValue]
  /// The values bound to each name and to each member, such as `b.MaxInterval`, in source order.
  private(set) var names: [String: [CodeValue]] = [:]
  /// The names that may have another value than the one that was assigned to them.
  private let unsteady: Set<Substring>
  /// The functions that are called, each behind its module.
  private var functions: Set<String> = []
  /// The calls of members of each name, such as `b.build()`, in source order.
  private var calls: [String: [CodeValue]] = [:]

  /// How often a name may stand for a name.
  private static let mostSteps = 16

  init(_ text: String, _ language: CodeLanguage, _ interruption: InterruptionCheck) {
    self.text = text
    tokens = CodeLexer.tokens(of: text, in: language, interruption)
    unsteady = CodeNames.unsteady(in: tokens, isPython: language == .python)
    words = Set(tokens.lazy.filter { $0.kind == .name }.map(\.text))
    values = CodeParser.values(of: tokens, interruption)
    for value in values { note(value, isArgument: false) }
  }

  /// Records the bindings in a value; the label of an argument is not a binding.
  private mutating func note(_ value: CodeValue, isArgument: Bool, isInGroup: Bool = false) {
    var isInCall = isArgument
    switch value.content {
    case .binding(let name, let inner):
      if !isArgument, !isInGroup || !isKey(value) {
        names[name, default: []].append(inner)
      }
    case .path(let base, let links):
      isInCall = true
      if let module = links.first?.name {
        for link in links { functions.insert("\(module).\(link.name)") }
      }
      if base == nil, links.count > 1, links[0].arguments == nil, links[1].arguments != nil {
        calls[links[0].name, default: []].append(value)
      }
    case .group, .pieces: isInCall = false
    case .number, .text, .operation: break
    }
    let isGroup = if case .group = value.content { true } else { false }
    for child in value.children { note(child, isArgument: isInCall, isInGroup: isGroup) }
  }

  /// Whether a binding between brackets is an entry of a dictionary, or a field of an object.
  private func isKey(_ binding: CodeValue) -> Bool {
    let sign = tokens[binding.tokens].first { $0.kind == .sign && $0.text != "." }
    return sign?.text == ":" || tokens[binding.tokens.lowerBound].kind == .text
  }

  func range(of value: CodeValue) -> Range<String.Index> {
    let words = tokens[value.tokens]
    return
      (words.first?.range.lowerBound ?? text.endIndex)..<(words.last?.range.upperBound
      ?? text.endIndex)
  }

  /// Returns a value as it was written, in one line and without comments.
  func source(of value: CodeValue) -> String {
    var line = ""
    var end: String.Index?
    for token in tokens[value.tokens] {
      // A line may break where no space belongs.
      let isBreak = token.isFirst && (".)]".contains(token.text) || "([".contains(line.last ?? " "))
      if let end, end < token.range.lowerBound, !isBreak { line += " " }
      line += text[token.range]
      end = token.range.upperBound
    }
    return line
  }

  /// Returns the value of a name where it is used: the last binding before the use, or else the first after it.
  func meaning(of name: String, at use: CodeValue) -> CodeValue? {
    guard let meanings = names[name] else { return nil }
    let next = meanings.firstIndex(from: use.tokens.lowerBound)
    return next > 0 ? meanings[next - 1] : meanings.first
  }

  /// Whether a name has one value wherever it is used: it is no parameter, nothing changes it, and no condition chooses its value.
  private func isSteady(_ name: String) -> Bool {
    guard let meanings = names[name] else { return true }
    return !unsteady.contains(name[...])
      && (meanings.count == 1 || Set(meanings.map { source(of: $0) }).count == 1)
  }

  /// Returns the value assigned to a member, such as `b.MaxInterval = …`, while its owner is bound to a given value.
  func member(_ name: String, of owner: String, while value: CodeValue) -> CodeValue? {
    guard let members = names["\(owner).\(name)"] else { return nil }
    let start = value.tokens.lowerBound
    let owners = names[owner] ?? []
    let next = owners.firstIndex(from: start + 1)
    let end = next < owners.count ? owners[next].tokens.lowerBound : tokens.count
    let last = members.firstIndex(from: end) - 1
    return last >= 0 && members[last].tokens.lowerBound >= start ? members[last] : nil
  }

  /// Returns the value that a name had first before a use: later ones may be made from itself, as `b = b.delay(3)` is.
  func origin(of name: String, at use: CodeValue) -> CodeValue? {
    guard let meanings = names[name] else { return nil }
    return meanings[..<meanings.firstIndex(from: use.tokens.lowerBound)].last {
      $0.links.first?.name != name
    }
  }

  /// Returns the calls of members of a name behind its value, up to a use or to the next value from elsewhere.
  func calls(on name: String, from value: CodeValue, to use: CodeValue? = nil) -> [CodeValue] {
    let start = value.tokens.lowerBound + 1
    let (calls, meanings) = (calls[name] ?? [], names[name] ?? [])
    let next = meanings[meanings.firstIndex(from: start)...].first { $0.links.first?.name != name }
    let end = (use ?? next)?.tokens.lowerBound ?? tokens.count
    let first = calls.firstIndex(from: start)
    return Array(calls[first..<max(first, calls.firstIndex(from: end))])
  }

  /// Whether a name is anywhere, as that of a library does where it is imported.
  func mentions(_ name: Substring) -> Bool { words.contains(name) }

  /// Whether a value is a declaration, as `func Retry(…)` is, rather than a call.
  func isDeclared(_ value: CodeValue) -> Bool {
    let start = value.tokens.lowerBound
    return start > 0
      && ["func", "def", "fun", "function", "class", "struct"].contains(tokens[start - 1].text)
  }

  /// Follows names to their values, as long as these are steady, and removes the parentheses around a single value.
  func constant(_ value: CodeValue) -> CodeValue { resolved(value, isSteady) }

  /// Follows names to their values, and removes the parentheses around a single value.
  func resolved(_ value: CodeValue, _ isFollowed: (String) -> Bool = { _ in true }) -> CodeValue {
    var value = value
    for _ in 0..<Self.mostSteps {
      if let name = value.name, isFollowed(name), let meant = meaning(of: name, at: value) {
        value = meant
      } else if case .group("(", let items) = value.content, items.count == 1 {
        value = items[0]
      } else {
        return value
      }
    }
    return value
  }

  /// Whether a function of a module is used.
  func hasCall(_ module: String, _ names: [String]) -> Bool {
    names.contains { functions.contains("\(module).\($0)") }
  }

  func figure(_ value: CodeValue) -> CodeFigure? {
    figure(value, Self.mostSteps)
  }

  private func figure(_ value: CodeValue, _ steps: Int) -> CodeFigure? {
    guard steps > 0 else { return nil }
    let value = constant(value)
    switch value.content {
    case .number(let digits): return CodeFigure(digits)
    case .operation(let sign, let left, let right):
      guard let left = figure(left, steps - 1), let right = figure(right, steps - 1) else {
        return nil
      }
      return CodeFigure.combined(sign, left, right)
    case .path(let base, let links): return figure(base, links, steps)
    case .text, .group, .binding, .pieces: return nil
    }
  }

  /// Returns the time of a call such as `Duration.ofMillis(5)`, or of a unit such as `time.Second`.
  private func figure(_ base: CodeValue?, _ links: [CodeLink], _ steps: Int) -> CodeFigure? {
    guard let last = links.last else { return nil }
    guard let arguments = last.arguments else {
      if base == nil, let constant = CodeFigure.constant(links.map(\.name).joined(separator: ".")) {
        return constant
      }
      guard let unit = CodeFigure.unit(last.name) else { return nil }
      if let base, links.count == 1 {
        return figure(base, steps - 1)?.time(unit: unit).map { .time($0) }
      }
      return base == nil && links.first?.name == "time" ? .time(unit) : nil
    }
    let parts = arguments.map { argument in
      (label: argument.labelled.label, figure: figure(argument.labelled.value, steps - 1))
    }
    switch last.name {
    case "timedelta":
      let times = parts.map { part in
        CodeFigure.unit(part.label ?? "days").flatMap { part.figure?.time(unit: $0) }
      }
      // Its second and third numbers are seconds and microseconds.
      return times.contains { $0 == nil } || parts.dropFirst().contains { $0.label == nil }
        ? nil : .time(times.compactMap(\.self).reduce(.zero, +))
    case "Duration" where links.first?.name == "time":
      return parts.first?.figure?.time(unit: Nanoseconds(1)).map { .time($0) }
    case "of":
      guard parts.count == 2, let unit = CodeFigure.unit(arguments[1].links.last?.name ?? "") else {
        return nil
      }
      return parts[0].figure?.time(unit: unit).map { .time($0) }
    default:
      guard parts.count == 1, let unit = CodeFigure.unit(last.name) else { return nil }
      return parts[0].figure?.time(unit: unit).map { .time($0) }
    }
  }
}

extension [CodeValue] {
  /// The index of the first value that begins at a token or behind it; the values are in source order.
  fileprivate func firstIndex(from token: Int) -> Int {
    partition { $0.tokens.lowerBound >= token }
  }
}
