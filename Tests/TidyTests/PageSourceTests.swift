import Testing

/// What the compiler for a page lets pass, although it fails there.
@Suite("The source, as a page has it")
struct PageSourceTests {
  /// The functions whose closures are called by generic code that lets them throw.
  static let makers = Project.sources.filter { $0.path.hasPrefix("Sources/RetryLanguage/Names/") }

  @Test("passes on no function that never throws as one that may", arguments: makers)
  func functionValues(file: Project.File) {
    #expect(Self.passedOn(in: file.text).isEmpty, "\(file)")
  }

  @Test("would not hide such a function")
  func example() {
    let text = """
      private static func joining(
        _ name: String, _ join: @escaping @Sendable (Source, Function) -> Source
      ) -> Callable {
        Callable(name, on: .stream, gives: .stream, example: name, join)
      }
      """
    #expect(Self.passedOn(in: text) == ["join"])
    #expect(Self.passedOn(in: text.replacing(", join)", with: ") { join($0, $1) }")).isEmpty)
    #expect(
      Self.passedOn(in: text.replacing(") -> Source\n", with: ") throws(Bad) -> Source\n")).isEmpty)
  }

  /// The closures without errors that a function takes and hands to a `Callable` as they are.
  private static func passedOn(in text: String) -> [String] {
    let makers = text.matches(
      of: #/(\w+): @escaping @Sendable \([^()]*\) -> \w+[^{]*\) -> Callable \{([^}]*\}?[^}]*)/#)
    return makers.compactMap { maker in
      let (name, body) = (maker.output.1, maker.output.2)
      let isPassed = [", \(name))", ", \(name),", ": \(name))", "(\(name))"].contains {
        body.contains($0)
      }
      return isPassed ? String(name) : nil
    }
  }
}
