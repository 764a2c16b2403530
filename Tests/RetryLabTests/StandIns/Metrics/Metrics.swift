/// Stand-ins for the module of swift-metrics, with the declarations that the articles use; they print.

/// A number that only grows.
public final class Counter: Sendable {
  /// Its name and dimensions.
  private let name: String

  /// Creates a counter.
  public init(label: String, dimensions: [(String, String)] = []) {
    name = labelled(label, dimensions)
  }

  /// Adds a number.
  public func increment<DataType: BinaryInteger>(by amount: DataType) {
    print("counter \(name) +\(amount)")
  }

  /// Adds one.
  public func increment() { increment(by: 1) }
}

/// The spans of time that something took.
public final class Timer: Sendable {
  /// Its name and dimensions.
  private let name: String

  /// Creates a timer.
  public init(label: String, dimensions: [(String, String)] = []) {
    name = labelled(label, dimensions)
  }

  /// Records a span of time.
  public func record(duration: Duration) {
    print("timer \(name) \(duration)")
  }
}

/// The name of a metric with its dimensions.
private func labelled(_ label: String, _ dimensions: [(String, String)]) -> String {
  let known = dimensions.map { "\($0)=\($1)" }.joined(separator: ",")
  return known.isEmpty ? label : "\(label){\(known)}"
}
