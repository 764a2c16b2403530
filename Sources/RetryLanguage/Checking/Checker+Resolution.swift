import Retry
import RetryNumerics
import Simulation
import VirtualTime

// Overload resolution and the checking of arguments.

extension Checker {
  /// Selects the overload of a call and checks its arguments.
  mutating func resolve(
    _ name: String, _ candidates: [Callable], receiver: TypedExpression?,
    _ arguments: [Expression.Argument], nameRange: Range<Int>, callRange: Range<Int>,
    _ expected: Type?
  ) -> TypedExpression {
    let arguments = meaningful(arguments)
    guard let candidates = chosen(among: candidates, by: arguments.first, name, nameRange) else {
      return .broken
    }
    let placed = candidates.map { ($0, place(arguments, in: $0)) }
    var fitting = placed.filter { $0.1.mismatch == nil }
    if let expected, fitting.count > 1 {
      let wanted = fitting.filter { $0.0.result.canBecome(expected) }
      if !wanted.isEmpty { fitting = wanted }
    }
    guard !fitting.isEmpty else {
      let mistakes = placed.compactMap { callable, placement in
        placement.mismatch.map { diagnostic(of: $0, in: callable, nameRange) }
      }
      if let mistake = mostTelling(mistakes) {
        diagnostics.append(explained(mistake, candidates))
      }
      return .broken
    }
    let checking = checkAll(fitting.map { ($0.0, $0.1.values) }, receiver, callRange)
    if checking.isEmpty { suggestLabel(of: candidates, arguments, receiver, callRange) }
    if expected == nil, checking.count > 1,
      Set(checking.map(\.callable.result.description)).count > 1
    {
      return ambiguous(name, checking.map(\.callable), nameRange)
    }
    return checking.first?.checked ?? .broken
  }

  /// Returns the functions that the first argument chooses by their keys; `nil` after reporting that it chooses none.
  private mutating func chosen(
    among candidates: [Callable], by first: Expression.Argument?, _ name: String,
    _ nameRange: Range<Int>
  ) -> [Callable]? {
    let keys = candidates.compactMap(\.key)
    guard let example = keys.first else { return candidates }
    guard let first, case .text(let key, let range) = first.value, first.label == nil else {
      let place = first?.value
      var word: String?
      if case .name(let name, _)? = place { word = Suggestion.nearest(to: name, among: keys) }
      report(
        .missingArgument, "'\(name)' needs a name in quotes first", place?.range ?? nameRange,
        fixIt: word.map { .replacement("\"\($0)\"") } ?? .advice("example: \(name)(\"\(example)\")")
      )
      return nil
    }
    let chosen = candidates.filter { $0.key == key }
    if !chosen.isEmpty { return chosen }
    report(
      .unknownName, "there is no \(name) '\(key)'",
      key.isEmpty ? range : range.lowerBound + 1..<range.upperBound - 1,
      fixIt: Suggestion.nearest(to: key, among: keys).map(Diagnostic.FixIt.replacement)
        ?? .advice("'\(name)s' lists them"))
    return nil
  }

  /// Selects the error to report: the one furthest into the call, unless only one overload has all its labels.
  private func mostTelling(_ mistakes: [Diagnostic]) -> Diagnostic? {
    let furthest = mistakes.max { $0.reach < $1.reach }
    let incomplete = mistakes.filter { $0.code == .missingArgument }
    guard let furthest, furthest.code == .unknownLabel, let first = incomplete.first else {
      return furthest
    }
    if incomplete.count == 1 { return first }
    return isFirstArgument(furthest) ? either(incomplete) ?? furthest : furthest
  }

