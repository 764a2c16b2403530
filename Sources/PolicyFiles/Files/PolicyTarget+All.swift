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

  /// Returns the target of the library of a name, or of a file that has it before its ending or as one.
  package static func named(_ name: String) -> PolicyTarget? {
    let name = name.lowercased()
    let library = Library.all.first { $0.code?.lowercased() == name }
    return library?.targets.first
      ?? allCases.first { $0.file.split(separator: ".").first.map(String.init) == name }
  }

  /// Returns the policy that a program finds in a file, as text of the language, if it is read back.
  package func given(_ strategy: RetryStrategy, in file: String) -> String? {
    translation(of: strategy)?.text
      ?? (try? PolicyFile(file, named: example))?.policies.first?.text
  }
}
