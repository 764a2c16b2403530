import Retry
import RetryNumerics
package import Simulation

/// A file in which another program finds a policy.
package struct PolicyTarget: Sendable {
  /// The name of the file, or its end after a name of one's own if it begins with a dot.
  let file: String
  /// What the file is.
  package let meaning: String
  private let form: Form

  private enum Form: Sendable {
    /// What a library makes of a policy.
    case translated(
      @Sendable (RetryStrategy) -> Translation, write: @Sendable (PolicyText, [String]) -> String)
    /// All of a policy, which is written as a text besides, with what is left to a person.
    case complete(
      write: @Sendable (RetryStrategy, String) -> (text: String, losses: [String]),
      distance: @Sendable (RetryStrategy) -> [String])
  }

  /// Creates the target for what a library makes of a policy; each line of the words before it begins with a mark.
  init(
    _ file: String, _ meaning: String, comments mark: String,
    _ translate: @escaping @Sendable (RetryStrategy) -> Translation,
    write: @escaping @Sendable (PolicyText) -> String
  ) {
    self.init(file, meaning, translate) { text, head in
      head.map { "\(mark) \($0)\n" }.joined() + write(text)
    }
  }

  /// Creates the target for what a library makes of a policy, with a place of its own for the words about it.
  init(
    _ file: String, _ meaning: String,
    _ translate: @escaping @Sendable (RetryStrategy) -> Translation,
    write: @escaping @Sendable (PolicyText, _ head: [String]) -> String
  ) {
    (self.file, self.meaning, form) = (file, meaning, .translated(translate, write: write))
  }

  /// Creates the target for a library that can say all of a policy.
  init(
    _ file: String, _ meaning: String,
    write: @escaping @Sendable (RetryStrategy, String) -> (text: String, losses: [String]),
    distance: @escaping @Sendable (RetryStrategy) -> [String]
  ) {
    (self.file, self.meaning) = (file, meaning)
    form = .complete(write: write, distance: distance)
  }

  /// An example of a file of this kind.
  package var example: String { file.hasPrefix(".") ? "policy" + file : file }

  /// Whether a file of a name is of this kind.
  func has(_ name: String) -> Bool {
    file.hasPrefix(".")
      ? name.hasSuffix(file)
      : name == file || ["-", "_", "."].contains { name.hasSuffix($0 + file) }
  }
}

extension PolicyTarget: Hashable, CustomStringConvertible {
  /// Whether two are files of the same name.
  package static func == (left: PolicyTarget, right: PolicyTarget) -> Bool {
    left.file == right.file
  }

  /// Hashes the name of the file.
  package func hash(into hasher: inout Hasher) { hasher.combine(file) }

  /// The name of an example.
  package var description: String { example }
}

extension PolicyTarget {
  /// Returns what the library makes of a policy; `nil` for one that can say all of it.
  package func translation(of strategy: RetryStrategy) -> Translation? {
    guard case .translated(let translate, _) = form else { return nil }
    var translation = translate(strategy)
    translation.compare()
    return translation
  }

  /// Returns why a file would be far from a policy, one sentence each.
  package func distance(of strategy: RetryStrategy) -> [String] {
    if strategy.policy.rules.backoff.ranges(3).contains(where: { $0.upperBound == .never }) {
      return ["its delays are drawn by a closure, so that their ends are not known"]
    }
    if case .complete(_, let distance) = form { return distance(strategy) }
    return translation(of: strategy)?.distance ?? []
  }

  /// Returns the text of a file with a policy, which was written as a text, and what the file cannot say.
  package func file(
    of strategy: RetryStrategy, written text: String
  ) -> (text: String, losses: [String]) {
    switch form {
    case .complete(let write, _): return write(strategy, text)
    case .translated(let translate, let write):
      var translation = translate(strategy)
      translation.compare()
      let losses = translation.losses
      let head =
        ["Written by RetryLab from \(text)"]
        + (losses.isEmpty
          ? ["It says all of it."] : ["What it cannot say:"] + losses.map { "- \($0)" })
      return (write(PolicyText(translation), head.map(\.oneLine)), losses)
    }
  }
}

extension String {
  /// The text in one line, so that it fits into a comment.
  var oneLine: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          switch scalar.value {
          case 0...31, 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: " "
          default: scalar
          }
        }))
  }
}