  /// Joins what several overloads need besides the same arguments: `'breaker' needs 'of:' or 'within:'`.
  private func either(_ mistakes: [Diagnostic]) -> Diagnostic? {
    var (start, needs) = ("", [String]())
    for mistake in mistakes {
      let parts = mistake.message.split(separator: " needs ", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      start = "\(parts[0]) needs "
      if !needs.contains(String(parts[1])) { needs.append(String(parts[1])) }
    }
    return mistakes.first.map {
      Diagnostic(
        $0.code, start + needs.joined(separator: " or "), at: $0.range, fixIt: $0.fixIt)
    }
  }

  /// Whether a label is that of the first argument.
  private func isFirstArgument(_ mistake: Diagnostic) -> Bool {
    text.characters[..<mistake.range.lowerBound].last { !$0.isWhitespace } == "("
  }

  /// Explains a label that only another overload has.
  private func explained(_ mistake: Diagnostic, _ candidates: [Callable]) -> Diagnostic {
    let label = text[mistake.range]
    guard mistake.code == .unknownLabel else { return mistake }
    guard
      let other = candidates.first(where: { $0.parameters.contains { $0.label == label } })
    else { return listed(mistake, label, candidates) }
    // A label of the first argument cannot come before it.
    let way = isFirstArgument(mistake) ? nil : labelling(other, candidates)
    return Diagnostic(
      .unknownLabel, "'\(label):' cannot be used in this form of '\(other.name)'",
      at: mistake.range, fixIt: .advice(way ?? "example: \(other.line)"))
  }

  /// Suggests the label that a call without one needs, such as `attempts:` in `retry(3, delay: 1s)`.
  private func labelling(_ other: Callable, _ candidates: [Callable]) -> String? {
    guard let first = other.parameters.first, let label = first.label, first.type != .duration,
      candidates.contains(where: { $0.parameters.first?.label == nil && !$0.parameters.isEmpty })
    else { return nil }
    return "write '\(label):' before the first argument"
  }

  /// Suggests the nearest label of any overload, or lists all labels.
  private func listed(
    _ mistake: Diagnostic, _ label: String, _ candidates: [Callable]
  ) -> Diagnostic {
    var labels: [String] = []
    for case let label? in candidates.flatMap({ $0.parameters.map(\.label) })
    where !labels.contains(label) { labels.append(label) }
    guard mistake.fixIt == nil, !labels.isEmpty else { return mistake }
    let nearest = Suggestion.nearest(to: label, among: labels)
    return Diagnostic(
      mistake.code, mistake.message, at: mistake.range,
      fixIt: nearest.map(Diagnostic.FixIt.replacement)
        ?? .advice("it accepts \(labels.map { $0 + ":" }.joined(separator: ", "))"))
  }

  private mutating func ambiguous(
    _ name: String, _ candidates: [Callable], _ range: Range<Int>
  ) -> TypedExpression {
    let kinds = candidates.map(\.result.description).joined(separator: " or ")
    var wider: [String] = []
    for callable in Catalogue.functions(named: name) {
      guard let label = callable.parameters.compactMap(\.label).first else { continue }
      let way = "'\(label):' for \(callable.result)"
      if !wider.contains(way) { wider.append(way) }
    }
    return broken(
      .ambiguous, "'\(name)' is ambiguous: it can be \(kinds)", range,
      fixIt: .advice("add \(wider.joined(separator: ", or "))"))
  }

  /// Drops arguments that have no effect here, such as a scheduler.
  private mutating func meaningful(_ arguments: [Expression.Argument]) -> [Expression.Argument] {
    let ignored = arguments.filter(\.isIgnored)
    guard !ignored.isEmpty else { return arguments }
    for argument in ignored { passOver(argument.range) }
    let kept = arguments.filter { !$0.isIgnored }
    // A number next to a scheduler is a time in seconds, as in older Swift code.
    let isTimed = arguments.contains { $0.label?.text == "scheduler" }
    return isTimed ? kept.map(\.inSeconds) : kept
  }

  /// Checks the arguments against each overload and returns the overloads without errors.
  ///
  /// If none is left, reports the error that lies furthest into the call.
  private mutating func checkAll(
    _ candidates: [(callable: Callable, values: [[Expression.Argument]])],
    _ receiver: TypedExpression?,
    _ range: Range<Int>
  ) -> [(callable: Callable, checked: TypedExpression)] {
    let before = diagnostics
    var passed: [(callable: Callable, checked: TypedExpression)] = []
    var mistakes: [[Diagnostic]] = []
    for (callable, values) in candidates {
      diagnostics = before
      let checked = apply(callable, values, receiver, range)
      if diagnostics.count == before.count {
        passed.append((callable, checked))
      } else {
        mistakes.append(diagnostics)
      }
    }
    let furthest = mistakes.max {
      ($0.last?.range.lowerBound ?? 0) < ($1.last?.range.lowerBound ?? 0)
    }
    let new = passed.isEmpty ? furthest?.dropFirst(before.count) ?? [] : []
    diagnostics = before + new.map { $0.naming(candidates) }
    return passed
  }
}

// MARK: - Checking arguments

extension Checker {
  /// Tells the label of another parameter that takes an argument of the wrong type as it is.
  private mutating func suggestLabel(
    of candidates: [Callable], _ arguments: [Expression.Argument], _ receiver: TypedExpression?,
    _ range: Range<Int>
  ) {
    guard let mistake = diagnostics.last, mistake.code == .wrongType, mistake.fixIt == nil,
      let index = arguments.firstIndex(where: { $0.value.range == mistake.range }),
      let written = arguments[index].label
    else { return }
    var trial = self
    for callable in candidates {
      for case let label? in callable.parameters.map(\.label) where label != written.text {
        var changed = arguments
        changed[index] = Expression.Argument(
          label: Expression.Name(text: label, range: written.range), value: arguments[index].value)
        let placement = place(changed, in: callable)
        guard placement.mismatch == nil else { continue }
        trial.diagnostics = []
        _ = trial.apply(callable, placement.values, receiver, range)
        // At the limit the next step reports it, which a trial cannot.
        steps = min(trial.steps, Self.mostSteps)
        guard trial.diagnostics.isEmpty else { continue }
        diagnostics[diagnostics.count - 1] = Diagnostic(
          mistake.code, mistake.message, at: mistake.range,
          fixIt: .advice("'\(label):' accepts it"))
        return
      }
    }
  }

