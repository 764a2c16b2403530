/// A draw that stands for all others, as in published tables of delays.
///
/// It travels in the seed: one of 2⁶³ or more holds the draw above the seed proper. Arrivals are still drawn: calls
/// that all wait for the shortest time would arrive at once.
@usableFromInline
package enum PinnedDraw: UInt8, CaseIterable, Sendable {
  case least = 1
  case middle, most

  package var word: UInt64 {
    switch self {
    case .least: 0
    case .middle: 1 << 63
    case .most: .max
    }
  }

  /// Its share of the way from the shortest to the longest.
  package var name: String {
    switch self {
    case .least: "0"
    case .middle: "0.5"
    case .most: "1"
    }
  }

  /// Its mark in the place of a draw, above the purpose.
  var mark: UInt64 { UInt64(rawValue) << 62 }

  @usableFromInline
  static func word(at place: UInt64) -> UInt64 {
    PinnedDraw(rawValue: UInt8(place >> 62))?.word ?? 0
  }

  /// The bits of a seed that tell that it holds a draw, and which.
  private static let (flag, place): (UInt64, UInt64) = (1 << 63, 61)

  /// The bits of a seed that are left for its number.
  private static let rest: UInt64 = 1 << place - 1

  package func pinning(_ seed: UInt64) -> UInt64 {
    Self.flag | UInt64(rawValue - 1) << Self.place | seed & Self.rest
  }

  package init?(of seed: UInt64) {
    guard seed & Self.flag != 0 else { return nil }
    self.init(rawValue: UInt8(seed >> Self.place & 3) + 1)
  }

  package init?(word: UInt64) {
    guard let draw = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = draw
  }

  /// Returns the seed without a draw.
  package static func proper(_ seed: UInt64) -> UInt64 {
    PinnedDraw(of: seed) == nil ? seed : seed & rest
  }
}
