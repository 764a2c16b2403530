// The arguments of a call in the order of parameters.

/// The arguments of a call in the order of a function's parameters.
struct Placement {
  /// What the arguments of a call lack for a function, or have besides.
  enum Mismatch {
    case misplaced(Expression.Argument)
    case missing(Callable.Parameter)
  }

  var values: [[Expression.Argument]]
  /// The first of them.
  ///
  /// Most functions of a name do not fit a call, so that it is only put into words where none fits.
  var mismatch: Mismatch?
}

extension Checker {
  /// Returns the arguments in the order of the parameters of a function, or the first mismatch.
  func place(
    _ arguments: [Expression.Argument], in callable: Callable
  ) -> Placement {
    var placement = Placement(values: callable.parameters.map { _ in [] })
    for argument in arguments {
      if let index = position(for: argument, in: callable, placement.values) {
        if argument.isOmission(of: callable.parameters[index]) { continue }
        placement.values[index].append(argument)
      } else {
        placement.mismatch = .misplaced(argument)
        return placement
      }
    }
    for (index, parameter) in callable.parameters.enumerated()
    where placement.values[index].isEmpty && !parameter.isOptional {
      placement.mismatch = .missing(parameter)
      return placement
    }
    return placement
  }

  func diagnostic(
    of mismatch: Placement.Mismatch, in callable: Callable, _ nameRange: Range<Int>
  ) -> Diagnostic {
    switch mismatch {
    case .misplaced(let argument): return misplaced(argument, callable)
    case .missing(let parameter):
      let what = parameter.label.map { "'\($0):'" } ?? parameter.type.description
      return Diagnostic(
        .missingArgument, "'\(callable.name)' needs \(what)", at: nameRange,
        fixIt: .advice("example: \(callable.line)"))
    }
  }

  private func position(
    for argument: Expression.Argument, in callable: Callable, _ filled: [[Expression.Argument]]
  ) -> Int? {
    let hasNone = callable.parameters.allSatisfy { $0.label == nil }
    if let label = argument.label?.text, !(hasNone && SwiftNames.needless.contains(label)) {
      return callable.parameters.indices.first {
        callable.parameters[$0].label == label && filled[$0].isEmpty
      }
    }
    let free = callable.parameters.indices.filter {
      filled[$0].isEmpty || callable.parameters[$0].isRepeated
    }
    if argument.isTrailing {
      return free.last { if case .function = callable.parameters[$0].type { true } else { false } }
    }
    return free.first { callable.parameters[$0].label == nil }
      ?? free.first { callable.parameters[$0].isCount }
  }

  private func misplaced(_ argument: Expression.Argument, _ callable: Callable) -> Diagnostic {
    guard let label = argument.label else {
      let count = callable.parameters.count
      let message =
        count == 0
        ? "'\(callable.name)' takes no arguments"
        : "'\(callable.name)' does not accept this argument"
      return Diagnostic(
        .extraArgument, message, at: argument.range,
        fixIt: .advice("example: \(callable.line)"))
    }
    let labels = callable.parameters.compactMap(\.label)
    if labels.contains(label.text) {
      return Diagnostic(.extraArgument, "'\(label.text):' is given twice", at: label.range)
    }
    return Diagnostic(
      .unknownLabel, "'\(callable.name)' has no argument '\(label.text):'", at: label.range,
      fixIt: Suggestion.nearest(to: label.text, among: labels).map(Diagnostic.FixIt.replacement))
  }
}

extension Expression.Argument {
  /// Whether it is `nil` for a value that may be left out, and for which `nil` means nothing else.
  fileprivate func isOmission(of parameter: Callable.Parameter) -> Bool {
    guard case .name("nil", _) = value, parameter.isOptional else { return false }
    return !Catalogue.functions(named: "nil").contains { $0.result == parameter.type }
  }
}
