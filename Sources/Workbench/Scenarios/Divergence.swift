import RetryLanguage
import RetryNumerics
import Simulation

/// The first place at which two runs of a scenario differ, in the time of the call.
enum Divergence {
  /// Returns the first difference in words; nothing where all objects are the same.
  static func first(recorded: [String], found: [String], json: (String) -> Value?) -> String? {
    for (index, pair) in zip(recorded, found).enumerated() where pair.0 != pair.1 {
      guard case .object(let old)? = json(pair.0), case .object(let new)? = json(pair.1) else {
        return "result \(index + 1) cannot be read"
      }
      return "result \(index + 1): " + difference(old, new)
    }
    guard recorded.count != found.count else { return nil }
    let common = min(recorded.count, found.count)
    guard recorded.count > found.count else {
      return "it goes on after \(count(common)), with which the recording ends"
    }
    let missing = recorded.count - common
    return
      "it ends after \(count(common)); \(missing) more \(missing == 1 ? "was" : "were") recorded"
  }

  private static func count(_ results: Int) -> String {
    results == 1 ? "1 result" : "\(results) results"
  }

  private static func difference(_ old: [String: Value], _ new: [String: Value]) -> String {
    guard old["kind"] == .text("run"), new["kind"] == .text("run"), let event = event(old, new)
    else {
      return plain(old, new)
    }
    return call(new) + ": " + event
  }

  /// What an object is about.
  private static func name(_ object: [String: Value]) -> String {
    let kind = object["kind"].map(words) ?? "something"
    return kind == "run"
      ? call(object)
      : ([kind] + [object["subject"].map(words)].compactMap(\.self))
        .joined(separator: " ")
  }

  private static func call(_ object: [String: Value]) -> String {
    "call \(object["call"].map(words) ?? "?") of \(object["subject"].map(words) ?? "?")"
  }

  /// The first event that is not the same.
  private static func event(_ old: [String: Value], _ new: [String: Value]) -> String? {
    guard case .list(let before)? = old["events"], case .list(let after)? = new["events"] else {
      return nil
    }
    let index = zip(before, after).enumerated().first { $1.0 != $1.1 }?.offset
    guard let place = index ?? (before.count == after.count ? nil : min(before.count, after.count))
    else { return nil }
    func told(_ events: [Value]) -> String {
      events.indices.contains(place) ? moment(events[place]) : "nothing more"
    }
    return "event \(place + 1) differs\n  recorded: \(told(before))\n  found:    \(told(after))"
  }

  /// The first member that is not the same, by its path.
  private static func plain(_ old: [String: Value], _ new: [String: Value]) -> String {
    guard name(old) == name(new), let (path, before, after) = member(.object(old), .object(new), [])
    else { return "another one\n  recorded: \(name(old))\n  found:    \(name(new))" }
    let place = path.isEmpty ? "" : path.joined(separator: ".").sanitized + " differs"
    return "\(name(old)): \(place)\n  recorded: \(before)\n  found:    \(after)"
  }

  private static func member(
    _ old: Value, _ new: Value, _ path: [String]
  ) -> (path: [String], old: String, new: String)? {
    guard case .object(let before) = old, case .object(let after) = new else {
      return old == new ? nil : (path, words(old), words(new))
    }
    for key in Set(before.keys).union(after.keys).sorted() {
      switch (before[key], after[key]) {
      case (let old?, let new?):
        if let found = member(old, new, path + [key]) { return found }
      case (let old, let new):
        return (path + [key], old.map(words) ?? "nothing", new.map(words) ?? "nothing")
      }
    }
    return nil
  }

  /// A value in words; a recording may come from a stranger, so nothing in it moves a cursor.
  private static func words(_ value: Value) -> String {
    let words = if case .text(let text) = value { text } else { value.description }
    return words.sanitized
  }

  /// An event in words, such as `304ms wait 63ms`.
  private static func moment(_ event: Value) -> String {
    guard case .object(let fields) = event, case .int(let time)? = fields["t_ns"] else {
      return words(event)
    }
    var parts = [Nanoseconds(Int64(time)).brief, fields["event"].map(words) ?? "?"]
    if case .int(let span)? = fields["for_ns"] { parts.append(Nanoseconds(Int64(span)).brief) }
    if let operation = fields["op"] { parts.append("of \(words(operation))") }
    if let number = fields["n"] { parts.insert(words(number), at: 2) }
    for key in ["error", "value"] {
      if let value = fields[key] { parts.append("with \(words(value))") }
    }
    return parts.joined(separator: " ")
  }
}
