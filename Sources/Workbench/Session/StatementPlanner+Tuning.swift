import Measurement
import RetryLanguage
import RetryNumerics
import Simulation
import Tuning

extension StatementPlanner {
  /// The name that stands for each world in what is searched.
  static let world = "world"
  /// The most combinations of named values.
  private static let mostCombinations = 64

  /// Evaluates what a search chooses from, and its goals; `nil` after a mistake, which is reported.
  mutating func tuning(
    _ written: Statement.Command, _ options: [CommandOption: Definition]
  ) -> TuningSubject? {
    guard let body = written.subjects.last else { return nil }
    guard Set(written.words.map(\.text)).count == written.words.count else {
      return mistake(
        .extraArgument, "use a different name for each parameter", at: written.range, nil)
    }
    guard written.words.count <= Space.mostAxes else {
      return mistake(
        .extraArgument, "a search has at most \(Space.mostAxes) parameters", at: written.range, nil)
    }
    var (parameters, axes): ([TunedParameter], [ParameterAxis]) = ([], [])
    for (name, values) in zip(written.words, written.subjects) {
      guard let (parameter, axis) = parameter(name.text, values) else { return nil }
      parameters.append(parameter)
      axes.append(axis)
    }
    guard let goals = goals(of: written), let makers = makers(of: body, parameters, options)
    else { return nil }
    let items = options[.worlds]?.item.elements ?? []
    guard let weights = weights(options, of: items.count, at: written.range) else { return nil }
    return TuningSubject(
      text: TunedText(parameters, of: body), axes: axes, makers: makers,
      worlds: zip(items, worldTexts(of: written)).map { ($0, $1) },
      goals: Goals(goals.constraints, goals.objectives, weights: weights.isEmpty ? nil : weights),
      goalTexts: goals.texts)
  }

  // MARK: - Parameters

  /// Reads the values of a parameter: a range of numbers, or a list of anything.
  private mutating func parameter(
    _ name: String, _ values: Expression
  ) -> (TunedParameter, ParameterAxis)? {
    if case .list(let choices, let range) = values {
      guard !choices.isEmpty else {
        return mistake(.impossibleValue, "'\(name)' has no values", at: range, nil)
      }
      return (TunedParameter(name, .named(choices)), ParameterAxis(name, .named(choices.count)))
    }
    var (values, isLogarithmic) = (values, Bool?.none)
    if case .call(.name(let scale, _), let arguments, _) = values, arguments.count == 1,
      let known = ["logarithmic": true, "linear": false][scale]
    {
      (values, isLogarithmic) = (arguments[0].value, known)
    }
    guard let definition = evaluate(values) else { return nil }
    if isLater, let type = definition.type.element {
      // What is only checked has no ends yet.
      return (
        TunedParameter(name, .numbers(type)),
        ParameterAxis(name, .whole(0...0, isLogarithmic: false))
      )
    }
    guard case .range(let ends) = definition.item, let type = definition.type.element else {
      return mistake(
        .wrongType, "expected a range or a list of values, found \(definition.type)",
        at: values.range,
        "write '\(name) in 1...8' or '\(name) in [none, full]'")
    }
    guard let axis = ParameterAxis(name, ends, isLogarithmic: isLogarithmic) else {
      return mistake(
        .impossibleValue, "'\(name)' needs a range of numbers or durations with two ends",
        at: values.range, isLogarithmic == true ? "a logarithmic range is above 0" : nil)
    }
    return (TunedParameter(name, .numbers(type)), axis)
  }

  /// Evaluates what is searched for every combination of the named values.
  private mutating func makers(
    of body: Expression, _ parameters: [TunedParameter], _ options: [CommandOption: Definition]
  ) -> [Function]? {
    var (names, types, combinations): ([String], [Type], [[String: Expression]]) = ([], [], [[:]])
    for parameter in parameters {
      switch parameter.values {
      case .numbers(let type):
        names.append(parameter.name)
        types.append(type)
      case .named(let choices):
        combinations = combinations.flatMap { known in
          choices.map { known.merging([parameter.name: $0]) { $1 } }
        }
        guard combinations.count <= Self.mostCombinations else {
          return mistake(
            .impossibleValue, "a search has at most \(Self.mostCombinations) combinations of lists",
            at: body.range, nil)
        }
      }
    }
    if let worlds = options[.worlds] {
      names.append(Self.world)
      types.append(worlds.type.element ?? .any)
    }
    var makers: [Function] = []
    for combination in combinations {
      let closed = body.replacing(combination).closed(over: names)
      guard let made = evaluate(closed, expecting: .function(types, .runnable)) else { return nil }
      // What depends on a later result is only checked.
      if case .function(let maker) = made.item { makers.append(maker) }
    }
    return makers
  }

  // MARK: - Worlds

  private func worldTexts(of written: Statement.Command) -> [String] {
    guard
      let value = written.options.first(where: { $0.key.text == CommandOption.worlds.key })?
        .value
    else { return [] }
    if case .list(let items, _) = value { return items.map { Formatter().text($0) } }
    return (1...Limits().rows).map { "\(Formatter().text(value)) \($0)" }
  }

  /// Returns the weights of worlds, which add up to 1; empty without weights.
  private mutating func weights(
    _ options: [CommandOption: Definition], of count: Int, at range: Range<Int>
  ) -> [Double]? {
    guard !isLater, let given = options[.weights] else { return [] }
    let numbers = given.item.elements.compactMap(\.number)
    let sum = numbers.reduce(0, +)
    guard numbers.count == count, numbers.allSatisfy({ $0 >= 0 }), sum > 0, sum.isFinite else {
      return mistake(
        .impossibleValue, "'weights' needs a number for each of the \(count) worlds behind 'in'",
        at: range, nil)
    }
    return numbers.map { $0 / sum }
  }
}

extension ParameterAxis {
  /// Creates the axis of a range; ratios count where its ends are far apart, unless it says otherwise.
  fileprivate init?(_ name: String, _ ends: Ends, isLogarithmic: Bool?) {
    guard let low = ends.low.size, let high = ends.high.size, low <= high, low.isFinite,
      high < Double(Int64.max)
    else { return nil }
    if case .int(let first) = ends.low, case .int(var last) = ends.high {
      if !ends.isClosed { last -= 1 }
      guard first <= last, first > 0 || isLogarithmic != true else { return nil }
      let isWide = first > 0 && Double(last) >= 50 * Double(first)
      self.init(name, .whole(first...last, isLogarithmic: isLogarithmic ?? isWide))
      return
    }
    let ratios = isLogarithmic ?? (low > 0 && high >= 10 * low)
    guard low > 0 || !ratios else { return nil }
    self.init(name, .continuous(low...high, isLogarithmic: ratios))
  }
}
