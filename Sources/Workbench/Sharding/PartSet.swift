package import Report
import RetryLanguage

/// Parts that belong together: of the same text, shards and round, each shard once.
package struct PartSet {
  package let origin: Part.Origin
  private let parts: [Int: Part]

  /// Why two parts, by their places, do not belong together.
  package struct Problem: Error {
    package let places: [Int]
    package let reason: String
  }

  /// Creates a set; a part that comes twice is counted once.
  package init(_ all: [Part]) throws(Problem) {
    let first = all.first ?? Part()
    var found: [Int: (part: Part, place: Int)] = [:]
    for (place, part) in all.enumerated() {
      if let difference = part.origin.difference(from: first.origin) {
        throw Problem(places: [0, place], reason: "do not belong together: \(difference)")
      }
      if let known = found[part.number], known.part != part {
        throw Problem(
          places: [known.place, place],
          reason: "are different parts of shard \(part.number), so one of them is wrong")
      }
      found[part.number] = (part, place)
    }
    (origin, parts) = (first.origin, found.mapValues(\.part))
  }

  /// The checks of scenarios, in the order of their folder.
  package var checks: [Check] {
    all.reduce(into: [:]) { all, part in all.merge(part.checks) { first, _ in first } }
      .sorted { $0.key < $1.key }.map(\.value)
  }

  /// The parts, ordered by shard.
  package var all: [Part] { parts.sorted { $0.key < $1.key }.map(\.value) }

  /// The numbers of the shards without a part.
  package var missing: [Int] { (1...origin.shards).filter { parts[$0] == nil } }

  /// The numbers of the missing shards as text, such as `3, 7...9`.
  package var missingText: String {
    var ranges: [ClosedRange<Int>] = []
    for number in missing {
      if let last = ranges.last, last.upperBound == number - 1 {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { range in
      switch range.count {
      case 1: "\(range.lowerBound)"
      case 2: "\(range.lowerBound), \(range.upperBound)"
      default: "\(range.lowerBound)...\(range.upperBound)"
      }
    }.joined(separator: ", ")
  }
}

extension Part.Origin {
  /// How it differs from another, as a sentence.
  fileprivate func difference(from other: Self) -> String? {
    if version != other.version { return "other versions of the program made them" }
    if path != other.path { return "they are of '\(other.path.sanitized)' and '\(path.sanitized)'" }
    if digest != other.digest || isOfChecks != other.isOfChecks { return "the text has changed" }
    if seed != other.seed { return "they have other seeds" }
    if shards != other.shards { return "one is of \(other.shards) shards, one of \(shards)" }
    return self == other ? nil : "they are of different rounds"
  }
}
