/// A pattern over errors: a kind, and what its payload must be.
package struct FaultPattern: Hashable, Sendable {
  /// What a payload must be.
  package enum Payload: Hashable, Sendable {
    /// Any payload, also none.
    case any
    case value(Value)
    case range(ClosedRange<Int>)
    /// An error inside the error.
    indirect case fault(FaultPattern)
  }

  /// The kind that it matches.
  package let kind: String
  /// What the payload must be.
  package let payload: Payload

  /// Creates a pattern; without a payload it matches every error of the kind.
  package init(_ kind: String, _ payload: Payload = .any) {
    self.kind = kind
    self.payload = payload
  }

  /// Tells whether an error is one that the pattern means.
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

/// A filter for errors: those that match `on` and do not match `unless`.
package struct FaultFilter: Hashable, Sendable {
  /// The patterns of which one must match; `nil` admits every error.
  package var on: [FaultPattern]?
  /// The patterns of which none may match.
  package var unless: [FaultPattern]

  /// Creates a filter; without arguments it admits every error.
  package init(on: [FaultPattern]? = nil, unless: [FaultPattern] = []) {
    self.on = on
    self.unless = unless
  }

  /// Whether the filter lets every error through.
  package var admitsEverything: Bool { on == nil && unless.isEmpty }

  /// Tells whether the filter admits an error.
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
