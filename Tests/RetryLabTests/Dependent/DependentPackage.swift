import Foundation

/// A package that depends on this one, and holds a small program and the articles of the documentation.
struct DependentPackage: Sendable {
  /// How its articles and layers are compiled, by the ending of their modules.
  enum Mode: String, CaseIterable {
    case usual = ""
    case approachable = "Approachable"

    /// The name of the settings in the manifest.
    var settings: String { "\(self)" }
  }

  /// Where it lies.
  private let folder: URL
  /// How its build went.
  let build: Program.Run

  /// The package, built once for all tests.
  static let built: Result<DependentPackage, any Error> = Result { try DependentPackage() }

  /// Writes and builds the package.
  private init() throws {
    folder = try Scratch.folder()
    try Self.write(Self.manifest, to: folder.appending(path: "Package.swift"))
    let program = folder.appending(path: "Sources/dependent/main.swift")
    try Self.write(Self.program, to: program)
    for mode in Mode.allCases {
      for article in Article.all { try Self.write(article, to: folder, in: mode) }
      try Self.write(
        Self.layers, to: folder.appending(path: "Sources/layers\(mode.rawValue)/main.swift"))
    }
    for (index, policy) in ExportedPolicy.all.enumerated() {
      let place = folder.appending(path: "Sources/exported\(index)/Policy.swift")
      try Self.write(try policy.source, to: place)
    }
    try Self.write(
      ExportedPolicy.program, to: folder.appending(path: "Sources/exports/main.swift"))
    try StandIn.write(to: folder)
    // A machine without libedit and libyaml: whatever is asked for is not installed.
    let asked = folder.appending(path: "tools/pkg-config")
    try Self.write("#!/bin/sh\nexit 1\n", to: asked)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: asked.path)
    let known = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    build = try Program.shell(
      "cd '\(folder.path)' && export HOME=$PWD UNOPTIMIZED=1 PATH='\(folder.path)/tools:\(known)'\n"
        + "swift build --build-tests 2>&1", [])
  }

  /// Runs one of its programs.
  func run(_ name: String) throws -> Program.Run {
    try Program.shell("exec '\(folder.path)/.build/debug/\(name)' 2>&1", [])
  }

  /// Returns the names of the libraries that one of its programs loads.
  func libraries(of name: String) throws -> String {
    try Program.shell("exec ldd '\(folder.path)/.build/debug/\(name)'", []).output
  }

  /// Runs its tests.
  func test() throws -> Program.Run {
    let known = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try Program.shell(
      "cd '\(folder.path)' && HOME=$PWD UNOPTIMIZED=1 PATH='\(known)' exec swift test --skip-build 2>&1",
      [])
  }

  /// Writes the program and the tests of an article.
  private static func write(_ article: Article, to folder: URL, in mode: Mode) throws {
    let module = article.module + mode.rawValue
    let sources = folder.appending(path: "Sources/\(module)")
    try write(article.program, to: sources.appending(path: "main.swift"))
    for (index, file) in article.files(areTests: false).enumerated() {
      try write(file, to: sources.appending(path: "File\(index).swift"))
    }
    for (index, file) in article.files(areTests: true).enumerated() {
      let tests = folder.appending(path: "Tests/\(module)Tests")
      try write(file, to: tests.appending(path: "File\(index).swift"))
    }
  }

  /// Writes a file, and makes its folder.
  private static func write(_ text: String, to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  /// The manifest.
  private static var manifest: String {
    let products = [
      "Retry", "RetryCoding", "RetrySystems", "RetryTesting", "RetryHTTP", "RetryFaults",
      "RetryTelemetry",
    ].map {
      ".product(name: \"\($0)\", package: \"RetryLab\")"
    }.joined(separator: ", ")
    let others = StandIn.all.map(\.product).joined(separator: ", ")
    // Each a module of its own, since all have the same names.
    let exported = ExportedPolicy.all.indices.map { "exported\($0)" }
    let targets =
      [".executableTarget(name: \"dependent\", dependencies: [\(products)])"]
      + exported.map { ".target(name: \"\($0)\", dependencies: [\(products)])" }
      + [
        ".executableTarget(name: \"exports\", dependencies: [\(products), \(exported.map { "\"\($0)\"" }.joined(separator: ", "))])"
      ]
      + Mode.allCases.flatMap { mode in
        Article.all.flatMap { article in
          let parts =
            "dependencies: [\(products), \(others)], swiftSettings: quiet + \(mode.settings)"
          let module = article.module + mode.rawValue
          return [".executableTarget(name: \"\(module)\", \(parts))"]
            + (article.files(areTests: true).isEmpty
              ? [] : [".testTarget(name: \"\(module)Tests\", \(parts))"])
        } + [
          ".executableTarget(name: \"layers\(mode.rawValue)\", dependencies: [\(products)], swiftSettings: [.defaultIsolation(MainActor.self)] + \(mode.settings))"
        ]
      }
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      // Examples name values that they do not use.
      let quiet: [SwiftSetting] = [.unsafeFlags(["-suppress-warnings"])]
      let usual: [SwiftSetting] = []
      // What new apps turn on, as far as Swift 6 does not.
      let approachable: [SwiftSetting] = [
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
      ]
      let package = Package(
        name: "dependent", platforms: [.macOS(.v15)],
        dependencies: [
          .package(
            name: "RetryLab", path: "\(Program.root.path)",
            traits: [\(StandIn.all.map { "\"\($0.module)\"" }.joined(separator: ", "))]),
          \(StandIn.all.map(\.dependency).joined(separator: ",\n      "))
        ],
        targets: [
          \(targets.joined(separator: ",\n    "))
        ])
      """
  }

  /// Layers and a filter that a client writes, on its main actor.
  private static let layers = """
    import Retry
    import RetrySystems

    struct Down: Error {}
    nonisolated struct Numbered: InPlaceLayer {
      func runInPlace<Value>(
        _ context: CallContext, isolation: isolated (any Actor)?, operation: LayerOperation<Value>
      ) async throws -> Value {
        var context = context
        context.attempt *= 10
        return try await operation(context)
      }
    }
    nonisolated struct Detached: PipelineLayer {
      let inner = Numbered()
      func run<Value: Sendable>(
        _ context: CallContext, isolation: isolated (any Actor)?,
        operation: @escaping SendableLayerOperation<Value>
      ) async throws -> Value {
        try await inner.run(context, isolation: isolation) { context in
          try await Task.detached { try await operation(context) }.value
        }
      }
    }
    nonisolated struct Spelled: ResponseFilter {
      func apply(response: InnerResponse<Int>) async throws -> String { "\\(try await response())" }
    }
    final class Screen {
      var shown = 0
      func load() async throws -> Int {
        try await Pipeline(Retrying(RetryPolicy<any Error>(attempts: 3)), Numbered()).call {
          context in
          MainActor.assertIsolated()
          shown += 1
          if shown < 3 { throw Down() }
          return context.attempt
        }
      }
    }
    print(try await Screen().load())
    let detached = Pipeline(Retrying(RetryPolicy<any Error>(attempts: 3)), Detached())
    let attempt = try await detached.call { context in
      if context.attempt < 20 { throw Down() }
      return context.attempt
    }
    print(attempt)
    print(try await Spelled().andThen { (text: String) in text.count }.apply(request: "hello"))
    """

  private static let program = """
    import Retry
    import RetryTesting

    enum RequestError: Error { case busy }
    func fetch(_ number: Int) async throws(RequestError) -> Int {
      if number < 3 { throw .busy }
      return number
    }
    let policy = RetryPolicy<RequestError>(attempts: 3, backoff: .constant(.seconds(3600)))
    let clock = VirtualClock()
    let number = try clock.run { try await policy.run(clock: clock) { try await fetch($0.number) } }
    print(number, clock.now.time)
    """
}
