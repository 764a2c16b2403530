package import Measurement
package import Simulation

/// A figure of many calls at the prompt: it has the same name after a result and in `expect`.
package struct NamedFigure: Sendable {
  package let name: String
  package let type: Type
  package let summary: String
  package let figure: Figure

  /// Names a figure, if it is one of many calls at the prompt.
  package init?(_ figure: Figure) {
    guard let name = figure.name, let summary = figure.summary else { return nil }
    (self.name, type, self.summary, self.figure) = (name, Type(figure.unit), summary, figure)
  }

  /// A sentence for a result that does not have the figure.
  package func missingText(isLoad: Bool) -> String {
    guard figure.isOfLoads else { return "the result has no '\(name)'" }
    guard isLoad else {
      return "the result has no '\(name)', a figure of loads: it is no load"
    }
    return figure.isOfDisturbances
      ? "the load has no '\(name)': nothing disturbs it for a time; outages at fixed times, cleared caches, and rates that rise and fall again do"
      : "the load has no '\(name)': nothing in its measured time has the figure"
  }

  /// All of them, in their order.
  package static let all = Figure.atPrompt.compactMap(NamedFigure.init)
}

/// A figure of one call at the prompt: it has the same name after a result and in `where`.
package struct CallFigure: Sendable {
  package let name: String
  package let type: Type
  package let summary: String
  /// Returns its value.
  package let value: @Sendable (CallResult) -> Value

  private init?(_ figure: Figure, named name: String?) {
    guard let name, let call = figure.ofCall else { return nil }
    (self.name, type, summary, value) = (name, Type(call.unit), call.summary, call.value)
  }

  /// All of them, in their order.
  package static let known = Figure.atPrompt.compactMap { CallFigure($0, named: $0.name) }

  /// The same, and again under their former names.
  package static let all =
    known + Figure.atPrompt.compactMap { CallFigure($0, named: $0.formerName) }

  /// Conditions on a call by words that a person may use for them.
  static let conditions = [
    "failed": "!success", "failure": "!success", "fails": "!success", "succeeded": "success",
    "succeeds": "success", "retried": "attempts > 1", "duration": "latency", "time": "latency",
    "delay": "waited", "wait": "waited", "timedout": "error == .timeout",
  ]
}

extension Figure {
  static let formerNames = Dictionary(
    uniqueKeysWithValues: atPrompt.compactMap { figure in
      figure.formerName.flatMap { former in figure.name.map { (former, $0) } }
    })
}

extension Type {
  fileprivate init(_ unit: Figure.Unit) {
    self =
      switch unit {
      case .share: .share
      case .number: .double
      case .rate: .rate
      case .count: .int
      case .duration: .duration
      case .fault: .fault
      case .flag: .bool
      case .text: .text
      }
  }
}
