import Foundation

/// An article of the documentation, as the program and the tests that its Swift blocks make.
struct Article: Sendable, CustomStringConvertible {
  /// A fenced block.
  private struct Block {
    let language: String
    let lines: [Substring]

    var text: String { lines.joined(separator: "\n") }

    /// Whether it is a file of its own, rather than some statements.
    var isFile: Bool { language == "swift" && lines.first?.hasPrefix("import ") == true }

    /// The modules that it imports.
    var imports: [String] {
      lines.compactMap { $0.firstMatch(of: #/^ *import (\w+)/#).map { String($0.output.1) } }
    }
  }

  /// The name of its file.
  private let name: String
  /// The fenced blocks.
  private let blocks: [Block]

  var description: String { name }

  /// The name of its module.
  var module: String { "\(name)Article" }

  /// The articles that have Swift blocks, by name.
  static let all: [Article] =
    ["Retry", "RetryHTTP", "RetryFaults"].flatMap { library in
      let folder = Program.root.appending(path: "Sources/\(library)/\(library).docc")
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.sorted().compactMap { name in
        let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
        return text.map { Article(name: String(name.prefix { $0 != "." }), text: $0) }
      }
    }.filter { article in article.blocks.contains { $0.language == "swift" } }

  /// Reads the blocks of a text.
  private init(name: String, text: String) {
    self.name = name
    var (blocks, open): ([Block], (language: String, lines: [Substring])?) = ([], nil)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```", let block = open {
        blocks.append(Block(language: block.language, lines: block.lines))
        open = nil
      } else if open != nil {
        open?.lines.append(line)
      } else if line.hasPrefix("```") {
        open = (String(line.dropFirst(3)), [])
      }
    }
    self.blocks = blocks
  }

  /// The blocks that are files, by whether they are tests.
  func files(areTests: Bool) -> [String] {
    blocks.filter { $0.isFile && $0.imports.contains("Testing") == areTests }.map(\.text)
  }

  /// The program that its other blocks make; each block knows the ones before it, and may hide their names.
  var program: String {
    let parts = blocks.filter { $0.language == "swift" && !$0.isFile }.map(\.text)
    let own = blocks.filter(\.isFile).flatMap(\.imports).filter { $0 != "Testing" }
    let modules = Set(own + ["Retry", "RetryTesting"]).sorted()
    let imports = modules.map { "#if canImport(\($0))\nimport \($0)\n#endif\n" }.joined()
    let body = parts.map { "do {\n\($0)\n" }.joined()
    let ends = String(repeating: "}\n", count: parts.count)
    return "\(imports)func article() async throws {\n\(body)\(ends)}\ntry await article()\n"
  }

  /// What the program prints: the comments behind its `print`, and the blocks of output.
  var output: String {
    blocks.flatMap { block in
      if block.language == "output" { return block.lines.map(String.init) }
      guard block.language == "swift" else { return [] }
      return block.lines.filter { $0.hasPrefix("print(") }.compactMap {
        $0.components(separatedBy: "  // ").dropFirst().first
      }
    }.map { "\($0)\n" }.joined()
  }
}
