package import RetryLanguage
import TextLayout

/// The call at the cursor in one line: its arguments, and the meaning of the current one.
struct SignatureNote {
  private let signature: CallSignature
  private let style: Style

  init(_ signature: CallSignature, _ style: Style) {
    (self.signature, self.style) = (signature, style)
  }

  /// The line; `nil` if there is no call.
  var line: TextLine? {
    guard let form = signature.forms.first else { return nil }
    let current = signature.current(in: form)
    let meaning = meaning(of: current, in: form)
    var line = TextLine(style: style)
    line.add("\(form.name)(", .faint)
    var words = form.parameters.map(\.phrase)
    let room = max(style.width / 3, style.width - 4 - form.name.count - meaning.count)
    var isCut = false
    // The current argument stays visible.
    var first = 0
    func columns() -> Int { words.reduce(0) { $0 + $1.count + 2 } }
    while columns() > room, let current, first < current - 1 {
      words.removeFirst()
      (first, isCut) = (first + 1, true)
    }
    let isOver = columns() > room
    while columns() > room, words.count > (current ?? 0) - first + 1 { words.removeLast() }
    if isCut { line.add("\(style.ellipsis) ", .faint) }
    for (index, word) in words.enumerated() {
      if index > 0 { line.add(", ", .faint) }
      line.add(word, index + first == current ? .strong : .faint)
    }
    line.add(isOver ? " \(style.ellipsis))" : ")", .faint)
    line.addSeparator()
    line.add(meaning)
    return line
  }

  private func meaning(of current: Int?, in form: Callable) -> String {
    guard let current, let label = form.parameters[current].label else { return form.summary }
    return "\(label): \(form.meaning(of: label) ?? "\(form.parameters[current].type)")"
  }
}

extension Callable.Parameter {
  /// The label, or what an argument without a label is.
  package var phrase: String {
    if let label { return "\(label):" }
    let type = "\(type)"
    let name = ["a ", "an "].first(where: type.hasPrefix).map { type.dropFirst($0.count) }
    return String(name ?? type[...]) + (isRepeated ? "..." : "")
  }
}
