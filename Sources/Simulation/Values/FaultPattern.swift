/// An error pattern: a kind and a condition on the payload.
package struct FaultPattern: Hashable, Sendable {
  /// A condition on a payload.
  package enum Payload: Hashable, Sendable {
    /// Any payload, or none.
    case any
    case value(Value)
    case range(ClosedRange<Int>)
    /// A nested error.
    indirect case fault(FaultPattern)
  }

  /// The kind.
  package let kind: String
  /// The condition on the payload.
  package let payload: Payload

  /// Creates a pattern; without a payload, it matches every error of the kind.
  package init(_ kind: String, _ payload: Payload = .any) {
    self.kind = kind
    self.payload = payload
  }

  /// Returns whether the pattern matches an error.
  package func matches(_ fault: Fault) -> Bool {
    guard fault.kind == kind else { return false }
    return switch payload {
    case .any: true
    case .value(let value): fault.payload == value
    case .range(let range): fault.payload?.integer.map(range.contains) ?? false
    case .fault(let pattern): fault.payload?.fault.map(pattern.matches) ?? false
    }
  }
}

/// An error filter: errors that match `on` and do not match `unless`.
package struct FaultFilter: Hashable, Sendable {
  /// The patterns, one of which must match; `nil` admits every error.
  package var on: [FaultPattern]?
  /// The patterns that must not match.
  package var unless: [FaultPattern]

  /// Creates a filter; without arguments it admits every error.
  package init(on: [FaultPattern]? = nil, unless: [FaultPattern] = []) {
    self.on = on
    self.unless = unless
  }

  /// Whether the filter admits every error.
  package var admitsEverything: Bool { on == nil && unless.isEmpty }

  /// Returns whether the filter admits an error.
  package func admits(_ fault: Fault) -> Bool {
    (on?.contains { $0.matches(fault) } ?? true) && !unless.contains { $0.matches(fault) }
  }
}

extension FaultPattern: CustomStringConvertible {
  /// The pattern as source text, with the leading dot.
  package var description: String {
    switch payload {
    case .any: ".\(kind)"
    case .value(let value): ".\(kind)(\(value))"
    case .range(let range): ".\(kind)(\(range.lowerBound)...\(range.upperBound))"
    case .fault(let pattern): ".\(kind)(\(pattern))"
    }
  }
}
