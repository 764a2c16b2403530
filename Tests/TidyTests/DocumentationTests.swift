import Foundation
import Testing

/// The examples in the documentation of the libraries, as a user would paste them.
@Suite("Documentation")
struct DocumentationTests {
  static let documents = ["README.md", "Sources/README.md", ".github/CONTRIBUTING.md"]

  @Test("the documents name only files that exist", arguments: documents + Project.articles)
  func paths(document: String) throws {
    let text = try Project.read(document)
    let named = text.matches(of: #/`((?:Sources|Tests|scenarios|\.ci)\/[^`\s]+)`/#).map {
      "\($0.1)"
    }
    let folder = (document as NSString).deletingLastPathComponent
    let linked = text.matches(of: #/\]\(([^):#]+)\)/#).map { "\(folder)/\($0.1)" }
    #expect(!named.isEmpty || !linked.isEmpty || !Self.documents.contains(document))
    for path in named + linked { #expect(Project.exists(path), "\(document): \(path)") }
  }

  @Test("the first page of the manual leads to every other one, once")
  func topics() throws {
    let root = "\(Project.manual)/RetryLab.md"
    let topics = try #require(try Project.read(root).components(separatedBy: "\n## Topics\n").last)
    let named = topics.matches(of: #/- <doc:(\w+)>/#).map { "\(Project.manual)/\($0.1).md" }
    #expect(named.sorted() == Project.articles.filter { $0 != root })
    #expect(Project.articles.count == Project.handwritten.count + 3)
  }

  @Test("every example of the libraries compiles")
  func examples() throws {
    let examples = Project.sources
      .filter { (Project.libraries + ["VirtualTime"]).contains($0.target) }
      .flatMap(\.examples)
    #expect(examples.count >= 30)
    let inReadme = try #require(
      try Project.read("README.md").split(separator: "```swift\n").first {
        $0.hasPrefix("import Retry\n")
      }?.split(separator: "\n```").first?.split(separator: "\n").dropFirst())
    let readme = "func readme() async throws {\n\(inReadme.joined(separator: "\n"))\n}"
    let stub = "func fetch(page: Int) async throws -> String { \"\\(page)\" }"
    let functions =
      [stub, readme]
      + examples.enumerated().map { index, example in
        "// \(example.place)\nfunc example\(index)() async throws {\n\(example.code)\n}"
      }
    let modules = ["Dispatch", "FoundationEssentials", "FoundationNetworking"] + Project.libraries
    let text = (modules.map { "import \($0)" } + functions).joined(separator: "\n\n")
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).swift")
    try text.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let (code, messages) = try Project.run([
      "swiftc", "-typecheck", "-swift-version", "6", "-suppress-warnings", "-Xcc",
      "-fmodule-map-file=Sources/CProcessor/module.modulemap", "-I", Project.modules.path,
      file.path,
    ])
    #expect(code == 0, "\(messages)")
  }
}

extension Project.File {
  /// The fenced Swift examples in the documentation comments.
  fileprivate var examples: [(place: String, code: String)] {
    var examples: [(place: String, code: String)] = []
    var open: (line: Int, code: [String])?
    for (number, line) in lines.enumerated() {
      let text = line.drop { $0 == " " }
      guard text.hasPrefix("///") else { continue }
      let content = String(text.dropFirst(3).drop { $0 == " " })
      if content == "```swift" {
        open = (number + 1, [])
      } else if content == "```", let example = open {
        examples.append(("\(path):\(example.line)", example.code.joined(separator: "\n")))
        open = nil
      } else if !content.hasPrefix("import ") {
        open?.code.append(content)
      }
    }
    return examples
  }
}
