// swift-tools-version: 6.2
import PackageDescription

// Each target is a layer, and imports only go down. Read from top to bottom, this is the architecture.

/// What every target of the package is compiled with.
let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

/// What the loops for wide vectors are compiled with besides; no product of the package needs it.
#if arch(x86_64)
  let wide: [SwiftSetting] = [.unsafeFlags(["-Xcc", "-march=x86-64-v3"])]
  let widest: [SwiftSetting] = [
    .unsafeFlags(["-Xcc", "-march=x86-64-v4", "-Xcc", "-mprefer-vector-width=512"]),
    .define("EIGHT_WORDS"),
  ]
#else
  let wide: [SwiftSetting] = []
  let widest: [SwiftSetting] = []
#endif

/// Whether each module is compiled once, as `.ci/run` does for the tests.
let isBuiltOnce = Context.environment["WHOLE"] != nil

/// Compiles a module as a whole: its code is faster, but each change builds all of it again.
///
/// With the propagation of copies, this compiler stops at `Machine.init`.
let whole =
  isBuiltOnce
  ? ["-wmo", "-num-threads", "2", "-Xfrontend", "-enable-copy-propagation=false"] : []

/// What layers are compiled with that draw, simulate, count and read: the tests run millions of calls, with assertions.
///
/// Who runs few calls can do without, and builds them in a third of the time.
let quick: [SwiftSetting] =
  Context.environment["UNOPTIMIZED"] != nil
  ? []
  : [.unsafeFlags(["-O", "-assert-config", "Debug"] + whole, .when(configuration: .debug))]

/// What the layers are compiled with that other programs import, and step through in their debug builds.
///
/// `.ci/run` tests them optimized, as a release build has them.
let imported = isBuiltOnce ? quick : []

/// What simulates and measures does not check in release that accesses to a property never overlap, which takes a
/// seventh of the time of a retry; debug builds do.
let hot: [SwiftSetting] =
  quick + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]

/// Whether the program is built to be handed on: `Sources/Packages`.
let packaged = Context.environment["PACKAGED"] != nil

/// What layers are compiled with whose code runs once for an entry.
///
/// Optimized, they take half of a release build, and an entry is 0.1 ms faster. The fuzzers run millions of entries.
let once: [SwiftSetting] =
  Context.environment["FUZZ"] != nil
  ? []
  : packaged
    ? [.unsafeFlags(["-Osize"], .when(configuration: .release))]
    : [.unsafeFlags(["-Onone", "-assert-config", "Release"], .when(configuration: .release))]

/// The privacy manifest for reading the metadata of files; elsewhere a bundle of resources would import Foundation.
#if os(macOS)
  let privacy: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
#else
  let privacy: [Resource] = []
#endif

/// Makes a layer, which may import just the layers named.
func layer(
  _ name: String, on lower: [Target.Dependency] = [], _ more: [SwiftSetting] = [],
  besides: [String] = [], resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: lower, exclude: besides, resources: resources,
    swiftSettings: strict + more)
}

/// Names the product of another package, which is needed where the trait of its name is on.
func telemetry(_ name: String, of package: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: [name]))
}

/// Makes a program.
func program(_ name: String, on lower: [Target.Dependency] = []) -> Target {
  .executableTarget(
    name: name, dependencies: lower,
    swiftSettings: strict + (packaged ? [.define("PACKAGED")] : []))
}

/// Makes the tests of a layer.
func tests(
  of name: String, and others: [Target.Dependency] = [], data: [String] = []
) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.byName(name: name)] + others, exclude: data,
    swiftSettings: strict)
}

