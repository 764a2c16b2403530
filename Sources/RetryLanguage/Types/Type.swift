/// What kind of thing an expression stands for.
package indirect enum Type: Hashable, Sendable {
  case unit
  case bool
  case int
  case double
  case share
  case duration
  case rate
  case text
  case fault
  case pattern
  case signal
  /// An answer of a script.
  case outcome
  case latency
  case faults
  case outages
  /// A server or a channel.
  case resource
  case abandonRule
  /// Many calls side by side.
  case load
  /// An operation or a load.
  case runnable
  case backoff
  case jitter
  case deadlineRule
  case hintRule
  case exhaustion
  case policy
  case filter
  case person
  case attempt
  /// A call that was run.
  case run
  /// What many calls came to.
  case stats
  /// What many calls came to under each of several strategies.
  case table
  /// Calls that were looked for.
  case findings
  case source(Type)
  case list(Type)
  case range(Type)
  case dictionary(Type, Type)
  case tuple([Type])
  case function([Type], Type)
  /// A closure under a name, whose types each use of it decides.
  case template
  /// A value that is known only when it comes.
  case any
  /// The value of a source that sends none; it fits everywhere.
  case nothing
  /// A type that an argument decides, in the signature of a function.
  case variable(Variable)

  /// The types that arguments decide.
  package enum Variable: String, Hashable, Sendable {
    /// What the receiver sends.
    case element
    /// What a closure or another argument gives.
    case result
  }
}

extension Type {
  /// A source of what its receiver sends.
  package static let stream = Type.source(.variable(.element))

  /// What a list or a range of this type is made of.
  package var element: Type? {
    switch self {
    case .list(let inner), .range(let inner): inner
    default: nil
    }
  }

  /// Returns the least type that both fit, if there is one.
  func joined(with other: Type) -> Type? {
    if self == other { return self }
    switch (self, other) {
    case (.nothing, let some), (let some, .nothing): return some
    case (.any, _), (_, .any): return .any
    case (.int, .double), (.double, .int): return .double
    case (.source(let left), .source(let right)): return .source(left.joined(with: right) ?? .any)
    case (.list(let left), .list(let right)): return left.joined(with: right).map(Type.list)
    case (.fault, .pattern), (.pattern, .fault): return .pattern
    case (.fault, .outcome), (.outcome, .fault), (.source, .outcome), (.outcome, .source),
      (.fault, .source), (.source, .fault):
      return .outcome
    default: return nil
    }
  }

  /// Returns the least type that both fit, or else what is expected, where both can stand there.
  func joined(with other: Type, expecting expected: Type?) -> Type? {
    if let type = joined(with: other) { return type }
    guard let expected, canBecome(expected), other.canBecome(expected) else { return nil }
    return expected
  }

  /// The type with variables replaced by what is known of them, and by `any` where nothing is.
  package func resolved(_ known: [Variable: Type]) -> Type {
    switch self {
    case .variable(let variable): known[variable] ?? .any
    case .source(let inner): .source(inner.resolved(known))
    case .list(let inner): .list(inner.resolved(known))
    case .range(let inner): .range(inner.resolved(known))
    case .dictionary(let key, let value):
      .dictionary(key.resolved(known), value.resolved(known))
    case .tuple(let parts): .tuple(parts.map { $0.resolved(known) })
    case .function(let parameters, let result):
      .function(parameters.map { $0.resolved(known) }, result.resolved(known))
    default: self
    }
  }

  /// Takes note of what the variables in this type stand for when another type is found in its place.
  func bind(to actual: Type, _ known: inout [Variable: Type]) {
    switch (self, actual) {
    case (.variable(let variable), _):
      known[variable] = known[variable].flatMap { $0.joined(with: actual) } ?? actual
    case (.source(let left), .source(let right)), (.list(let left), .list(let right)),
      (.range(let left), .range(let right)):
      left.bind(to: right, &known)
    case (.function(_, let left), .function(_, let right)): left.bind(to: right, &known)
    default: break
    }
  }

  /// Whether this is the type of a function of one's own.
  var isOwnFunction: Bool {
    switch self {
    case .function, .template: true
    default: false
    }
  }

  /// Whether values of this type are sent by sources.
  package var isPlain: Bool {
    switch self {
    case .unit, .bool, .int, .double, .share, .duration, .text, .fault, .signal, .any, .nothing:
      true
    case .tuple(let parts): parts.allSatisfy(\.isPlain)
    case .list(let inner): inner.isPlain
    default: false
    }
  }
}

extension Type: CustomStringConvertible {
  /// The type in the words of a message, with its article.
  package var description: String {
    switch self {
    case .unit: "nothing"
    case .bool: "true or false"
    case .int: "a whole number"
    case .double: "a number"
    case .share: "a percentage"
    case .duration: "a duration"
    case .rate: "a rate"
    case .text: "a text"
    case .fault: "an error"
    case .pattern: "a pattern of errors"
    case .signal: "a signal"
    case .outcome: "an answer of a script"
    case .latency: "a latency"
    case .faults: "a way to fail"
    case .outages: "outages"
    case .resource: "a server"
    case .abandonRule: "a rule for attempts that were given up"
    case .load: "a load"
    case .runnable: "an operation"
    case .backoff: "a back-off"
    case .jitter: "a jitter"
    case .deadlineRule: "a rule for deadlines"
    case .hintRule: "a rule for server hints"
    case .exhaustion: "an end of all attempts"
    case .policy: "a policy"
    case .filter: "a filter"
    case .person: "a person"
    case .attempt: "an attempt"
    case .run: "the result of a call"
    case .stats: "the result of many calls"
    case .table: "the results of several strategies"
    case .findings: "the calls that were found"
    case .source: "an operation"
    case .list(let inner): "a list of \(inner.plural)"
    case .range(let inner): "a range of \(inner.plural)"
    case .dictionary: "a dictionary"
    case .tuple(let parts): "a group of \(parts.count) values"
    case .function, .template: "a closure"
    case .any, .nothing, .variable: "a value"
    }
  }

  /// The type in words where there are many of it.
  private var plural: String {
    switch self {
    case .int: "whole numbers"
    case .double: "numbers"
    case .duration: "durations"
    case .share: "percentages"
    case .text: "texts"
    case .fault: "errors"
    case .pattern: "patterns of errors"
    case .source: "operations"
    case .outcome: "answers"
    case .range(let inner): "ranges of \(inner.plural)"
    default: "values"
    }
  }
}
