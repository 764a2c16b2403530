import Documents
import RetryLanguage
import RetryNumerics
import TextLayout

/// Finds the policies of libraries in code, as calls of presets.
struct CodeReader {
  let code: ForeignSource
  private let readings: [CodeReading]
  var file = PolicyFile("code")
  /// Where the policies of other libraries are, and the presets that they are.
  private(set) var presets: [(range: Range<String.Index>, text: String)] = []
  /// The name that the value which is read is bound to.
  private(set) var boundName: String?
  /// Where the strategies beside the retries are that were read.
  var readGuards: Set<Place> = []

  init(
    _ text: String, in language: CodeLanguage, _ readings: [CodeReading],
    _ interruption: InterruptionCheck = .never
  ) {
    self.readings = readings
    code = ForeignSource(text, language, interruption)
    for value in code.values where !interruption.isRequested { read(value, isArgument: false) }
    guard !file.policies.isEmpty else { return }
    for value in code.values { noteGuards(value) }
    file.sortRemarks()
  }

  /// Reads the policies in a value; the label of an argument does not name a policy.
  private mutating func read(
    _ value: CodeValue, isArgument: Bool, isInBinding: Bool = false
  ) {
    let outer = boundName
    defer { boundName = outer }
    var isInCall = isArgument
    switch value.content {
    case .binding(let name, let inner):
      // In `gentle: RetryPolicy = …` the first is the name, and `try: …` binds nothing.
      if case .pieces = inner.content {
        boundName = nil
      } else if !isInBinding || isArgument {
        boundName = isArgument ? nil : name
      }
    case .path: isInCall = true
    case .group, .pieces: isInCall = false
    case .number, .text, .operation: break
    }
    guard !isPolicy(value) else { return }
    noteUnread(value)
    var isBinding = false
    if case .binding = value.content { isBinding = true }
    for child in value.children {
      read(child, isArgument: isInCall, isInBinding: isBinding)
    }
  }

  /// Whether a value is a policy of a library, which is read then.
  private mutating func isPolicy(_ value: CodeValue) -> Bool {
    var made = value
    // The sign of a decorator belongs to the policy.
    if case .group("@", let inner) = value.content, let inner = inner.first, inner.name == nil {
      made = inner
    }
    for reading in readings {
      guard let policy = reading.read(&self, made) else { continue }
      if case .part = policy { return true }
      if case .call(let call) = policy { presets.append((code.range(of: value), "\(call)")) }
      let name = reading.isCall ? nil : boundName
      file.add(policy, by: reading.library, name: name, at: made.place)
      return true
    }
    return false
  }

  /// Notes a call that makes retries of a library in a way which no reading knows.
  private mutating func noteUnread(_ value: CodeValue) {
    let link = value.links.enumerated().first { index, link in
      // A block alone may be the body of a function with that result.
      guard let arguments = link.arguments else { return false }
      if case .group("{", _)? = arguments.first?.content, arguments.count == 1 { return false }
      return readings.contains { $0.makers.contains(link.name) || $0.mayMake(self, value, index) }
    }
    guard let link = link?.element, !code.isDeclared(value) else { return }
    file.remark(
      link.place, "'\(short(value))' may make a retry policy, and is not read in this form")
  }
}

/// A policy in code.
enum CodePolicy {
  case call(PresetCall)
  /// A policy of this library, as it was written.
  case text(String)
  case part
}

extension PolicyFile {
  fileprivate mutating func add(
    _ policy: CodePolicy, by library: String, name: String?, at place: Place
  ) {
    let about = name.map { "'\($0)' of \(library)" } ?? library
    switch policy {
    case .call(let call): add(call, for: about, named: name, at: place)
    case .text(let text):
      add([Piece(text: text, place: place)], for: about, named: name, at: place)
    case .part: break
    }
  }
}

// MARK: - Settings

extension CodeReader {
  /// A setting by its name in code, and its label at the preset, whose type tells how its value is read.
  struct Setting: ExpressibleByStringLiteral {
    /// What a value means.
    enum Use {
      case value
      /// A number of attempts, where the preset counts retries.
      case attempts
      /// A number of retries, where the preset counts attempts.
      case retries
      /// Which errors are retried.
      case errors
      /// Nothing that changes when attempts are made.
      case nothing
    }

    let name: String
    let label: String
    let use: Use
    /// What a number alone counts, if not what it counts elsewhere in the library.
    let unit: Nanoseconds?

    init(_ name: String, as label: String? = nil, _ use: Use = .value, unit: Nanoseconds? = nil) {
      (self.name, self.label, self.use, self.unit) = (name, label ?? name, use, unit)
    }

    init(stringLiteral name: String) { self.init(name) }

