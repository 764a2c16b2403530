/// The work of a thread on the calls that it takes; a worker is created on its own thread.
protocol TrialWorker<Part>: SendableMetatype {
  associatedtype Part: Mergeable

  var part: Part { get }

  /// About how long a call takes, which tells what is worth dividing.
  static var nanosecondsPerCall: Int64 { get }

  /// Processes calls; returns whether all were completed.
  mutating func work(on calls: Range<UInt64>) -> Bool
}

extension TrialWorker {
  static var nanosecondsPerCall: Int64 { 2000 }
}
