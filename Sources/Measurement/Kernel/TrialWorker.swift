/// The work of a thread on the calls that it takes; a worker is created on its own thread.
protocol TrialWorker<Part>: SendableMetatype {
  /// The result of the calls.
  associatedtype Part: Mergeable

  /// The result so far.
  var part: Part { get }

  /// Processes calls; returns whether all were completed.
  mutating func work(on calls: Range<UInt64>) -> Bool
}
