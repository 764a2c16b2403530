/// The lengths of the time spans of a load, in nanoseconds: parts of a second that add up to it, and times that add up
/// to minutes, hours and days, so that sums over spans can be compared with what others measured.
enum SpanLength {
  /// All lengths in ascending order.
  static let all: [Int64] = {
    var lengths: [Int64] = []
    var size: Int64 = 1
    while size < second {
      // A length of 2.5 ns is not whole.
      lengths += [size, size * 2] + (size > 1 ? [size / 2 * 5] : []) + [size * 5]
      size *= 10
    }
    lengths += [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1200, 1800].map { $0 * second }
    lengths += [1, 2, 3, 6, 12, 24, 48, 120, 240, 480, 1200, 2400, 4800, 12_000, 24_000]
      .map { $0 * 3600 * second }
    return lengths
  }()

  private static let second: Int64 = 1_000_000_000

  /// Returns the shortest length that divides a time into at most so many spans.
  static func dividing(_ time: Int64, into count: Int64) -> Int64 {
    let least = max((time + count - 1) / count, 1)
    return all.first { $0 >= least } ?? least
  }

  /// Returns the next length that whole numbers of spans add up to.
  static func after(_ length: Int64) -> Int64 {
    all.first { $0 > length && $0.isMultiple(of: length) } ?? length * 2
  }
}
