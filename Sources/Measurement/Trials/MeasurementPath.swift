/// How calls are run; all paths give the same result for each call.
package enum MeasurementPath: String, Hashable, Sendable, CaseIterable {
  /// The engine, which supports every source.
  case engine
  /// Chains, alone or in a load, over plain numbers.
  case chain
  /// Many calls side by side, on the widest vectors of the processor, if they retry every error in the same way.
  case vector
  /// The same, with vectors of up to four words.
  case wideVector
  /// The same, on a processor without wide vectors.
  case plainVector
}

/// The path on which calls are run, and why the engine is used if it is.
package struct ExecutionPath: Hashable, Sendable {
  package let path: MeasurementPath
  package let reason: String?

  init(_ path: MeasurementPath, because reason: String? = nil) {
    (self.path, self.reason) = (path, reason)
  }
}

extension LaneWidth {
  /// The widest vectors that the path allows and the processor has.
  init(_ path: MeasurementPath?) {
    let asked: LaneWidth =
      switch path {
      case .plainVector: .plain
      case .wideVector: .wide
      case .vector, .engine, .chain, nil: .widest
      }
    self = min(asked, Self.available)
  }
}
