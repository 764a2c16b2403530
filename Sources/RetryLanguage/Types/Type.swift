package import Simulation

/// The type of an expression.
package indirect enum Type: Hashable, Sendable {
  case unit
  case bool
  case int
  case double
  case share
  case duration
  case rate
  case rateProfile
  /// How an open load spaces its calls.
  case spacing
  case text
  case fault
  case pattern
  case signal
  /// A scripted answer.
  case outcome
  case latency
  case faults
  case outages
  /// A server or a channel.
  case resource
  case abandonRule
  case downRule
  case orderRule
  case limitHint
  case limitRule
  /// What the calls of a load ask for.
  case keys
  /// A cache that calls share.
  case cache
  case budget
  /// A client's program.
  case program
  case guarding(Guard.Sort)
  /// A latency, or a closure that computes one.
  case service
  /// Concurrent calls.
  case load
  /// An operation or a load.
  case runnable
  case backoff
  case jitter
  case deadlineRule
  case deadlineMoment
  case stopRule
  case attemptLimit
  case timeLimit
  case hintRule
  case exhaustion
  /// One of some words, which only this argument takes.
  case word([String])
  case policy
  case filter
  case person
  case attempt
  /// The result of one call.
  case run
  /// The result of many calls.
  case stats
  /// The results of several strategies.
  case table
  /// The result of a search.
  case findings
  case source(Type)
  case list(Type)
  case range(Type)
  case dictionary(Type, Type)
  case tuple([Type])
  case function([Type], Type)
  /// A named closure; each use determines its types.
  case template
  /// A value whose type is only known at run time.
  case any
  /// The element type of a source that sends no values; it fits everywhere.
  case nothing
  /// A type variable in the signature of a function.
  case variable(Variable)

  /// Type variables.
  package enum Variable: String, Hashable, Sendable {
    case element
    /// The result type of a closure or another argument.
    case result
  }
}

extension Type {
  /// A source of the same type as the receiver.
  package static let stream = Type.source(.variable(.element))

  /// The element type of a list or range.
  package var element: Type? {
    switch self {
    case .list(let inner), .range(let inner): inner
    default: nil
    }
  }

  /// Returns the common type of two types, if there is one.
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

  /// Returns the common type of two types, or the expected type if both convert to it.
  func joined(with other: Type, expecting expected: Type?) -> Type? {
    if let type = joined(with: other) { return type }
    guard let expected, canBecome(expected), other.canBecome(expected) else { return nil }
    return expected
  }

  /// The type with its variables replaced; unknown variables become `any`.
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

  /// Binds the variables of this type by matching it with an actual type.
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

  /// Whether this is the type of a user-defined function.
  var isOwnFunction: Bool {
    switch self {
    case .function, .template: true
    default: false
    }
  }

  /// Whether sources can send values of this type.
  package var isPlain: Bool {
    switch self {
    case .unit, .bool, .int, .double, .share, .rate, .duration, .text, .fault, .signal, .any,
      .nothing:
      true
    case .tuple(let parts): parts.allSatisfy(\.isPlain)
    case .list(let inner): inner.isPlain
    default: false
    }
  }
}

extension Type: CustomStringConvertible {
  /// The type as text for a message, with its article.
  package var description: String {
    switch self {
    case .unit: "nothing"
    case .bool: "a Boolean"
    case .int: "an integer"
    case .double: "a number"
    case .share: "a percentage"
    case .duration: "a duration"
    case .rate: "a rate"
    case .rateProfile: "a rate or a rate over time"
    case .spacing: "a kind of arrivals"
    case .text: "a string"
    case .fault: "an error"
    case .pattern: "an error pattern"
    case .signal: "a signal"
    case .outcome: "a scripted answer"
    case .latency: "a latency"
    case .faults: "a failure model"
    case .outages: "outages"
    case .resource: "a server"
    case .abandonRule: "a rule for abandoned attempts"
    case .downRule: "a rule for outages"
    case .orderRule: "an order of service"
    case .limitHint: "a duration or 'wholeSeconds', 'exact', 'date' or 'none'"
    case .limitRule: "a limit"
    case .keys: "keys"
    case .cache: "a cache"
    case .budget: "a retry budget"
    case .program: "a client"
    case .guarding(.breaker): "a circuit breaker"
    case .guarding(.rateLimiter): "a rate limiter"
    case .guarding(.bulkhead): "a bulkhead"
    case .guarding(.throttle): "a throttle"
    case .guarding(.pacer): "a pacer"
    case .service: "a service time"
    case .load: "a load"
    case .runnable: "an operation"
    case .backoff: "a back-off"
    case .jitter: "a kind of jitter"
    case .deadlineRule: "a deadline rule"
    case .deadlineMoment: "a moment of an attempt"
    case .stopRule: "a rule for several limits"
    case .attemptLimit: "an integer"
    case .timeLimit: "a duration"
    case .hintRule: "a rule for server hints"
    case .exhaustion: "a rule for exhausted attempts"
    case .word(let words): words.isEmpty ? "a word" : words.joined(separator: " or ")
    case .policy: "a policy"
    case .filter: "a filter"
    case .person: "a person"
    case .attempt: "an attempt"
    case .run: "the result of a call"
    case .stats: "the result of many calls"
    case .table: "the results of several strategies"
    case .findings: "the calls found"
    case .source: "an operation"
    case .list(let inner): "a list of \(inner.plural)"
    case .range(let inner): "a range of \(inner.plural)"
    case .dictionary(.nothing, _): "an empty dictionary"
    case .dictionary(.text, .load): "a dictionary of loads by name"
    case .dictionary(let key, let value): "a dictionary from \(key.plural) to \(value.plural)"
    case .tuple(let parts): "a tuple of \(parts.count) values"
    case .function, .template: "a closure"
    case .any, .nothing, .variable: "a value"
    }
  }

  /// The plural as text for a message.
  private var plural: String {
    switch self {
    case .int: "integers"
    case .double: "numbers"
    case .duration: "durations"
    case .share: "percentages"
    case .rate: "rates"
    case .text: "strings"
    case .fault: "errors"
    case .pattern: "error patterns"
    case .source: "operations"
    case .outcome: "answers"
    case .range(let inner): "ranges of \(inner.plural)"
    default: "values"
    }
  }
}
