package import RetryLanguage
package import Simulation
package import TextLayout
package import VirtualTime

/// The settings of a session.
package struct Settings: Sendable {
  /// The seed of all random draws.
  package var seed: UInt64 = 42
  /// The draw that stands for all others, if one does.
  package var draws: PinnedDraw?
  /// The meaning of a bare number in `retry`.
  package var dialect = Dialect.rxswift
  /// The limits of each call.
  package var limits = Limits()
  /// The width of the output in columns.
  package var width = 80
  /// Whether the duration of each command is reported.
  package var isTimed = false
  /// Whether an entry is helped with while it is typed.
  package var isHinted = true
  /// Whether a play is shown in big letters.
  package var isBig = false
  /// The rows of the screen, if a person sees one: what is longer is shortened to what decides.
  package var screenRows: Int?
  /// What pictures are drawn in.
  package var charts = Style.Charts.braille

  /// The number of threads for many calls; `nil` means one per core.
  package var threads: Int?
  /// Whether the engine runs every call, even if there is a faster path.
  package var usesEngineOnly = false

  /// The origins of values that differ from the defaults, by setting.
  package var origins: [String: String] = [:]

  /// The seed of what is run, which holds the pinned draw.
  var runSeed: UInt64 { pinned(seed) }

  func pinned(_ seed: UInt64) -> UInt64 { draws?.pinning(seed) ?? seed }

  /// Creates the default settings.
  package init() {}

  /// Returns them with what other settings know of the screen, and of the person in front of it.
  func onScreen(of other: Settings) -> Settings {
    var settings = self
    (settings.width, settings.screenRows) = (other.width, other.screenRows)
    (settings.charts, settings.isBig) = (other.charts, other.isBig)
    settings.isHinted = other.isHinted
    return settings
  }
}

extension Checker {
  /// Creates a checker with the definitions and settings of a session.
  init(
    _ source: SourceText, _ definitions: [String: Definition], _ settings: Settings,
    _ host: ScriptHost
  ) {
    self.init(
      source, definitions: definitions, dialect: settings.dialect, limits: settings.limits,
      host: host)
  }
}
