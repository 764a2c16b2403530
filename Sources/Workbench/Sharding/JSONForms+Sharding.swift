import Measurement
import Report
import RetryNumerics

extension JSONForms {
  /// The first line of a part, by which people and tools know it.
  static let shard = JSONForm<Part>(
    "shard",
    "the part of the measurements of a text that a shard has made; the first line of its file"
  ) {
    JSONKey("version", "the version of the program") { $0.origin.version }
    JSONKey("path", "the path of the text") { $0.origin.path }
    JSONKey("digest", "a digest of the text") { $0.origin.digest }
    JSONKey.optional("seed", "the seed, if it was set on the command line") { $0.origin.seed }
    JSONKey("shard", "the number of the shard, from 1") { $0.number }
    JSONKey("of", "the number of shards") { $0.origin.shards }
    JSONKey.each("measurements", { $0.measurements.isEmpty ? nil : $0.ranges }) {
      JSONKey("calls", "the number of its calls, or of its runs") { $0.calls }
      JSONKey("from", "the first of them in this part") { $0.range.lowerBound }
      JSONKey("to", "the first of them behind this part") { $0.range.upperBound }
    }
    JSONKey.optional("scenarios", "the number of scenarios that were checked") {
      $0.checks.isEmpty ? nil : $0.checks.count
    }
  }

  static let work = JSONForm<SharedText.Cost>(
    "work", "what a shard has to do; only of 'work --list'"
  ) {
    JSONKey("shard", "its number, from 1") { $0.shard.number }
    JSONKey("of", "the number of shards") { $0.shard.count }
    JSONKey("calls", "the number of its calls, or of its runs") { $0.calls }
    JSONKey("duration_ns", "the time that they take on one thread, roughly") { $0.time }
  }
}

extension Part {
  /// The calls of each measurement that are in this part.
  fileprivate var ranges: [(calls: UInt64, range: Range<UInt64>)] {
    guard let shard = Shard(number, of: origin.shards) else { return [] }
    return measurements.enumerated().map { index, measured in
      let place = shard.place(in: origin.first + index)
      return (measured.calls, (0..<measured.calls).shard(place, of: shard.count))
    }
  }
}
