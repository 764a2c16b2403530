/// What a thread does with the calls that it is given; it is made on the thread that uses it.
protocol TrialWorker<Part>: SendableMetatype {
  /// What comes of the calls.
  associatedtype Part: Mergeable

  /// What came of the calls so far.
  var part: Part { get }

  /// Processes calls; returns whether all were completed.
  mutating func work(on calls: Range<UInt64>) -> Bool
}
