import Foundation

/// A package that cannot be fetched here, with the declarations that the library uses of it.
struct StandIn {
  let package: String
  let module: String

  static let all = [
    StandIn(package: "swift-log", module: "Logging"),
    StandIn(package: "swift-metrics", module: "Metrics"),
    StandIn(package: "swift-distributed-tracing", module: "Tracing"),
  ]

  private var address: String { "https://github.com/apple/\(package).git" }

  /// What a manifest calls its product.
  var product: String { ".product(name: \"\(module)\", package: \"\(package)\")" }

  /// What a manifest calls the package.
  var dependency: String { ".package(url: \"\(address)\", \"1.0.0\"..<\"3.0.0\")" }

  /// Writes all of them beside a package, which takes each for the one of its address.
  static func write(to folder: URL) throws {
    for standIn in all { try standIn.write(to: folder.appending(path: "packages")) }
    let mirrors = all.map { standIn in
      let mirror = folder.appending(path: "packages/\(standIn.package)").absoluteString
      return "{\"original\": \"\(standIn.address)\", \"mirror\": \"\(mirror)\"}"
    }.joined(separator: ", ")
    let configuration = folder.appending(path: ".swiftpm/configuration")
    try FileManager.default.createDirectory(at: configuration, withIntermediateDirectories: true)
    try "{\"version\": 1, \"object\": [\(mirrors)]}".write(
      to: configuration.appending(path: "mirrors.json"), atomically: true, encoding: .utf8)
  }

  /// Writes the package into a repository that has versions.
  private func write(to folder: URL) throws {
    let place = folder.appending(path: package)
    let sources = place.appending(path: "Sources")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Program.root.appending(path: "Tests/RetryLabTests/StandIns/\(module)"),
      to: sources.appending(path: module))
    let manifest = """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "\(package)", platforms: [.macOS(.v15)],
        products: [.library(name: "\(module)", targets: ["\(module)"])],
        targets: [.target(name: "\(module)")])
      """
    try manifest.write(
      to: place.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
    let commit = try Program.shell(
      """
      cd '\(place.path)' && export HOME=$PWD && git init --quiet && git add . \
        && git -c user.name=a -c user.email=a@b commit --quiet -m a \
        && git tag 1.99.0 && git tag 2.99.0
      """, [])
    guard commit.code == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
