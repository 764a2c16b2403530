package import Documents
package import RetryLanguage
import RetryNumerics
package import Simulation
package import VirtualTime

/// A call of a preset, with the place in a file that each argument came from.
package struct PresetCall: Sendable {
  /// An argument.
  package struct Argument: Sendable {
    /// The label.
    package let label: String
    package let value: SettingValue
    /// Where it came from, if from a file.
    package let place: Place?
  }

  package let preset: Preset
  /// The arguments, in the order in which they were given.
  package private(set) var arguments: [Argument] = []

  /// Creates a call without arguments of the preset of a name.
  package init(_ name: String) {
    guard let preset = Preset.named(name) else {
      preconditionFailure("there is no preset \(name)")
    }
    self.preset = preset
  }

  /// Returns the policy that the library makes of it; an error has the label of the argument that it is about.
  package func policy() throws(InvalidArgument) -> RetryStrategy {
    try preset.policy(with: arguments.map { ($0.label, $0.value) })
  }
}

extension PresetCall: CustomStringConvertible {
  /// The call as text of the language.
  package var description: String {
    let given = arguments.map { ", \($0.label): \($0.value)" }.joined()
    return "preset(\"\(preset.name)\"\(given))"
  }
}

extension PresetCall {
  package func argument(_ label: String) -> Argument? { arguments.first { $0.label == label } }

  package subscript(label: String) -> SettingValue? { argument(label)?.value }

  /// Sets an argument to a value; the longest time is the one that has whole seconds.
  package mutating func set(_ label: String, _ value: SettingValue, _ place: Place? = nil) {
    let value = value.time.map { SettingValue.time(min($0, .longest)) } ?? value
    set(Argument(label: label, value: value, place: place))
  }

  mutating func set(_ argument: Argument) {
    remove(argument.label)
    arguments.append(argument)
  }

  mutating func remove(_ label: String) { arguments.removeAll { $0.label == label } }

  /// The type of a setting.
  func type(of label: String) -> Type {
    guard let type = preset.type(of: label) else {
      preconditionFailure("the preset \(preset.name) has no setting \(label)")
    }
    return type
  }

  /// Sets an argument to what a document says, if there is one.
  mutating func set(_ label: String, _ document: Document?) throws(DocumentError) {
    guard let document else { return }
    set(label, try document.value(of: type(of: label), unit: preset.unit), document.place)
  }
}

extension PresetCall.Argument {
  /// Whether a limit is reached before another one, if there is one.
  func comesBefore(_ other: Self?) -> Bool {
    guard let other else { return true }
    if let time = value.time, let later = other.value.time { return time < later }
    return (value.count ?? .max) < (other.value.count ?? .max)
  }
}

extension Document {
  /// Returns the value of a setting of a type; a number alone counts units of that length where it is a time.
  fileprivate func value(of type: Type, unit: Nanoseconds?) throws(DocumentError) -> SettingValue {
    switch type {
    case .int, .attemptLimit: .count(try int)
    case .double: .number(try double)
    case .bool: .flag(try bool)
    case .duration: .time(try span(unit: unit))
    case .text: .text(try plainText)
    default: preconditionFailure("no setting of a file is of the type \(type)")
    }
  }

  /// The text, which a quote cannot end.
  var plainText: String {
    get throws(DocumentError) {
      let text = try text
      guard
        text.unicodeScalars.allSatisfy({ $0.isASCII && $0.value >= 32 && $0 != "\"" && $0 != "\\" })
      else { throw unlike("a word") }
      return text
    }
  }
}
