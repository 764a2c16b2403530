import Foundation
import RetryLanguage
import Testing

/// What the engine can do, as its own source says, must have a name in the language.
@Suite("The table of names")
struct CompletenessTests {
  /// A folder of the engine, the declarations to look for, and the names that differ in the language.
  struct Part: Sendable, CustomStringConvertible {
    let folder: String
    let head: String
    let declaration: String
    var names: [String: String] = [:]
    /// Declarations outside of the language, with the reason.
    var exempt: [String: String] = [:]
    let least: Int

    var description: String { folder }
  }

  static let parts: [Part] = [
    Part(
      folder: "Simulation", head: "extension Source {",
      declaration: "  package (?:static )?func `?(\\w+)`?",
      names: [
        "values": "from", "range": "numbers", "operation": "op", "guarded": "breaker",
        "hedged": "hedge",
      ],
      exempt: [
        "draw": "draws marbles of what a source did, for tests",
        "deferred": "is what a closure that draws becomes",
        "actor": "tells under which name an operator draws, for those who draw in its place",
        "isSame": "compares sources by identity, for exercises",
        "rewritten": "takes a part out of an answer to an exercise",
        "with": "does so with an option",
        "redrawn": "gives strategies other draws, for the forecast of a real client",
        "delayingRetries": "adds what a real client needs besides waiting, for the same",
      ], least: 30),
    Part(
      folder: "VirtualTime/Distributions", head: "extension Distribution {",
      declaration: "  package static func (\\w+)",
      names: ["mixture": "mix", "empirical": "samples", "uniform": "..."], least: 8),
    Part(
      folder: "Retry/Backoff", head: "extension Backoff {",
      declaration: "  public (?:static )?func (\\w+)",
      names: ["custom": "{ n in }", "computed": "{ n in }"],
      exempt: ["delay": "asks a back-off", "range": "asks a back-off", "next": "asks a back-off"],
      least: 12),
  ]

  private static let sources = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources")

  /// The names that a part declares in extensions of its type.
  private func declared(_ part: Part) throws -> Set<String> {
    let folder = Self.sources.appending(path: part.folder)
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    let pattern = try Regex<(Substring, Substring)>(part.declaration)
    var names: Set<String> = []
    for path in paths ?? [] where path.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      for piece in text.components(separatedBy: "\n\(part.head)").dropFirst() {
        let body = piece.components(separatedBy: "\n}\n")[0]
        for line in body.split(separator: "\n") {
          if let match = line.prefixMatch(of: pattern) { names.insert(String(match.output.1)) }
        }
      }
    }
    return names
  }

  @Test("contains everything that the engine declares", arguments: parts)
  func complete(part: Part) throws {
    let declared = try declared(part)
    #expect(declared.count >= part.least, "\(declared.sorted())")
    let known = Set(Catalogue.all.map(\.name)).union(["...", "{ n in }"])
    for name in declared where part.exempt[name] == nil {
      #expect(known.contains(part.names[name] ?? name), "\(name)")
    }
  }
}