let package = Package(
  name: "RetryLab",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Retry", targets: ["Retry"]),
    .library(name: "RetryCoding", targets: ["RetryCoding"]),
    .library(name: "RetryTelemetry", targets: ["RetryTelemetry"]),
    .library(name: "RetrySystems", targets: ["RetrySystems"]),
    .library(name: "RetryFoundation", targets: ["RetryFoundation"]),
    .library(name: "RetryHTTP", targets: ["RetryHTTP"]),
    .library(name: "RetryFaults", targets: ["RetryFaults"]),
    .library(name: "RetryTesting", targets: ["RetryTesting"]),
    .executable(name: "retrylab", targets: ["retrylab"]),
    // For the tests alone, which have the program load it.
    .library(name: "FailingCalls", type: .dynamic, targets: ["FailingCalls"]),
  ],
  // What a dependent turns on, so that nothing is fetched for those who do not.
  traits: [
    .trait(name: "Logging", description: "logs with swift-log"),
    .trait(name: "Metrics", description: "counts with swift-metrics"),
    .trait(name: "Tracing", description: "makes spans with swift-distributed-tracing"),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-log.git", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-metrics.git", from: "2.4.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.1.0"),
  ],
  targets: [
    program(
      "retrylab",
      on: [
        "Workbench", "LineEditor", "Files", "Report", "TextLayout", "RetryLanguage", "Simulation",
        "RetryNumerics", "BuiltInScenarios", "Listening", "HTTPServer", "Conformance", "Fitting",
        "MeasuredData", "Measurement", "Editing",
      ]),
    // The scenarios as parts of the program.
    layer("BuiltInScenarios", on: ["CScenarios", "RetryLanguage"]),
    .target(name: "CScenarios"),

    layer("LineEditor", on: ["CEditline", "Files", "TextLayout"]),
    // Without `pkgConfig`, since who depends on the library alone would be told to install libedit.
    .systemLibrary(name: "CEditline"),

    // The language in editors, and as tools of assistants.
    layer(
      "Editing",
      on: [
        "Workbench", "Report", "RetryLanguage", "TextLayout", "Conformance", "Simulation",
        "RetryNumerics",
      ],
      once),
    layer(
      "Workbench",
      on: [
        "PolicyFiles", "Documents", "RetryLanguage", "Report", "Pictures", "TextLayout",
        "Conformance", "Tuning", "Measurement", "Simulation", "Retry", "VirtualTime",
        "RetryNumerics",
      ], once),
    layer(
      "PolicyFiles",
      on: [
        "Documents", "TextLayout", "RetryLanguage", "Simulation", "RetryCoding", "Retry",
        "RetryNumerics",
      ], quick + once),
    layer(
      "RetryLanguage",
      on: ["Tuning", "Measurement", "Simulation", "Retry", "VirtualTime", "RetryNumerics"], quick),
    layer(
      "Report",
      on: [
        "Pictures", "TextLayout", "Conformance", "Tuning", "Measurement", "Simulation", "Retry",
        "VirtualTime",
        "RetryNumerics",
      ]),
    layer("Pictures", on: ["RetryNumerics", "TextLayout"]),
    // The search for a policy, which knows of measurements and nothing of the language.
    layer("Tuning", on: ["Measurement", "Simulation", "VirtualTime", "RetryNumerics"], quick),
    layer(
      "Measurement",
      on: [
        "WidestLanes", "WideLanes", "PlainLanes", "Lanes", "CProcessor", "Simulation", "Retry",
        "VirtualTime",
        "RetryNumerics",
      ], hot),
    // One source of loops three times, by links: for any processor, and for vectors of four words and of eight.
    .target(
      name: "WidestLanes", dependencies: ["Lanes", "CProcessor"],
      swiftSettings: strict + widest + quick),
    layer("PlainLanes", on: ["Lanes"], quick),
    .target(name: "WideLanes", dependencies: ["Lanes"], swiftSettings: strict + wide + quick),
    layer("Lanes", on: ["VirtualTime", "RetryNumerics"], quick),
    .systemLibrary(name: "CProcessor"),
    layer(
      "Simulation", on: ["CProcessor", "Retry", "VirtualTime", "RetryNumerics"], hot,
      besides: ["Unsafe/README.md"]),
    layer("VirtualTime", on: ["RetryNumerics"], quick),
    // On its own, since Foundation takes time to load: who imports only `Retry` does not pay for it.
    layer(
      "RetryFoundation", on: ["RetrySystems", "RetryNumerics", "Files"],
      besides: privacy.isEmpty ? ["PrivacyInfo.xcprivacy"] : [], resources: privacy),
    // On its own, since no linker strips the coding of a type that a program never decodes.
    layer("RetryCoding", on: ["Retry", "RetryNumerics"], imported),
    // On its own as well, since Foundation's networking loads an HTTP client.
    layer("RetryHTTP", on: ["Retry", "RetryNumerics"]),
    // Logs, metrics and spans, each where its trait is on.
    layer(
      "RetryTelemetry",
      on: [
        "Retry", telemetry("Logging", of: "swift-log"), telemetry("Metrics", of: "swift-metrics"),
        telemetry("Tracing", of: "swift-distributed-tracing"),
      ]),
    // Public alone: it makes the virtual time of the simulation the clock of other people's tests.
    layer("RetryTesting", on: ["Retry", "VirtualTime", "RetryNumerics"]),
    // What the laboratory simulates, as faults of real code.
    layer(
      "RetryFaults",
      on: ["RetryLanguage", "Simulation", "Retry", "Files", "VirtualTime", "RetryNumerics"]),
    // Bytes, ends of connections and their times as the caller decides them, which no library leaves to it.
    layer("HTTPServer", on: ["CEvents", "VirtualTime", "RetryNumerics"], quick),
    // What the system reports of many sockets at once, which Swift's own module leaves out.
    .systemLibrary(name: "CEvents"),
    // The operations of a scenario in front of real clients.
    layer(
      "Listening", on: ["HTTPServer", "Conformance", "Simulation", "VirtualTime", "RetryNumerics"],
      quick),
    // What a server sees of a client beside what its policy would do.
    layer("Conformance", on: ["Simulation", "Retry", "VirtualTime", "RetryNumerics"], quick),
    // The systems that articles describe, on the policies of the library.
    layer("RetrySystems", on: ["Retry", "RetryNumerics"]),
    layer("Documents", on: ["CYaml", "TextLayout"], quick),
    // From measured data to text of the language: a model that is fitted, and what it was fitted to.
    layer(
      "Fitting",
      on: [
        "MeasuredData", "Measurement", "Pictures", "Simulation", "TextLayout", "VirtualTime",
        "RetryNumerics",
      ],
      quick),
    // Logs and histograms of any origin as requests, whose bytes the caller has read.
    layer("MeasuredData", on: ["RetryNumerics", "TextLayout"], quick),
    // Without `pkgConfig`, as libedit.
    .systemLibrary(name: "CYaml"),
    layer("Files"),
    layer("TextLayout", quick),
    layer("Retry", on: ["RetryNumerics"], imported),
    layer("RetryNumerics", imported),

    .testTarget(
      name: "RetryLabTests",
      dependencies: [
        "retrylab", "BuiltInScenarios", "LineEditor", "TextLayout", "ReadingSupport",
        "ProgramSupport", "Workbench",
        "PolicyFiles",
        "RetryLanguage", "Simulation", "Retry", "RetryNumerics",
      ],
      exclude: ["client.py", "reports.py", "browser.py", "Differential", "StandIns", "Golden"],
      swiftSettings: strict),
    .target(
      name: "FailingCalls", path: "Tests/FailingCalls", linkerSettings: [.linkedLibrary("dl")]),
    tests(of: "LineEditor", and: ["TextLayout", "Files"]),
    tests(of: "Documents", and: ["TextLayout"]),
    tests(
      of: "PolicyFiles",
      and: [
        "Documents", "TextLayout", "RetryLanguage", "Simulation", "RetryCoding", "Retry",
        "VirtualTime", "RetryNumerics",
      ]),
    tests(
      of: "Conformance",
      and: ["RetryLanguage", "Simulation", "Retry", "VirtualTime", "RetryNumerics"]),
    tests(of: "HTTPServer", and: ["ServingSupport", "RetryNumerics"]),
    tests(
      of: "Listening",
      and: [
        "ServingSupport", "HTTPServer", "Conformance", "RetryHTTP", "Retry", "Simulation",
        "VirtualTime",
        "RetryNumerics",
      ]),
    .target(
      name: "ServingSupport", dependencies: ["HTTPServer", "RetryNumerics"],
      path: "Tests/ServingSupport", swiftSettings: strict),
    tests(of: "Files"),
    tests(of: "MeasuredData", and: ["RetryNumerics"]),
    tests(
      of: "Fitting",
      and: [
        "MeasuredData", "Measurement", "Pictures", "Retry", "RetryLanguage", "Simulation",
        "TextLayout", "VirtualTime", "RetryNumerics",
      ]),
    tests(of: "TextLayout"),
    tests(
      of: "Workbench",
      and: [
        "Conformance", "ReadingSupport", "ProgramSupport", "Report", "TextLayout", "RetryLanguage",
        "Measurement",
        "Simulation",
        "VirtualTime", "RetryNumerics",
      ],
      data: ["Golden", "Corpus"]),
    tests(
      of: "Editing",
      and: [
        "Workbench", "Report", "RetryLanguage", "TextLayout", "Simulation", "RetryNumerics",
      ]),
    tests(
      of: "RetryLanguage",
      and: [
        "ReadingSupport", "RetryFoundation", "RetrySystems", "Simulation", "Retry", "VirtualTime",
        "RetryNumerics",
      ]),
    .target(
      name: "ReadingSupport", dependencies: ["RetryLanguage", "RetryNumerics"],
      path: "Tests/ReadingSupport", swiftSettings: strict),
    .target(
      name: "ProgramSupport",
      dependencies: [
        "ReadingSupport", "Workbench", "RetryLanguage", "Measurement", "Simulation", "VirtualTime",
        "RetryNumerics",
      ],
      path: "Tests/ProgramSupport", swiftSettings: strict),
    tests(
      of: "Report",
      and: [
        "Pictures", "TextLayout", "Measurement", "Simulation", "Retry", "VirtualTime",
        "RetryNumerics",
      ]),
    tests(of: "Pictures", and: ["TextLayout"]),
    tests(
      of: "Measurement",
      and: ["PlainLanes", "Lanes", "Simulation", "Retry", "VirtualTime", "RetryNumerics"]),
    tests(of: "Tuning", and: ["Measurement", "Simulation", "VirtualTime"]),
    tests(of: "Simulation", and: ["Retry", "VirtualTime", "RetryNumerics"]),
    tests(of: "VirtualTime", and: ["RetryNumerics"]),
    tests(of: "Retry", and: ["RetryCoding", "RetrySystems", "VirtualTime", "RetryNumerics"]),
    tests(of: "RetryTesting", and: ["Retry"]),
    tests(of: "RetryFoundation", and: ["RetrySystems", "Retry", "VirtualTime", "RetryNumerics"]),
    tests(
      of: "RetryFaults",
      and: ["RetryLanguage", "Simulation", "Retry", "VirtualTime", "RetryNumerics"]),
    tests(of: "RetryHTTP", and: ["Retry", "VirtualTime"], data: ["server.py"]),
    tests(of: "RetryNumerics"),
    .executableTarget(
      name: "retrylab-bench",
      dependencies: [
        "Listening", "HTTPServer", "Conformance", "RetryLanguage", "Tuning", "Measurement",
        "Simulation", "Retry",
        "VirtualTime", "RetryNumerics", "CAllocations",
      ],
      path: "Tests/Benchmarks", swiftSettings: strict),
    .target(name: "CAllocations", path: "Tests/CAllocations"),
    .testTarget(
      name: "TidyTests",
      dependencies: [
        "Retry", "RetryCoding", "RetrySystems", "RetryFoundation", "RetryHTTP", "RetryFaults",
        "RetryTesting",
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// A sanitizer sees only what it is for, which is built apart: `.ci/run`.
let sanitized = [
  "thread": [
    "Retry", "RetryCoding", "RetrySystems", "RetryFoundation", "RetryHTTP", "RetryTesting",
    "RetryNumerics", "VirtualTime", "Files", "RetryTests", "RetryFoundationTests",
  ],
  "address": [
    "Measurement", "WidestLanes", "WideLanes", "PlainLanes", "Lanes", "CProcessor", "Simulation",
    "Retry", "VirtualTime", "RetryNumerics", "MeasurementTests", "SimulationTests",
  ],
]
if let parts = Context.environment["SANITIZE"].map({ sanitized[$0, default: []] }) {
  package.targets.removeAll { !parts.contains($0.name) }
  package.products.removeAll { !parts.contains($0.name) }
  // What no target names any more would be fetched whatever the traits are.
  package.dependencies.removeAll()
}

// The thread sanitizer is told of the locks that it cannot see into.
if Context.environment["SANITIZE"] == "thread" {
  package.targets.append(.systemLibrary(name: "CThreadSanitizer"))
  for target in package.targets where target.name == "RetryNumerics" {
    target.dependencies.append("CThreadSanitizer")
    target.swiftSettings?.append(.define("SANITIZE_THREAD"))
  }
}

// In release, only the tests with committed digests are built, from the files that they need: `.ci/run`.
if Context.environment["DIGESTS"] != nil {
  let digests = [
    "VirtualTimeTests": ["GoldenTests.swift", "Sampled.swift"],
    "SimulationTests": ["Engine/GoldenTests.swift", "Support"],
    "WorkbenchTests": [
      "GoldenScript.swift", "GoldenScriptTests.swift", "Scenarios/StoredScenario.swift",
      "ScriptHost+Test.swift",
    ],
  ]
  package.targets.removeAll {
    $0.type == .test && digests[$0.name] == nil || $0.name == "retrylab-bench"
  }
  for target in package.targets where target.type == .test {
    target.sources = digests[target.name]
  }
}

// The fuzzer needs every layer instrumented, so it is built apart, as CONTRIBUTING.md tells.
if Context.environment["FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "retrylab-fuzz", dependencies: ["Workbench", "RetryLanguage", "Simulation"],
      path: "Tests/Fuzzing/Sessions", swiftSettings: strict))
  package.targets.append(
    .executableTarget(
      name: "retrylab-fuzz-requests", dependencies: ["HTTPServer", "RetryNumerics"],
      path: "Tests/Fuzzing/Requests", swiftSettings: strict))
  package.targets.append(
    .executableTarget(
      name: "retrylab-programs", dependencies: ["ProgramSupport", "Workbench", "RetryLanguage"],
      path: "Tests/Programs", swiftSettings: strict))
}

// The mutation run reads sources with the toolchain's own parser, in the folder that is named: see CONTRIBUTING.md.
if let toolchain = Context.environment["MUTATE"] {
  let host = "\(toolchain)/lib/swift/host"
  package.targets.append(
    .executableTarget(
      name: "retrylab-mutate", path: "Tests/Mutation", exclude: ["equivalent.txt"],
      swiftSettings: strict + [.unsafeFlags(["-I", host])],
      linkerSettings: [.unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host])]))
}

// The stress program runs random pipelines on the real clock, also under the thread sanitizer: see CONTRIBUTING.md.
if Context.environment["STRESS"] != nil {
  package.targets.append(
    .executableTarget(
      name: "retrylab-stress", dependencies: ["RetrySystems", "Retry", "RetryNumerics"],
      path: "Tests/Stress", swiftSettings: strict))
}
