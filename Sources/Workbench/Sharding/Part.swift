package import Report
import RetryNumerics
package import Simulation

/// What one shard of a text has computed, as a file.
///
/// The file begins with a line of JSON for people and tools, and ends with a digest of all before it. The same shard of
/// the same text is the same file, whenever and wherever it was made.
package struct Part: Hashable, Sendable {
  /// What is equal in all parts that belong together.
  package struct Origin: Hashable, Sendable {
    /// The version of the program.
    var version = Version.current
    /// The path of the text, as it was given.
    package var path = ""
    /// The digest of the text.
    var digest = ""
    /// The seed on the command line, if one was given.
    package var seed: UInt64?
    /// The number of shards.
    package var shards = 1
    /// Whether scenarios are checked, rather than calls measured.
    package var isOfChecks = false
    /// The number of measurements of earlier rounds, and the digest of their results; empty in the first round.
    var first = 0
    var earlier = ""

    init() {}

    /// Creates what parts of the checks of a folder have in common; its texts are those of all scenarios.
    package init(checking path: String, _ texts: [String], shards: Int) {
      (self.path, digest, self.shards, isOfChecks) = (path, Digest.of(texts), shards, true)
    }
  }

  /// The part of a measurement.
  struct Measured: Hashable, Sendable {
    /// The number of its calls, or of its runs, in all shards.
    var calls: UInt64 = 0
    var bytes: [UInt8] = []
  }

  package var origin = Origin()
  package var number = 1
  /// The digests of the files that the text has read, by their paths.
  var files: [String: String] = [:]
  /// The parts of measurements, in the order of the text; in the results of earlier rounds, whole ones.
  var measurements: [Measured] = []
  /// The scenarios that were checked, with their places in the folder.
  package var checks: [Int: Check] = [:]

  package init() {}

  package var measurementCount: Int { measurements.count }

  /// Creates the part of checks of scenarios, by their places in a folder.
  package init(_ checks: [Int: Check], of origin: Origin, _ shard: Shard) {
    (self.checks, self.origin, number) = (checks, origin, shard.number)
  }
}

// MARK: - Files

extension Part {
  /// The number of hexadecimal digits at the end, and of the break before them.
  private static let endLength = 17

  /// The content of the file.
  package var bytes: [UInt8] {
    let head = JSONForms.shard.json(of: self).versioned.text + "\n"
    let all = Array(head.utf8) + ByteCoder.bytes(of: self)
    return all + Array("\n\(Digest.of(bytes: all[...]))".utf8)
  }

  /// Reads a file; returns `nil` if it is not a part, or not a whole one.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count > Self.endLength, let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
      return nil
    }
    let all = bytes.dropLast(Self.endLength)
    guard bytes.suffix(Self.endLength).elementsEqual("\n\(Digest.of(bytes: all))".utf8),
      end < all.endIndex
    else { return nil }
    var part = Part()
    guard ByteCoder.read(&part, from: Array(all[(end + 1)...])) else { return nil }
    self = part
  }

  /// Whether a file begins as a part does.
  package static func begins(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "{\"kind\":\"\(JSONForms.shard.schema.kind)\"".utf8)
  }

  /// The digest that tells these results from others.
  var digest: String { Digest.of(bytes: ByteCoder.bytes(of: self)[...]) }
}

extension Part: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    coder.code(&origin)
    coder.code(&number)
    coder.require(Shard(number, of: origin.shards) != nil)
    coder.code(&files, blank: "", "")
    coder.code(&measurements, blank: Measured())
    coder.code(&checks, blank: 0, Check("", .passed))
  }
}

extension Part.Origin: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    coder.code(&version)
    coder.code(&path)
    coder.code(&digest)
    coder.code(&seed, blank: 0)
    coder.code(&shards)
    coder.code(&isOfChecks)
    coder.code(&first)
    coder.require(first >= 0)
    coder.code(&earlier)
  }
}

extension Part.Measured: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    coder.code(&calls)
    coder.code(&bytes)
  }
}
