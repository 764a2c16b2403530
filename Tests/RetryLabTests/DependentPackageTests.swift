import Foundation
import Testing

@Suite("A package that depends on the library")
struct DependentPackageTests {
  /// The folder of this package.
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "dependent", platforms: [.macOS(.v15)],
      dependencies: [.package(name: "RetryLab", path: "\(root.path)")],
      targets: [
        .executableTarget(
          name: "dependent",
          dependencies: [
            .product(name: "Retry", package: "RetryLab"),
            .product(name: "RetryTesting", package: "RetryLab"),
          ])
      ])
    """

  private static let program = """
    import Retry
    import RetryTesting

    enum Trouble: Error { case busy }
    func fetch(_ number: Int) async throws(Trouble) -> Int {
      if number < 3 { throw .busy }
      return number
    }
    let policy = RetryPolicy<Trouble>(attempts: 3, backoff: .constant(.seconds(3600)))
    let clock = VirtualClock()
    let number = try clock.run { try await policy.run(clock: clock) { try await fetch($0.number) } }
    print(number, clock.now.time)
    """

  @Test("it is built without a word about libedit, and its tests take no time")
  func builds() throws {
    let folder = try Scratch.folder()
    let sources = folder.appending(path: "Sources/dependent")
    let tools = folder.appending(path: "tools")
    for place in [sources, tools] {
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    }
    try Self.manifest.write(
      to: folder.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
    try Self.program.write(
      to: sources.appending(path: "main.swift"), atomically: true, encoding: .utf8)
    // A machine without libedit: whatever is asked for is not installed.
    let asked = tools.appending(path: "pkg-config")
    try "#!/bin/sh\nexit 1\n".write(to: asked, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: asked.path)
    let known = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let run = try Program.shell(
      "cd '\(folder.path)' && HOME=$PWD PATH='\(tools.path):\(known)' exec swift run 2>&1", [])
    #expect(run.code == 0, "\(run.output)")
    #expect(run.output.hasSuffix("3 7200.0 seconds\n"), "\(run.output)")
    #expect(!run.output.contains("warning"), "\(run.output)")
  }
}
