/// One of the shards that the calls of long measurements are divided into.
package struct Shard: Hashable, Sendable {
  /// The number of the shard, from 1.
  package let number: Int
  package let count: Int

  /// The whole, as the only shard.
  package static let whole = Shard(number: 1, count: 1)

  private init(number: Int, count: Int) {
    (self.number, self.count) = (number, count)
  }

  /// Creates a shard if there is one with the number.
  package init?(_ number: Int, of count: Int) {
    guard (1...Self.most).contains(count), (1...count).contains(number) else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// Reads a shard such as `3/64`.
  package init?(_ text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1] else { return nil }
    self.init(number, of: count)
  }

  /// The most shards of a text.
  package static let most = 100_000

  package var text: String { "\(number)/\(count)" }

  /// The place in which the shard takes part in a measurement.
  ///
  /// It changes from measurement to measurement, so that those with fewer calls than shards fall to different shards.
  func place(in measurement: Int) -> Int { (number - 1 + measurement) % count }
}
