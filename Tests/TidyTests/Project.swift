import Foundation

/// The files of this package, as text.
enum Project {
  /// A source file.
  struct File: Sendable, CustomStringConvertible {
    let path: String
    let text: String

    var description: String { path }

    /// The name of the target that it belongs to.
    var target: String { String(path.split(separator: "/").dropFirst().first ?? "") }

    /// The lines of the file, without the end of the last one.
    var lines: [Substring] {
      text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }

    /// The modules that it imports.
    var imports: Set<String> {
      Set(
        lines.filter { $0.contains("import ") && !$0.hasPrefix(" ") && !$0.hasPrefix("/") }
          .compactMap { $0.split(separator: " ").last.map(String.init) })
    }

    /// The name of the folder of its target that it lies in.
    var folder: String { String(path.split(separator: "/").dropFirst(2).first ?? "") }

    /// What the compiler reads of it: no comments, and of texts what is interpolated.
    fileprivate var code: String {
      text.replacing(#/"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|//.*/#) { found in
        found.output.hasPrefix("/")
          ? "" : found.output.matches(of: #/\\\((.*?)\)/#).map { "\($0.1) " }.joined()
      }
    }

    /// The functions that have more than one line, by the indentation of their braces.
    var functions: [(line: Int, length: Int)] {
      var found: [(Int, Int)] = []
      let lines = lines
      for (index, line) in lines.enumerated() where Self.opensFunction(line) {
        let indent = line.prefix { $0 == " " }
        let end = lines[index...].firstIndex { $0 == indent + "}" } ?? index
        found.append((index + 1, end - index + 1))
      }
      return found
    }

    private static func opensFunction(_ line: Substring) -> Bool {
      let words = line.split(separator: " ")
      // Not in the example of a comment.
      return line.hasSuffix("{") && words.first?.hasPrefix("//") != true
        && words.contains { $0 == "func" || $0.hasPrefix("init(") || $0.hasPrefix("init<") }
    }
  }

  /// The folder that the package lies in.
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The Swift files under `Sources`.
  static let sources: [File] = {
    let folder = root.appending(path: "Sources")
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (paths ?? []).filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
      let text = try? String(contentsOf: folder.appending(path: path), encoding: .utf8)
      return text.map { File(path: "Sources/\(path)", text: $0) }
    }
  }()

  /// What the package manager calls this package, by its folder.
  static let packageName = String(
    root.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })

  /// The libraries that other packages import.
  static let libraries = [
    "Retry", "RetryCoding", "RetrySystems", "RetryFoundation", "RetryHTTP", "RetryFaults",
    "RetryTesting",
  ]

  /// The folder of the program's manual.
  static let manual = "Sources/retrylab/RetryLab.docc"

  /// The articles of the manual.
  static let articles: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: manual).path)
    return (names ?? []).filter { $0.hasSuffix(".md") }.sorted().map { "\(manual)/\($0)" }
  }()

  /// The articles that a test writes from tables.
  private static let generated = ["Commands", "Names", "Settings", "Keys"].map {
    "\(manual)/\($0).md"
  }

  /// What users read that is written by hand.
  static let handwritten = ["README.md"] + articles.filter { !generated.contains($0) }

  /// Returns the text of a file at the top of the package.
  static func read(_ name: String) throws -> String {
    try String(contentsOf: root.appending(path: name), encoding: .utf8)
  }

  /// The names in a file.
  struct Names: Sendable {
    let file: File
    /// The types that it makes known to other files.
    let types: Set<String>
    /// The words of its code that begin as types do, without those of types within types.
    let typeWords: Set<String>
    /// The members of its types and extensions that other files can use.
    let members: Set<String>
    /// All words that it may declare, also within functions.
    let declared: Set<String>
    /// The words that it uses as members or as functions.
    let used: Set<String>

    init(_ file: File) {
      self.file = file
      let code = file.code
      func words(_ pattern: Regex<(Substring, Substring)>) -> [String] {
        code.matches(of: pattern).map { String($0.output.1) }
      }
      types = Set(
        words(
          #/(?m)^(?:(?:package|public|final|indirect) )*(?:struct|class|enum|protocol|typealias) (\w+)/#
        ))
      let capitals = code.matches(of: #/\.?\b[A-Z]\w+/#).map { String($0.output) }
      typeWords = Set(capitals.filter { !$0.hasPrefix(".") })
        .subtracting(words(#/(?m)^ +(?:package )?(?:struct|enum) (\w+)/#))
      members = Set(
        words(
          #/(?m)^  (?!.*\bprivate )(?!fileprivate )(?:@?\w+(?:\(\w+\))? )*(?:func|var|let|struct|enum|class|typealias) `?(\w+)/#
        ))
      let lists = words(#/\b(?:func|var|let|case|for|struct|enum|class|typealias)\s+\(?([\w, ]+)/#)
      declared = Set(
        lists.flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init) }
          + words(#/(\w+):/#))
      used = Set(words(#/\.(\w+)/#) + words(#/(?:^|[^\w.])(\w+)\(/#))
    }
  }

  static let names = sources.map(Names.init)

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  static let isOnLinux: Bool = {
    #if os(Linux)
      true
    #else
      false
    #endif
  }()

  /// Where the modules of this build lie.
  static let modules: URL = {
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    let program = bundle ?? URL(filePath: CommandLine.arguments[0])
    return program.deletingLastPathComponent().appending(path: "Modules")
  }()

  /// Runs a program at the top of the package, and returns what it prints.
  static func run(_ arguments: [String]) throws -> (code: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = root
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }
}
