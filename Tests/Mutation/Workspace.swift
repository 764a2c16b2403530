import Foundation

/// A copy of the package, in which the sources hold their mutants.
struct Workspace {
  /// The folder of the copy.
  let folder: String

  /// The sources of all layers, as they are.
  let sources: [Source]

  /// The file in which mutants that are reached are marked.
  var marks: String { folder + ".marks" }

  /// The program that holds all tests.
  var tests: String { folder + "/.build/debug/RetryLabPackageTests.xctest" }

  private let files: [String: Data]

  /// Reads the package in the current folder; its copy will lie in another one.
  init(folder: String) throws {
    self.folder = folder
    let list = folder + ".files"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let here = FileManager.default.currentDirectoryPath
    let end = try Child.run(["git", "ls-files"], in: here, log: list, limits: .init(seconds: 60))
    guard end == .code(0) else { throw Failure("git knows nothing of this folder") }
    let paths = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n")
    var files: [String: Data] = [:]
    for path in paths where !path.hasPrefix("Tests/Mutation/") {
      files[String(path)] = try? Data(contentsOf: URL(filePath: String(path)))
    }
    self.files = files
    sources = files.keys.sorted().filter { $0.hasSuffix(".swift") }.compactMap { path in
      let parts = path.split(separator: "/")
      guard parts[0] == "Sources", let layer = Layer.named(parts[1]) else { return nil }
      return Source(layer: layer.name, path: path, bytes: Array(files[path] ?? Data()))
    }
  }

  /// Writes the copy and builds its tests; returns the mutants without those that do not compile.
  func build(_ mutants: [Mutant]) throws -> [Mutant] {
    let count = mutants.last?.number ?? 0
    var keys = known
    var mutants = mutants.filter { !keys.contains($0.key) }
    for round in 1... {
      let schemata = try write(mutants, count: count)
      let log = folder + ".build.log"
      let limits = Child.Limits(seconds: 7200)
      let end = try Child.run(buildCommand, in: folder, log: log, limits: limits)
      if end == .code(0) {
        try handOver()
        return mutants
      }
      let wrong = try self.wrong(in: log, schemata)
      guard !wrong.isEmpty else { throw Failure("the copy does not build, see \(log)") }
      note("build \(round): \(wrong.count) mutants do not compile: \(wrong.sorted())")
      keys.formUnion(mutants.filter { wrong.contains($0.number) }.map(\.key))
      try JSONEncoder().encode(keys).write(to: URL(filePath: folder + ".wrong"))
      mutants.removeAll { wrong.contains($0.number) }
    }
    return mutants
  }

  /// Gives the copy to the one for whom mutants run.
  private func handOver() throws {
    guard let nobody = Child.nobody else { return }
    let words = ["chown", "-R", "\(nobody):\(nobody)", folder]
    let end = try Child.run(words, in: folder, log: folder + ".own", limits: .init(seconds: 600))
    guard end == .code(0) else { throw Failure("\(folder) cannot be handed over") }
  }

  /// The mutants that did not compile in an earlier run, until the folder is removed.
  private var known: Set<String> {
    let file = try? Data(contentsOf: URL(filePath: folder + ".wrong"))
    return file.flatMap { try? JSONDecoder().decode(Set<String>.self, from: $0) } ?? []
  }

  private var buildCommand: [String] {
    let flags = ["-gnone", "-Xfrontend", "-solver-expression-time-threshold=30"]
    return ["swift", "build", "--build-tests"] + flags.flatMap { ["-Xswiftc", $0] }
  }

  /// Writes all files of the copy that are not there already.
  private func write(_ mutants: [Mutant], count: Int) throws -> [String: Schema] {
    var files = self.files
    var schemata: [String: Schema] = [:]
    for source in sources {
      let own = mutants.filter { $0.file == source.path }
      guard !own.isEmpty else { continue }
      let schema = Schema(source, mutants: own)
      schemata[source.path] = schema
      files[source.path] = Data(schema.bytes)
    }
    let switchText = Schema.switchText(marks: marks, count: count)
    for layer in Layer.all { files["Sources/\(layer.name)/Switch.swift"] = Data(switchText.utf8) }
    let old = FileManager.default.enumerator(atPath: folder)
    while let path = old?.nextObject() as? String {
      if path == ".build" { old?.skipDescendants() }
      if path.hasSuffix(".swift"), files[path] == nil {
        try FileManager.default.removeItem(atPath: "\(folder)/\(path)")
      }
    }
    for (path, data) in files { try write(data, to: URL(filePath: "\(folder)/\(path)")) }
    return schemata
  }

  private func write(_ data: Data, to file: URL) throws {
    guard (try? Data(contentsOf: file)) != data else { return }
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  /// Returns the mutants that the compiler complains about.
  private func wrong(in log: String, _ schemata: [String: Schema]) throws -> Set<Int> {
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    let wrong = lines.compactMap { line -> Int? in
      let parts = line.split(separator: ":", maxSplits: 4)
      guard parts.count == 5, parts[3] == " error", parts[0].hasPrefix(folder + "/"),
        let line = Int(parts[1]), let column = Int(parts[2])
      else { return nil }
      let schema = schemata[String(parts[0].dropFirst(folder.count + 1))]
      return schema?.mutant(atLine: line, column: column, message: parts[4])
    }
    return Set(wrong)
  }
}

/// Tells who waits how far the run is.
func note(_ text: String) {
  FileHandle.standardError.write(Data((text + "\n").utf8))
}
