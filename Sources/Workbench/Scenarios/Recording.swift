import Report
import RetryLanguage
package import Simulation

/// What a scenario printed once, kept beside it: a line about the recording, then the objects of its results.
package struct Recording {
  /// Why a text is no recording.
  package enum Trouble: Error {
    case foreign
    case damaged

    /// The trouble in words.
    package var words: String {
      switch self {
      case .foreign: "is no recording"
      case .damaged: "is damaged: what it holds is not what was written"
      }
    }
  }

  /// The version that made it.
  let version: String
  /// The number of the contract that held then.
  let contract: Int
  /// The objects of the results, one a line.
  let objects: [String]
  /// The digest of what a person saw.
  let words: String
  private let seed: UInt64

  /// Records what a scenario printed.
  package init(_ outcome: Scenario.Outcome) {
    version = Version.current
    contract = Contract.current.number
    objects = outcome.objects
    words = Digest.of(outcome.printed)
    seed = outcome.seed
  }

  /// Reads a recording.
  package init(_ text: String, json: (String) -> Value?) throws(Trouble) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let first = lines.first, case .object(let about)? = json(first),
      about["kind"] == .text("recording"), case .text(let version)? = about["version"],
      case .int(let contract)? = about["contract"], case .text(let digest)? = about["digest"],
      case .text(let words)? = about["words"], case .int(let seed)? = about["seed"], seed >= 0
    else { throw .foreign }
    let objects = Array(lines.dropFirst().dropLast())
    guard lines.last == "", Digest.of(objects) == digest else { throw .damaged }
    self.version = version
    self.contract = contract
    self.objects = objects
    self.words = words
    self.seed = UInt64(seed)
  }

  /// The recording as it is written.
  package var text: String {
    let about: JSONValue = [
      "kind": "recording", "version": .string(version), "contract": .int(Int64(contract)),
      "seed": .unsigned(seed), "digest": .string(Digest.of(objects)), "words": .string(words),
    ]
    return ([about.text] + objects).map { $0 + "\n" }.joined()
  }

  /// Tells whether a text begins as recordings do, whatever became of its rest.
  package static func isMeant(by text: String) -> Bool {
    text.isEmpty || text.hasPrefix("{\"kind\":\"recording\"")
  }
}
