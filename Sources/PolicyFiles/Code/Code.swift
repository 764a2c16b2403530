import Documents
import RetryNumerics

/// The text of a program, as values.
struct Code {
  private let text: String
  private let tokens: [CodeToken]
  private let words: Set<Substring>
  /// The top-level values, in source order.
  let values: [CodeValue]
  /// The values bound to each name and to each member, such as `b.MaxInterval`, in source order.
  private var names: [String: [CodeValue]] = [:]
  /// The calls of members of each name, such as `b.build()`, in source order.
  private var calls: [String: [CodeValue]] = [:]

  /// How often a name may stand for a name.
  private static let mostSteps = 16

  /// Reads a text.
  init(_ text: String) {
    self.text = text
    tokens = CodeLexer.tokens(of: text)
    words = Set(tokens.lazy.filter { $0.kind == .name }.map(\.text))
    values = CodeParser.values(of: tokens)
    for value in values { note(value, isArgument: false) }
  }

  /// Records the bindings in a value; the label of an argument is not a binding.
  private mutating func note(_ value: CodeValue, isArgument: Bool) {
    var isInCall = isArgument
    switch value.content {
    case .binding(let name, let value): if !isArgument { names[name, default: []].append(value) }
    case .path(let base, let links):
      isInCall = true
      if base == nil, links.count > 1, links[0].arguments == nil, links[1].arguments != nil {
        calls[links[0].name, default: []].append(value)
      }
    case .group, .pieces: isInCall = false
    case .number, .text, .operation: break
    }
    for child in value.children { note(child, isArgument: isInCall) }
  }

  /// Returns the range of a value in the text.
  func range(of value: CodeValue) -> Range<String.Index> {
    let words = tokens[value.tokens]
    return
      (words.first?.range.lowerBound ?? text.endIndex)..<(words.last?.range.upperBound
      ?? text.endIndex)
  }

  /// Returns a value as it was written, in one line and without comments.
  func words(of value: CodeValue) -> String {
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
    let meanings = names[name]
    return meanings?.last { $0.tokens.lowerBound < use.tokens.lowerBound } ?? meanings?.first
  }

  /// Returns the value assigned to a member, such as `b.MaxInterval = …`, while its owner is bound to a given value.
  func member(_ name: String, of owner: String, while value: CodeValue) -> CodeValue? {
    let start = value.tokens.lowerBound
    let end = names[owner]?.map(\.tokens.lowerBound).first { $0 > start } ?? tokens.count
    return names["\(owner).\(name)"]?.last { start..<end ~= $0.tokens.lowerBound }
  }

  /// Returns the value that a name had first before a use: later ones may be made from itself, as `b = b.delay(3)` is.
  func origin(of name: String, at use: CodeValue) -> CodeValue? {
    names[name]?.last {
      $0.tokens.lowerBound < use.tokens.lowerBound && $0.links.first?.name != name
    }
  }

  /// Returns the calls of members of a name behind its value, up to a use or to the next value from elsewhere.
  func calls(on name: String, from value: CodeValue, to use: CodeValue? = nil) -> [CodeValue] {
    let start = value.tokens.lowerBound
    let next = names[name]?.first { $0.tokens.lowerBound > start && $0.links.first?.name != name }
    let end = (use ?? next)?.tokens.lowerBound ?? tokens.count
    return (calls[name] ?? []).filter { start < $0.tokens.lowerBound && $0.tokens.lowerBound < end }
  }

  /// Whether a name stands anywhere, as that of a library does where it is imported.
  func mentions(_ name: Substring) -> Bool { words.contains(name) }

  /// Whether a value is a declaration, as `func Retry(…)` is, rather than a call.
  func isDeclared(_ value: CodeValue) -> Bool {
    let start = value.tokens.lowerBound
    return start > 0
      && ["func", "def", "fun", "function", "class", "struct"].contains(tokens[start - 1].text)
  }

  /// Follows names to their values, and removes the parentheses around a single value.
  func resolved(_ value: CodeValue) -> CodeValue {
    var value = value
    for _ in 0..<Self.mostSteps {
      if let name = value.name, let meant = meaning(of: name, at: value) {
        value = meant
      } else if case .group("(", let items) = value.content, items.count == 1 {
        value = items[0]
      } else {
        return value
      }
    }
    return value
  }

  /// Whether a function of a module is called somewhere.
  func hasCall(_ module: String, _ names: [String]) -> Bool {
    func isCalled(_ value: CodeValue) -> Bool {
      (value.links.first?.name == module && value.links.contains { names.contains($0.name) })
        || value.children.contains(where: isCalled)
    }
    return values.contains(where: isCalled)
  }

  /// Returns the number or time that a value is.
  func figure(_ value: CodeValue) -> CodeFigure? {
    figure(value, Self.mostSteps)
  }

  private func figure(_ value: CodeValue, _ steps: Int) -> CodeFigure? {
    guard steps > 0 else { return nil }
    let value = resolved(value)
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
