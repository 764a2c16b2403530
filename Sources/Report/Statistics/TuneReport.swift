import Measurement
package import TextLayout
package import Tuning

/// The report of a search: the policy, what it keeps, what the goals cost, and how it changes with each parameter.
package struct TuneReport: MeasuredReport {
  /// The words of a search, which knows only numbers.
  package struct Words: Sendable {
    let parameters: [String]
    /// The goals as written: the constraints, then the objectives.
    let goals: [String]
    let worlds: [String]
    /// Returns a policy as text to paste.
    let policy: @Sendable (Point) -> String
    /// Returns a value of a parameter.
    let value: @Sendable (_ axis: Int, Double) -> String

    package init(
      parameters: [String], goals: [String], worlds: [String],
      policy: @escaping @Sendable (Point) -> String,
      value: @escaping @Sendable (_ axis: Int, Double) -> String
    ) {
      (self.parameters, self.goals, self.worlds) = (parameters, goals, worlds)
      (self.policy, self.value) = (policy, value)
    }
  }

  let tuned: Tuned
  let words: Words
  let seed: UInt64
  package let style: Style

  package init(_ tuned: Tuned, _ words: Words, seed: UInt64, style: Style) {
    (self.tuned, self.words, self.seed, self.style) = (tuned, words, seed, style)
  }

  var goals: Goals { tuned.goals }

  package var sections: [ReportSection] {
    [
      ReportSection(heading), ReportSection(goalTable), ReportSection(nearest),
      ReportSection(frontTable), ReportSection(simpler), ReportSection(stepTable, decides: false),
    ] + lineTables.map { ReportSection($0, decides: false) }
      + [ReportSection(idle, decides: false), ReportSection(effort)]
  }

  package var heading: [String] {
    guard tuned.front.count < 2 else {
      let names = goals.objectives.compactMap(\.figure.name).joined(separator: ", ")
      return lines(
        "\(tuned.front.count) policies, of which none beats another in \(names); the one in the middle:"
      )
        + policyLine + lines(verdict)
    }
    return policyLine + lines(verdict)
  }

  private var policyLine: [String] {
    // What is pasted must be whole, however narrow the screen is.
    let policy = lines(words.policy(tuned.best.point)).map { part in
      var line = TextLine(style: style)
      line.add(part, .strong)
      return line.text
    }
    return policy + (words.worlds.isEmpty ? [] : lines(worlds))
  }

  private var worlds: String {
    guard let weights = goals.weights else {
      return "world in \(words.worlds.joined(separator: ", ")): the worst counts"
    }
    let parts = zip(words.worlds, weights).map { "\($0) \(Figures.shortShare($1))" }
    return
      "world in \(words.worlds.joined(separator: ", ")), weighted: \(parts.joined(separator: ", "))"
  }

  package var title: String? { words.policy(tuned.best.point) }

  func lines(_ text: String) -> [String] { Wrapping.lines(text, width: style.width) }

  // MARK: - The answer

  private var verdict: String {
    let partial = tuned.isPartial ? "stopped by Ctrl-C: the best so far; " : ""
    guard tuned.best.fresh != nil else { return partial + "not yet measured under a fresh seed" }
    let fresh = "measured under \(seed.seedPhrase), which it was not chosen by"
    switch tuned.verdict {
    case .found where goals.constraints.isEmpty: return partial + fresh
    case .found: return "\(partial)meets \(all) with 95% confidence, \(fresh)"
    case .undecided:
      let states = zip(words.goals, tuned.best.evidence.states(goals))
      let open = states.filter { $1 == .undecided }.map(\.0).joined(separator: ", ")
      return "\(partial)undecided: \(open); more calls may decide it, \(fresh)"
    case .none: return "\(partial)no policy in this space meets \(all); this one is the nearest"
    }
  }

  private var all: String {
    let count = goals.constraints.count
    return count == 1 ? "its goal" : count == 2 ? "both goals" : "all \(count) goals"
  }

  /// What the nearest policy misses, and how sure it is that there is no better one.
  private var nearest: [String] {
    guard tuned.verdict == .none else { return [] }
    let misses = goals.constraints.indices.compactMap { index -> String? in
      let reading = tuned.best.evidence.readings[index]
      guard goals.constraints[index].state(of: reading) == .missed else { return nil }
      return "\(words.goals[index]) by \(gap(index, reading.value))"
    }
    let share = Figures.shortShare(tuned.largestUnseenShare)
    return [""]
      + lines(
        "it misses \(misses.joined(separator: ", ")); none of the \(tuned.seen.counting("policy", "policies")) spread over the space meets all, so with 95% confidence less than \(share) of the space does"
      )
  }

  private func gap(_ index: Int, _ value: Double) -> String {
    let (figure, distance) = (
      goals.figures[index], (value - goals.constraints[index].bound).magnitude
    )
    guard distance.isFinite else { return "never ending" }
    return figure.unit == .share
      ? "\(Figures.number(distance * 100)) points" : figure.text(distance)
  }

  private var goalTable: Table? {
    let isWorst = words.worlds.count > 1 && goals.weights == nil
    var table = Table(
      [.left, .right, .left, .left, .right] + (isWorst ? [.yielding] : []),
      head: ["goal", "measured", "", "95% interval", "in the search"]
        + (isWorst ? ["worst in"] : []), spare: [4, 3])
    let (fresh, searched) = (tuned.best.evidence, tuned.best.searched)
    for index in words.goals.indices where index < fresh.readings.count {
      let (figure, reading) = (goals.figures[index], fresh.readings[index])
      let state =
        index < goals.constraints.count ? goals.constraints[index].state(of: reading) : nil
      table.add(
        [
          Table.Cell(words.goals[index]), Table.Cell(text(reading.value, figure)),
          state.map { Table.Cell($0.rawValue, $0.ink) } ?? Table.Cell(nil),
          Table.Cell("\(text(reading.low, figure))…\(text(reading.high, figure))", .faint),
          Table.Cell(text(searched.readings[index].value, figure), .faint),
        ] + (isWorst ? [Table.Cell(words.worlds[fresh.worst[index]], .faint)] : []))
    }
    return table
  }

  func text(_ number: Double, _ figure: Figure) -> String {
    number.isFinite ? figure.text(number) : number > 0 ? "never" : "0"
  }

  private var frontTable: Table? {
    guard tuned.front.count > 1 else { return nil }
    let objectives = goals.objectives.map(\.figure)
    var table = Table(
      objectives.map { _ in .right } + [.yielding],
      head: objectives.map { $0.name ?? "" } + ["policy"])
    let first = goals.constraints.count
    for policy in tuned.front {
      let numbers = objectives.indices.map { index in
        Table.Cell(text(policy.evidence.readings[first + index].value, objectives[index]))
      }
      let isBest = policy.point == tuned.best.point
      table.add(numbers + [Table.Cell(words.policy(policy.point), isBest ? .strong : nil)])
    }
    return table
  }

  private var simpler: [String] {
    guard let simpler = tuned.simpler else { return [] }
    let share = Figures.shortShare(tuned.search.plan.indifference)
    return [""] + lines("simpler, and as good within \(share): \(words.policy(simpler.point))")
  }

  private var effort: [String] {
    let search = tuned.search
    var parts: [String] = []
    if search.ruledOut > 0 {
      parts.append(
        "theory ruled out \(search.ruledOut.grouped) of \(search.screened.counting("policy", "policies"))"
      )
    }
    let made = (search.spent * max(tuned.batchSize, 1)).counting(
      tuned.batchSize > 0 ? "call" : "run")
    parts.append("measured \(search.policies.counting("policy", "policies")) in \(made)")
    return [""] + lines(parts.joined(separator: ", ") + certainty)
  }

  /// What the race between the finalists came to.
  private var certainty: String {
    let search = tuned.search
    guard tuned.verdict != .none, goals.objectives.count == 1, !tuned.isPartial else { return "" }
    guard !tuned.isDecided else {
      let share = Figures.shortShare(search.plan.indifference)
      return "\(style.separator)best of the finalists within \(share), with 95% confidence"
    }
    let others = tuned.open == 1 ? "1 other policy" : "\(max(tuned.open, 1).grouped) other policies"
    return "\(style.separator)\(others) may be better; 'tune again' goes on"
  }
}

extension Constraint.State {
  fileprivate var ink: Ink {
    switch self {
    case .met: .success
    case .missed: .failure
    case .undecided: .wait
    }
  }
}