    /// Settings that change nothing.
    static func unread(_ names: String...) -> [Setting] { names.map { Setting($0, .nothing) } }
  }

  /// Applies arguments to the call; unlabelled ones follow the order of the settings.
  mutating func set(
    _ call: inout PresetCall, _ arguments: [CodeValue], _ settings: [Setting], of what: String
  ) {
    var position = 0
    for argument in arguments {
      let (label, value) = argument.labelled
      let setting =
        if let label {
          settings.first { $0.name == label }
        } else {
          position < settings.count ? settings[position] : nil
        }
      if label == nil { position += 1 }
      if let setting {
        set(&call, value, setting)
      } else {
        remark(argument, "'\(label ?? short(value))' of \(what) is not understood")
      }
    }
  }

  /// Applies one setting, if its value is a literal or constant.
  mutating func set(_ call: inout PresetCall, _ value: CodeValue, _ setting: Setting) {
    // Nothing, in any language.
    if ["None", "null", "nil", "undefined"].contains(value.name) { return }
    switch setting.use {
    case .nothing: return
    case .errors:
      return remark(
        value, "'\(short(value))' says which errors are retried: write 'on:' with their kinds")
    case .value, .attempts, .retries: break
    }
    let (type, unit) = (call.type(of: setting.label), setting.unit ?? call.preset.unit)
    if let meant = code.setting(value, type, unit: unit) {
      return call.set(setting.label, meant.counting(setting.use), value.place)
    }
    if type == .backoff {
      return remark(
        value, "'\(setting.name)' is not read: the delays are those of the other settings")
    }
    // The parameter that a value was given for may have another name than the setting.
    let name =
      setting.name == setting.label ? "" : " of the call, '\(setting.label)' of the preset,"
    let flaw = code.figure(value).map { type.flaw(of: $0, unit) } ?? "is no literal value"
    remark(value, "'\(setting.name)'\(name) keeps its default: '\(short(value))' \(flaw)")
  }

  /// Sets what was set on a name while it stood for a value, such as `options.Delay = …`.
  mutating func setMembers(
    _ call: inout PresetCall, _ settings: [Setting], of owner: String?, while value: CodeValue
  ) {
    guard let owner else { return }
    for setting in settings {
      guard let member = code.member(setting.name, of: owner, while: value) else { continue }
      set(&call, member, setting)
    }
  }

  /// Notes what is not understood.
  mutating func remark(_ value: CodeValue, _ text: String) { file.remark(value.place, text) }

  /// Notes a call that is not understood.
  mutating func note(_ link: CodeLink, of what: String) {
    file.remark(link.place, "'\(link.name)' of \(what) is not understood")
  }

  /// A value as it was written, at most as long as fits into a sentence.
  func short(_ value: CodeValue) -> String {
    let words = code.source(of: value)
    return words.count > 40 ? "\(words.prefix(39))…" : words
  }
}

extension SettingValue {
  /// The value where the preset counts attempts or retries, and the code the other.
  fileprivate func counting(_ use: CodeReader.Setting.Use) -> SettingValue {
    guard let count else { return self }
    return switch use {
    case .attempts: .count(count < 0 ? -1 : count - 1)
    case .retries: .count(count &+ 1)
    case .value, .errors, .nothing: self
    }
  }
}

extension Type {
  /// Why a figure is no value of the type.
  fileprivate func flaw(of figure: CodeFigure, _ unit: Nanoseconds?) -> String {
    switch self {
    case .int, .attemptLimit: "is no whole number"
    case .duration where unit == nil && (figure.number ?? -1) >= 0: "has no unit"
    case .duration: "is no time"
    default: "is no value of it"
    }
  }
}

extension ForeignSource {
  /// Returns the value of a setting of a type, if a value in code is one; a number alone counts units where it is a time.
  fileprivate func setting(
    _ value: CodeValue, _ type: Type, unit: Nanoseconds?
  ) -> SettingValue? {
    let figure = figure(value)
    switch type {
    case .int, .attemptLimit: return figure?.int.map { .count($0) }
    case .double: return figure?.number.map { .number($0) }
    case .duration: return figure?.time(unit: unit).map { .time($0) }
    case .bool: return constant(value).name.flatMap { Bool($0.lowercased()) }.map { .flag($0) }
    case .word: return constant(value).links.last.map { .word($0.name) }
    case .list(.int):
      let codes = constant(value).elements.map { self.figure($0)?.int }
      return codes.contains(nil) ? nil : .codes(codes.compactMap(\.self))
    case .backoff: return delays(in: value, unit: unit).map { .delays($0) }
    default: preconditionFailure("no setting of code is of the type \(type)")
    }
  }
}
