package import RetryLanguage
package import Simulation

/// What a session keeps besides its definitions.
package struct Settings: Sendable {
  /// The seed of all chance.
  package var seed: UInt64 = 42
  /// How a bare number behind `retry` is counted.
  package var dialect = Dialect.rxswift
  /// The bounds on each call.
  package var limits = Limits()
  /// The the columns of the output.
  package var width = 80
  /// Whether each command says how long it took.
  package var isTimed = false

  /// The number of threads that many calls are run on; `nil` is one for each core.
  package var threads: Int?
  /// Whether the engine runs every call, also where there is a faster way.
  package var usesEngineOnly = false

  /// Where the values came from that are not the usual ones, by the names of the settings.
  package var origins: [String: String] = [:]

  /// Creates the usual settings.
  package init() {}
}

extension Checker {
  /// Creates the checker of a session, over what is defined there.
  init(
    _ source: SourceText, _ definitions: [String: Definition], _ settings: Settings,
    _ host: ScriptHost
  ) {
    self.init(
      source, definitions: definitions, dialect: settings.dialect, limits: settings.limits,
      host: host)
  }
}
