import RetryLanguage
import Simulation
import TextLayout
import VirtualTime

/// A setting of a session.
enum Setting: String, CaseIterable {
  case seed, draws, dialect, events, depth, rows, memory, width, threads, engine, timing, hints,
    type, charts

  var meaning: String {
    switch self {
    case .seed: "the seed of all random draws"
    case .draws:
      "random, or the draw that stands for all others, of failures too, as in published tables"
    case .dialect: "what the 3 in retry(3) counts: attempts (rxswift) or retries (combine)"
    case .events: "the most events of a call"
    case .depth: "the deepest nesting of operators"
    case .rows: "the most rows of a sweep or a comparison"
    case .memory: "the most megabytes that results take"
    case .width: "the columns of the output"
    case .threads: "the threads for many calls: auto or a number"
    case .engine: "auto, or general to avoid the fast path"
    case .timing: "whether to show how long each command takes: on or off"
    case .hints: "whether to help while an entry is typed: on or off"
    case .type: "letters of plays or images, height of charts: normal, or big for a projector"
    case .charts: "the characters of pictures, or words for who does not see them"
    }
  }

  var changesResults: Bool {
    switch self {
    case .seed, .draws, .dialect, .events, .depth, .memory: true
    case .rows, .width, .threads, .engine, .timing, .hints, .type, .charts: false
    }
  }

  /// A description of its valid values.
  var choices: String {
    switch self {
    case .seed: "an integer of at least 0"
    case .draws: "random, 0, 0.5 or 1"
    case .dialect: "rxswift or combine"
    case .events: "an integer from 1 to 100000000"
    case .depth: "an integer from 1 to \(Limits.mostDepth)"
    case .rows: "an integer from 1 to 100000"
    case .memory: "an integer from 16 to \(Limits.mostMemory)"
    case .width: "an integer from 40 to 1000"
    case .threads: "auto, or an integer from 1 to 256"
    case .engine: "auto or general"
    case .timing, .hints: "on or off"
    case .type: "normal or big"
    case .charts: "braille, blocks, ascii or words"
    }
  }

  /// Returns its value as source text.
  func value(in settings: Settings) -> String {
    switch self {
    case .seed: "\(settings.seed)"
    case .draws: settings.draws?.name ?? "random"
    case .dialect: settings.dialect.rawValue
    case .events: "\(settings.limits.events)"
    case .depth: "\(settings.limits.depth)"
    case .rows: "\(settings.limits.rows)"
    case .memory: "\(settings.limits.memory)"
    case .width: "\(settings.width)"
    case .threads: settings.threads.map(String.init) ?? "auto"
    case .engine: settings.usesEngineOnly ? "general" : "auto"
    case .timing: settings.isTimed ? "on" : "off"
    case .hints: settings.isHinted ? "on" : "off"
    case .type: settings.isBig ? "big" : "normal"
    case .charts: settings.charts.rawValue
    }
  }

  /// Sets its value and origin; returns whether the value is valid.
  func set(_ word: String, in settings: inout Settings, from origin: String) -> Bool {
    let number = Int(word)
    switch (self, number) {
    case (.seed, _):
      guard let seed = Int64(word), seed >= 0 else { return false }
      settings.seed = UInt64(seed)
    case (.events, let number?) where (1...100_000_000).contains(number):
      settings.limits.events = number
    case (.depth, let number?) where (1...Limits.mostDepth).contains(number):
      settings.limits.depth = number
    case (.rows, let number?) where (1...100_000).contains(number): settings.limits.rows = number
    case (.memory, let number?) where (16...Limits.mostMemory).contains(number):
      settings.limits.memory = number
    case (.width, let number?) where (40...1000).contains(number):
      settings.width = number
    case (.threads, let number?) where (1...256).contains(number): settings.threads = number
    case (.threads, _) where word == "auto": settings.threads = nil
    case (.engine, _) where word == "auto" || word == "general":
      settings.usesEngineOnly = word == "general"
    case (.timing, _) where word == "on" || word == "off": settings.isTimed = word == "on"
    case (.hints, _) where word == "on" || word == "off": settings.isHinted = word == "on"
    case (.type, _) where word == "normal" || word == "big": settings.isBig = word == "big"
    case (.charts, _):
      guard let charts = Style.Charts(rawValue: word) else { return false }
      settings.charts = charts
    case (.draws, _):
      let draw = PinnedDraw.allCases.first { $0.name == word }
      guard draw != nil || word == "random" else { return false }
      settings.draws = draw
    case (.dialect, _):
      guard let dialect = Dialect(rawValue: word) else { return false }
      settings.dialect = dialect
    default: return false
    }
    settings.origins[rawValue] = origin
    return true
  }
}

extension Settings {
  var list: [SettingValue] {
    Setting.allCases.map { setting in
      SettingValue(
        name: setting.rawValue, value: setting.value(in: self),
        origin: origins[setting.rawValue, default: "default"], meaning: setting.meaning)
    }
  }
}

/// A setting with its current value.
package struct SettingValue: Sendable {
  /// The name of the setting.
  package let name: String
  /// Its value as source text.
  package let value: String
  /// The origin of the value.
  package let origin: String
  /// A description of the setting.
  package let meaning: String
}
