import Foundation

/// The mutants that are known to change nothing that can be seen, each with its reason.
///
/// An entry is a path, the line before, the line after, and the reason, with an empty line at its end:
///
///     Sources/Retry/Backoff/Backoff.swift
///     - if delay < limit {
///     + if delay <= limit {
///     Both branches give the limit.
struct Equivalents {
  /// The reason for each key of a mutant.
  private(set) var reasons: [String: String] = [:]

  /// Reads the entries of a file.
  init(file: String) throws {
    let text = try String(contentsOfFile: file, encoding: .utf8)
    for entry in text.split(separator: "\n\n") {
      let lines = entry.split(separator: "\n").filter { !$0.hasPrefix("#") }
      guard !lines.isEmpty else { continue }
      guard lines.count >= 4, lines[1].hasPrefix("-"), lines[2].hasPrefix("+") else {
        throw Failure("this entry of \(file) is not complete:\n\(entry)")
      }
      let change = lines[1...2].map { $0.dropFirst().drop { $0 == " " } }
      let key = "\(lines[0])\n\(change[0])\n\(change[1])"
      reasons[key] = lines[3...].joined(separator: " ")
    }
  }

  /// Returns the paths of entries that no mutant has any more.
  func stale(among mutants: [Mutant]) -> [String] {
    let keys = Set(mutants.map(\.key))
    return reasons.keys.filter { !keys.contains($0) }.sorted()
  }
}
