package import Documents
package import RetryNumerics

/// A call of a preset as text of the language, with the place in a file that each argument came from.
package struct PresetCall: Sendable, CustomStringConvertible {
  /// An argument.
  package struct Argument: Sendable {
    /// The label.
    package let label: String
    /// The value as text of the language.
    package let value: String
    let time: Nanoseconds?
    var delays: DelayTable?
    /// Where it came from, if from a file.
    package let place: Place?
  }

  /// The name of the preset.
  package let preset: String
  /// The arguments, in the order in which they were given.
  package private(set) var arguments: [Argument] = []

  /// Creates a call without arguments.
  package init(_ preset: String) { self.preset = preset }

  /// The call.
  package var description: String {
    let given = arguments.map { ", \($0.label): \($0.value)" }.joined()
    return "preset(\"\(preset)\"\(given))"
  }

  /// Returns the place of the argument in which an offset of the call's text lies.
  package func place(ofOffset offset: Int) -> Place? {
    var end = "preset(\"\(preset)\"".count
    for argument in arguments {
      end += ", \(argument.label): \(argument.value)".count
      if offset < end { return argument.place }
    }
    return nil
  }
}

extension PresetCall.Argument {
  /// Whether a limit is reached before another one, if there is one.
  func comesBefore(_ other: Self?) -> Bool {
    guard let other else { return true }
    if let time, let later = other.time { return time < later }
    return (Int(value) ?? .max) < (Int(other.value) ?? .max)
  }
}

extension PresetCall {
  /// Sets an argument to a value that is written as in the language.
  package mutating func set(_ label: String, _ value: String, _ place: Place? = nil) {
    set(Argument(label: label, value: value, time: nil, place: place))
  }

  mutating func set(_ argument: Argument) {
    remove(argument.label)
    arguments.append(argument)
  }

  mutating func remove(_ label: String) { arguments.removeAll { $0.label == label } }

  subscript(label: String) -> Argument? { arguments.first { $0.label == label } }

  /// Sets an argument to a time; the longest is the one that has whole seconds.
  package mutating func set(_ label: String, _ time: Nanoseconds, _ place: Place? = nil) {
    let time = min(time, .longest)
    set(Argument(label: label, value: "\(time)", time: time, place: place))
  }

  mutating func set(_ label: String, _ delays: DelayTable, _ place: Place? = nil) {
    set(Argument(label: label, value: "\(delays)", time: nil, delays: delays, place: place))
  }

  /// Sets an argument to a whole number, if there is one.
  mutating func setInt(_ label: String, _ document: Document?) throws(DocumentError) {
    if let document { set(label, "\(try document.int)", document.place) }
  }

  /// Sets an argument to a number, if there is one.
  mutating func setNumber(_ label: String, _ document: Document?) throws(DocumentError) {
    if let document { set(label, "\(try document.double)", document.place) }
  }

  /// Sets an argument to a truth value, if there is one.
  mutating func setFlag(_ label: String, _ document: Document?) throws(DocumentError) {
    if let document { set(label, "\(try document.bool)", document.place) }
  }

  /// Sets an argument to a time, if there is one; a number alone counts units of that length.
  mutating func setSpan(
    _ label: String, _ document: Document?, unit: Nanoseconds? = nil
  ) throws(DocumentError) {
    if let document { set(label, try document.span(unit: unit), document.place) }
  }

  /// Sets an argument to a text, if there is one.
  mutating func setText(_ label: String, _ document: Document?) throws(DocumentError) {
    if let document { set(label, "\"\(try document.plainText)\"", document.place) }
  }
}

extension Document {
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
