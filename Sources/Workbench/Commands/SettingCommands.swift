import Report
import RetryLanguage
import Simulation

extension Command {
  /// Shows or sets the seed.
  static let seed = Command(
    "seed", .optionalExpression, of: .int, "shows the seed of all chance, or sets it",
    example: "seed 7"
  ) { (session, call) throws(Diagnostic) in
    guard let value = call.subjects.first?.item.plain?.integer else {
      session.say(.result("seed \(session.settings.seed)"))
      return .ready
    }
    guard value >= 0 else {
      throw Diagnostic(.impossibleValue, "a seed must not be negative", at: call.range)
    }
    session.remember()
    session.settings.seed = UInt64(value)
    session.say(.message("seed \(value)"))
    return .ready
  }

  /// Shows or chooses the dialect.
  static let dialect = Command(
    "dialect", .words,
    "shows or chooses how a bare number behind retry is counted: rxswift or combine",
    example: "dialect combine"
  ) { (session, call) throws(Diagnostic) in
    if let word = call.words.first {
      guard let dialect = Dialect(rawValue: word.text) else {
        let names = Dialect.allCases.map(\.rawValue)
        let nearest = Suggestion.nearest(to: word.text, among: names)
        throw Diagnostic(
          .unknownName, "there is no dialect '\(word.text)'", at: word.range,
          mend: nearest.map(Diagnostic.Mend.replacement) ?? .advice("rxswift or combine"))
      }
      session.remember()
      session.settings.dialect = dialect
    }
    let counts =
      session.settings.dialect == .rxswift ? "3 attempts in all" : "3 retries, so 4 attempts"
    session.say(.message("dialect \(session.settings.dialect.rawValue): retry(3) makes \(counts)"))
    return .ready
  }

  /// Shows or changes the settings.
  static let set = Command(
    "set", .words, "lists the settings, or changes one: events, depth, width",
    example: "set events 1000"
  ) { (session, call) throws(Diagnostic) in
    guard let name = call.words.first else {
      session.say(.result(session.settings.list))
      return .ready
    }
    guard let setting = Setting(rawValue: name.text) else {
      let names = Setting.allCases.map(\.rawValue)
      throw Diagnostic(
        .unknownName, "there is no setting '\(name.text)'", at: name.range,
        mend: Suggestion.nearest(to: name.text, among: names).map(Diagnostic.Mend.replacement)
          ?? .advice(names.joined(separator: ", ")))
    }
    guard let value = call.words.dropFirst().first.flatMap({ Int($0.text) }),
      setting.range.contains(value)
    else {
      throw Diagnostic(
        .impossibleValue,
        "'\(name.text)' takes a number from \(setting.range.lowerBound) to \(setting.range.upperBound)",
        at: name.range)
    }
    session.remember()
    setting.apply(value, &session.settings)
    session.say(.message("\(name.text) \(value)"))
    return .ready
  }

  /// Turns timing on or off.
  static let timing = Command(
    "timing", .none, "says after each command how long it took, or no longer", example: "timing"
  ) { (session, _) throws(Diagnostic) in
    session.settings.isTimed.toggle()
    session.say(.message("timing \(session.settings.isTimed ? "on" : "off")"))
    return .ready
  }
}

/// A number that can be set.
enum Setting: String, CaseIterable {
  case events
  case depth
  case width

  /// What it bounds.
  var meaning: String {
    switch self {
    case .events: "after so many events a call is stopped"
    case .depth: "operators may nest so deep"
    case .width: "columns of the output"
    }
  }

  var range: ClosedRange<Int> {
    switch self {
    case .events: 1...100_000_000
    case .depth: 1...2000
    case .width: 40...1000
    }
  }

  func apply(_ value: Int, _ settings: inout Settings) {
    switch self {
    case .events: settings.limits.events = value
    case .depth: settings.limits.depth = value
    case .width:
      settings.style = Style(
        width: value, isUnicode: settings.style.isUnicode, isColoured: settings.style.isColoured)
    }
  }
}

extension Settings {
  /// Every setting with its value.
  fileprivate var list: String {
    """
    seed     \(seed)
    dialect  \(dialect.rawValue)
    events   \(limits.events)  \(Setting.events.meaning)
    depth    \(limits.depth)  \(Setting.depth.meaning)
    width    \(style.width)  \(Setting.width.meaning)
    timing   \(isTimed ? "on" : "off")
    """
  }
}
