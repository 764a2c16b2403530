package import Measurement
import RetryNumerics
package import Simulation
package import Tuning

/// A parameter of a search: its name, and how its values are written.
package struct TunedParameter: Sendable {
  package enum Values: Sendable {
    case numbers(Type)
    /// Named values, as written.
    case named([Expression])
  }

  package let name: String
  package let values: Values

  /// Creates a parameter.
  package init(_ name: String, _ values: Values) {
    (self.name, self.values) = (name, values)
  }

  /// Returns a value as an expression.
  package func expression(of number: Double) -> Expression {
    let nowhere = 0..<0
    switch values {
    case .named(let choices): return choices[min(max(Int(number), 0), choices.count - 1)]
    case .numbers(.int): return .int(Int64(rounding: number), nowhere)
    case .numbers(.duration): return .duration(Nanoseconds(rounding: number), nowhere)
    case .numbers(.share): return .share(number, nowhere)
    case .numbers(.rate): return .rate(number, nowhere)
    case .numbers: return .double(number, nowhere)
    }
  }

  /// Returns a value of numbers at run time.
  package func item(of number: Double) -> RuntimeValue {
    switch values {
    case .numbers(.int): .value(.int(Int64(rounding: number)))
    case .numbers(.duration): .value(.duration(Nanoseconds(rounding: number)))
    default: .value(.double(number))
    }
  }

  /// Returns a value as text.
  package func text(of number: Double) -> String { Formatter().text(expression(of: number)) }
}

/// What is searched, with the names of the parameters in it.
package struct TunedText: Sendable {
  package let parameters: [TunedParameter]
  package let body: Expression

  /// Creates the text of a search.
  package init(_ parameters: [TunedParameter], of body: Expression) {
    (self.parameters, self.body) = (parameters, body)
  }

  /// Returns a policy as text to paste.
  package func policy(at point: Point) -> String {
    let values = zip(parameters, point).map { ($0.name, $0.expression(of: $1)) }
    // On one line, as in a table or behind a command.
    return Formatter(width: .max).text(
      body.replacing(Dictionary(values, uniquingKeysWith: { $1 })))
  }
}

/// The answer of a search, with the words in which it was asked for.
package struct TunedRecord: Sendable {
  package let tuned: Tuned
  package let text: TunedText
  /// The goals as written: the constraints, then the figures to minimize or to maximize.
  package let goals: [String]
  /// The worlds as written; empty if there is only one.
  package let worlds: [String]
  /// The found policy, if it is one of calls that do not affect each other and there is only one world.
  package let source: Source?

  /// Creates a record.
  package init(
    _ tuned: Tuned, _ text: TunedText, goals: [String], worlds: [String], source: Source?
  ) {
    (self.tuned, self.text) = (tuned, text)
    (self.goals, self.worlds, self.source) = (goals, worlds, source)
  }

  /// The found policy as text to paste.
  package var policy: String { text.policy(at: tuned.best.point) }

  /// The load with the found policy, if there is only one world.
  package var load: Load? { worlds.isEmpty ? rows.first?.sample?.load : nil }

  /// The figures of the best policy, of each world.
  package var rows: [MeasuredCalls] { tuned.best.evidence.worlds.compactMap(\.calls) }
}