  private mutating func apply(
    _ callable: Callable, _ values: [[Expression.Argument]], _ receiver: TypedExpression?,
    _ range: Range<Int>
  ) -> TypedExpression {
    var known: [Type.Variable: Type] = [:]
    if let receiver { callable.receiver?.bind(to: receiver.type, &known) }
    var codes = [[CompiledExpression]](repeating: [], count: values.count)
    for index in callable.checkingOrder where !values[index].isEmpty {
      for argument in values[index] {
        codes[index].append(check(argument.value, for: callable.parameters[index].type, &known))
      }
    }
    if callable.draws { drawing = range }
    let site = CallSite(
      name: bindingName, dialect: dialect, host: host, range: range, callable.parameters,
      values.map { $0.first?.value.range })
    let type = callable.result.resolved(known)
    let code = callable.emit(PlacedCall(receiver?.code, codes, site))
    return TypedExpression(type, code.narrowed(to: type))
  }

  private mutating func check(
    _ expression: Expression, for type: Type, _ known: inout [Type.Variable: Type]
  ) -> CompiledExpression {
    if case .variable(let variable) = type {
      let checked = check(expression)
      if !checked.type.isPlain {
        return broken(.wrongType, "expected a value, found \(checked.type)", expression.range).code
      }
      known[variable] = checked.type
      return checked.code
    }
    // The result of a closure may determine a type, so only its parameters are expected here.
    // Any source can follow a source that sends no values.
    var expected = known
    if case .source = type { expected = known.filter { $0.value != .nothing } }
    let checked = check(expression, type.resolved(expected))
    type.bind(to: checked.type, &known)
    return checked.code
  }
}

extension Diagnostic {
  /// How far into the call it lies, and whether it has a suggestion; the greatest is reported.
  fileprivate var reach: (Int, Int) {
    (range.lowerBound, fixIt == nil ? 0 : 1)
  }
}

extension Expression.Argument {
  fileprivate var isIgnored: Bool {
    label.map { SwiftNames.ignoredLabels.contains($0.text) } ?? false
  }

  /// The argument, with a bare number read as seconds.
  fileprivate var inSeconds: Expression.Argument {
    switch value {
    case .int(_, let range) where label == nil, .double(_, let range) where label == nil:
      Expression.Argument(
        label: nil, value: .call(.name("TimeInterval", range), [self], range))
    default: self
    }
  }
}
