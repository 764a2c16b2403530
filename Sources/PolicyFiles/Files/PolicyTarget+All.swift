package import Simulation

extension PolicyTarget: CaseIterable {
  /// The files of all libraries.
  package static let allCases = Library.all.flatMap(\.targets)

  /// Creates the target that the name of a file selects.
  package init?(path: String) {
    let name = path.split(separator: "/").last?.lowercased() ?? ""
    guard let known = Self.allCases.first(where: { $0.has(name) }) else { return nil }
    self = known
  }

  /// Returns the only one whose meaning has a word, such as `tenacity` or `python`.
  package static func named(_ word: String) -> PolicyTarget? {
    let named = allCases.filter { target in
      target.meaning.split(separator: " ").contains {
        $0.count > 3 && $0.lowercased() == word.lowercased()
      }
    }
    return named.count == 1 ? named[0] : nil
  }

  /// Returns the policy that a program finds in a file, as text of the language, if it is read back.
  package func given(_ strategy: RetryStrategy, in file: String) -> String? {
    translation(of: strategy)?.text
      ?? (try? PolicyFile(file, named: example))?.policies.first?.text
  }
}
