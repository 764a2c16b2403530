import RetryLanguage
import Simulation

extension Command {
  static let seed = Command(
    "seed", .optionalExpression, of: .int,
    role: .setting { written in
      guard let subject = written.subjects.first else { return nil }
      return (.seed, Formatter().text(subject))
    },
    "shows or sets the seed of all random draws",
    example: "seed 7"
  ) { (workspace: inout Workspace, call) throws(Diagnostic) in
    guard case .int(let value)? = call.subjects.first?.item.plain else {
      workspace.emit(
        .listedSettings(workspace.settings.list.filter { $0.name == Setting.seed.rawValue }))
      return .ready
    }
    guard value >= 0 else {
      throw Diagnostic(.impossibleValue, "the seed must not be negative", at: call.range)
    }
    workspace.set(.seed, to: "\(value)")
    workspace.emit(.note("seed \(value)"))
    return .ready
  }

  static let dialect = Command(
    "dialect", .words,
    role: .setting { $0.words.first.map { (.dialect, $0.text) } },
    "shows or sets what the number in retry(3) counts: attempts (rxswift) or retries (combine)",
    example: "dialect combine",
    words: { workspace, typed in
      typed.before.isEmpty ? Setting.dialect.values(workspace.settings) : []
    }
  ) { (workspace: inout Workspace, call) throws(Diagnostic) in
    if let first = call.words.first, let last = call.words.last {
      let name = call.words.map(\.text).joined(separator: " ")
      guard let dialect = Dialect(rawValue: name) else {
        let names = Dialect.allCases.map(\.rawValue)
        let nearest = Suggestion.nearest(to: name, among: names)
        throw Diagnostic(
          .unknownName, "unknown dialect '\(name)'",
          at: first.range.lowerBound..<last.range.upperBound,
          fixIt: nearest.map(Diagnostic.FixIt.replacement) ?? .advice("rxswift or combine"))
      }
      workspace.set(.dialect, to: dialect.rawValue)
    }
    let counts =
      workspace.settings.dialect == .rxswift ? "3 attempts in all" : "3 retries, so 4 attempts"
    workspace.emit(
      .note("dialect \(workspace.settings.dialect.rawValue): retry(3) makes \(counts)"))
    return .ready
  }

  static let set = Command(
    "set", .words,
    role: .setting { written in
      guard written.words.count == 2 else { return nil }
      return Setting(rawValue: written.words[0].text).map { ($0, written.words[1].text) }
    },
    "lists the settings with their values and origins, or changes one",
    example: "set events 1000",
    words: { workspace, typed in
      switch typed.before.count {
      case 0:
        Setting.allCases.map { Proposals.Word($0.rawValue, text: "\($0.rawValue) ", $0.meaning) }
      case 1: Setting(rawValue: typed.before[0])?.values(workspace.settings) ?? []
      default: []
      }
    }
  ) { (workspace: inout Workspace, call) throws(Diagnostic) in
    guard let name = call.words.first else {
      workspace.emit(.listedSettings(workspace.settings.list))
      return .ready
    }
    guard let setting = Setting(rawValue: name.text) else {
      let names = Setting.allCases.map(\.rawValue)
      throw Diagnostic(
        .unknownName, "unknown setting '\(name.text)'", at: name.range,
        fixIt: Suggestion.nearest(to: name.text, among: names).map(Diagnostic.FixIt.replacement)
          ?? .advice(names.joined(separator: ", ")))
    }
    let value = call.words.dropFirst().map(\.text).joined(separator: " ")
    var settings = workspace.settings
    guard setting.set(value, in: &settings, from: workspace.origin) else {
      let bare = String(value.drop { $0 == "=" || $0 == " " })
      throw Diagnostic(
        .impossibleValue, "'\(name.text)' takes \(setting.choices)",
        at: call.words.dropFirst().first?.range ?? name.range,
        fixIt: value.hasPrefix("=") ? .advice("write 'set \(name.text) \(bare)'") : nil)
    }
    workspace.change { $0.set(settings) }
    workspace.emit(.note("\(name.text) \(value)"))
    return .ready
  }

  static let timing = Command(
    "timing", .none, "turns timing of commands on or off", example: "timing"
  ) { (workspace: inout Workspace, _) throws(Diagnostic) in
    let word = workspace.settings.isTimed ? "off" : "on"
    _ = Setting.timing.set(word, in: &workspace.settings, from: workspace.origin)
    workspace.emit(.note("timing \(workspace.settings.isTimed ? "on" : "off")"))
    return .ready
  }
}

extension Workspace {
  /// Changes one setting to a valid value.
  fileprivate mutating func set(_ setting: Setting, to value: String) {
    var settings = settings
    _ = setting.set(value, in: &settings, from: origin)
    change { $0.set(settings) }
  }
}
