package import RetryNumerics

/// An error pattern: a kind and a condition on the payload.
package struct FaultPattern: Hashable, Sendable {
  package enum Payload: Hashable, Sendable {
    case any
    case value(Value)
    case range(ClosedRange<Int64>)
    /// A nested error.
    indirect case fault(FaultPattern)
  }

  /// A condition on the delay that an error requests.
  package enum Hint: Hashable, Sendable {
    /// Any delay, or none.
    case any
    /// Any delay but none.
    case some
    case exactly(Nanoseconds)
  }

  package let kind: String
  package let payload: Payload
  package let hint: Hint

  /// Creates a pattern; without conditions, it matches every error of the kind.
  package init(_ kind: String, _ payload: Payload = .any, hint: Hint = .any) {
    self.kind = kind
    self.payload = payload
    self.hint = hint
  }

  package var isWholeKind: Bool { payload == .any && hint == .any }

  package func matches(_ fault: Fault) -> Bool {
    guard fault.kind == kind, hint.matches(fault.retryAfter) else { return false }
    return switch payload {
    case .any: true
    case .value(let value): fault.payload == value
    case .range(let range):
      if case .int(let number)? = fault.payload { range.contains(number) } else { false }
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

  package var admitsEverything: Bool { on == nil && unless.isEmpty }

  /// Returns whether the filter admits some error of a kind.
  package func mayAdmit(_ kind: String) -> Bool {
    on?.contains { $0.kind == kind } != false
      && !unless.contains { $0.kind == kind && $0.isWholeKind }
  }

  package func admits(_ fault: Fault) -> Bool {
    (on?.contains { $0.matches(fault) } ?? true) && !unless.contains { $0.matches(fault) }
  }
}

extension FaultPattern.Hint {
  fileprivate func matches(_ delay: Nanoseconds?) -> Bool {
    switch self {
    case .any: true
    case .some: delay != nil
    case .exactly(let wanted): delay == wanted
    }
  }
}

extension FaultPattern: CustomStringConvertible {
  /// The pattern as source text, with the leading dot.
  package var description: String {
    let value: String? =
      switch payload {
      case .any: nil
      case .value(let value): value.description
      case .range(let range): "\(range.lowerBound)...\(range.upperBound)"
      case .fault(let pattern): pattern.description
      }
    let delay: String? =
      switch hint {
      case .any: nil
      case .some: "retryAfter: _"
      case .exactly(let delay): "retryAfter: \(delay)"
      }
    let details = [value, delay].compactMap(\.self)
    return details.isEmpty ? ".\(kind)" : ".\(kind)(\(details.joined(separator: ", ")))"
  }
}
