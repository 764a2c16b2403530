// swift-tools-version: 6.2
import PackageDescription

/// RetryLab as a stranger names it: the checkout around this folder, or a tag of a clone.
///
/// By its path it needs the name, since the folder of a checkout may be called anything.
let retryLab: Package.Dependency =
  if let clone = Context.environment["RETRYLAB_URL"] {
    .package(url: clone, exact: "0.2.0")
  } else {
    .package(name: "RetryLab", path: "../..")
  }

/// What the clients are compiled with: Swift 6 in its plain mode, or in the approachable one.
let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  + (Context.environment["CONCURRENCY"] != "approachable"
    ? []
    : [
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .enableUpcomingFeature("InferIsolatedConformances"),
    ])
  + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

let package = Package(
  name: "Clients",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [retryLab],
  targets: [
    .target(
      name: "Clients",
      dependencies: [
        .product(name: "Retry", package: "RetryLab"),
        .product(name: "RetryCoding", package: "RetryLab"),
        .product(name: "RetrySystems", package: "RetryLab"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ClientsTests",
      dependencies: [
        "Clients",
        .product(name: "Retry", package: "RetryLab"),
        .product(name: "RetryTesting", package: "RetryLab"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// The thread sanitizer is told of the locks that it cannot see into, as in the library.
if Context.environment["SANITIZE"] == "thread" {
  package.targets.append(.systemLibrary(name: "CTsan"))
  for target in package.targets where target.name == "Clients" {
    target.dependencies.append("CTsan")
    target.swiftSettings?.append(.define("SANITIZE_THREAD"))
  }
}
