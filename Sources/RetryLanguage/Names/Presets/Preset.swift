import Retry
package import RetryNumerics
import Simulation
import VirtualTime

/// A policy as a real library makes it, under the names of the library.
package struct Preset: Sendable {
  /// The name, such as `polly`.
  package let name: String
  /// The library and its language.
  package let library: String
  /// The version that was read.
  package let version: String
  /// The month in which it was read.
  package let read: String
  /// Where it was read: repositories with their files, or pages.
  package let sources: [String]
  /// What its number counts.
  package let counts: String
  /// Where it surprises.
  package let surprises: [String]
  /// What the simulation does otherwise.
  package let departures: [String]
  /// What a number alone counts where its settings are times; `nil` where each time has a unit.
  package let unit: Nanoseconds?
  /// The function that makes the policy.
  package let callable: Callable

  /// Creates a preset from its settings and what they make of them.
  ///
  /// Each preset can be told which errors to retry instead of those of its library.
  // Not specialized for each entry of the tables, as `ParameterBinding.one`.
  @_semantics("optimize.sil.specialize.generic.never")
  init<each Setting: Sendable>(
    _ name: String, of library: String, version: String, read: String = "November 2026",
    sources: [String], counts: String, surprises: [String] = [], departures: [String] = [],
    unit: Nanoseconds? = nil, _ settings: repeat ParameterBinding<each Setting>,
    example: String? = nil,
    policy:
      @escaping @Sendable (CallSite, repeat each Setting) throws(InvalidArgument)
      -> RetryStrategy
  ) {
    (self.name, self.library, self.version, self.read) = (name, library, version, read)
    (self.sources, self.counts) = (sources, counts)
    (self.surprises, self.departures, self.unit) = (surprises, departures, unit)
    let call = example.map { ", \($0)" } ?? ""
    callable = Callable(
      "preset", .key(name), .site,
      .optional("on", .patterns, "the errors to retry, instead of those of the library"),
      repeat each settings,
      gives: .policy, .strategy, "a policy of \(library)",
      example: "op(fails: 50%).retry(preset(\"\(name)\"\(call)))"
    ) {
      (_: Void, site: CallSite, on: [FaultPattern]?, settings: repeat each Setting)
        throws(InvalidArgument) in
      let strategy = try policy(site, repeat each settings)
      guard let on else { return strategy.retrying(on: strategy.filter, of: name) }
      return strategy.retrying(on: FaultFilter(on: on))
    }
  }
}

extension Preset {
  /// All presets, in the order in which they are listed.
  package static let all: [Preset] =
    ofSwift + ofClouds + ofRPC + ofMeshes + ofJVM + ofSpring + ofPython + ofPythonClients + ofDotNet
    + ofGo + ofGoClients + ofNode + ofJavaScript + ofRuby + ofRust + ofHaskell + ofQueues

  /// Returns the preset of a name.
  package static func named(_ name: String) -> Preset? { all.first { $0.name == name } }
}

extension Catalogue {
  /// The policies of real libraries.
  static let presets: [Callable] = Preset.all.map(\.callable)
}
