import Measurement
import TextLayout
import Tuning

// What goals cost, and how a policy changes with its parameters.

extension TuneReport {
  var stepTable: Table? {
    guard !tuned.steps.isEmpty, let objective = goals.objectives.first else { return nil }
    let name = "\(objective.figure.name ?? "") then"
    var table = Table(
      [.left, .right, .right, .yielding], head: ["another goal", name, "", "with"],
      spare: [2])
    let place = goals.constraints.count
    let now = tuned.best.searched.readings[place].value
    for step in tuned.steps {
      let constraint = goals.constraints[step.constraint]
      let goal =
        "\(constraint.figure.name ?? "") \(constraint.sign) \(constraint.figure.text(step.bound))"
      guard let best = step.best else {
        table.add([Table.Cell(goal), Table.Cell("none found"), Table.Cell(nil), Table.Cell(nil)])
        continue
      }
      let then = best.readings[place].value
      let share = now == 0 || !now.isFinite ? 0 : (then - now) / now
      table.add([
        Table.Cell(goal), Table.Cell(text(then, objective.figure)),
        Table.Cell(Self.change(share), .faint), Table.Cell(difference(of: best.point)),
      ])
    }
    return table
  }

  /// What differs in another policy.
  private func difference(of point: Point) -> String {
    let changed = point.indices.filter { point[$0] != tuned.best.point[$0] }
    let parts = changed.map { "\(words.parameters[$0]) \(words.value($0, point[$0]))" }
    return parts.isEmpty ? "the same" : parts.joined(separator: ", ")
  }

  private static func change(_ share: Double) -> String {
    guard share.magnitude >= 0.0005 else { return "" }
    return (share > 0 ? "+" : "-") + Figures.decimal(share.magnitude * 100, 1) + "%"
  }

  /// How the policy changes with each parameter: a column for each value, as many as there is room for.
  var lineTables: [Table] {
    tuned.lines.filter { $0.points.count > 1 && !isWithoutEffect($0) }.map { line in
      var points = line.points
      var table = table(along: line.axis, points)
      while points.count > 3, table.lines(style).contains(where: { $0.columns > style.width }) {
        let best = points.firstIndex { $0.point == tuned.best.point } ?? 0
        points = points.indices.filter { $0 == best || ($0 - best) % 2 == 0 }.map { points[$0] }
        table = self.table(along: line.axis, points)
      }
      return table
    }
  }

  private func table(along axis: Int, _ points: [Evidence]) -> Table {
    var table = Table(
      [.left] + points.map { _ in .right },
      head: [words.parameters[axis]] + points.map { words.value(axis, $0.point[axis]) })
    for index in figures {
      let cells = points.map { evidence in
        let state =
          index < goals.constraints.count
          ? goals.constraints[index].state(of: evidence.readings[index]) : nil
        let isBest = evidence.point == tuned.best.point
        return Table.Cell(
          text(evidence.readings[index].value, goals.figures[index]),
          state == .missed ? .failure : isBest ? .strong : nil)
      }
      table.add([Table.Cell(goals.figures[index].name ?? "")] + cells)
    }
    return table
  }

  /// The figures of the goals by their places, each once.
  var figures: [Int] {
    let all = goals.figures
    return all.indices.filter { index in
      !all.prefix(index).contains { $0.name == all[index].name }
    }
  }

  /// The parameters that change no figure by more than the indifference.
  var idle: [String] {
    let names = tuned.lines.filter { $0.points.count > 1 && isWithoutEffect($0) }.map {
      words.parameters[$0.axis]
    }
    guard !names.isEmpty else { return [] }
    let share = Figures.shortShare(tuned.search.plan.indifference)
    return [""]
      + lines(
        "no value of \(names.joined(separator: " or ")) changes a figure of the goals by more than \(share)"
      )
  }

  private func isWithoutEffect(_ line: AxisLine) -> Bool {
    let best = tuned.best.searched.readings
    return figures.allSatisfy { index in
      line.points.allSatisfy { evidence in
        let (value, usual) = (evidence.readings[index].value, best[index].value)
        let slack = tuned.search.plan.indifference * usual.magnitude
        return value == usual || (value - usual).magnitude <= slack
      }
    }
  }
}

extension Constraint {
  /// The comparison as written.
  fileprivate var sign: String { (isAtLeast ? ">" : "<") + (isStrict ? "" : "=") }
}
