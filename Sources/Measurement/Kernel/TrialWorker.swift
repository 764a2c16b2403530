/// The work of a thread on the calls that it takes; a worker is created on its own thread.
protocol TrialWorker<Part>: SendableMetatype {
  associatedtype Part: Mergeable

  var part: Part { get }

  /// Processes calls; returns whether all were completed.
  mutating func work(on calls: Range<UInt64>) -> Bool
}
