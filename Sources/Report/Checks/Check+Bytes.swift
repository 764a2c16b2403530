package import Simulation

// Checks as bytes, for those that were made on other machines.

extension Check: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    var (path, verdict, message, line, notes) = (path, verdict, message, line, notes)
    coder.code(&path)
    coder.codeCase(&verdict)
    coder.code(&message)
    coder.code(&line, blank: 0)
    coder.code(&notes, blank: "")
    coder.code(&cases, blank: Case(name: "", line: nil, verdict: .passed, message: ""))
    coder.code(&time)
    coder.code(&changes, blank: .blank)
    guard coder.isReading else { return }
    var check = Check(path, verdict, message, line: line, notes: notes)
    (check.cases, check.time, check.changes) = (cases, time, changes)
    self = check
  }
}

extension Check.Case: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    var (name, line, verdict, message, time) = (name, line, verdict, message, time)
    coder.code(&name)
    coder.code(&line, blank: 0)
    coder.codeCase(&verdict)
    coder.code(&message)
    coder.code(&time)
    self = Self(name: name, line: line, verdict: verdict, message: message, time: time)
  }
}

extension FigureChange: ByteCodable {
  fileprivate static let blank = FigureChange(
    result: 0, title: "", key: nil, recorded: nil, found: nil, verdict: .changed)

  package mutating func code(with coder: inout ByteCoder) {
    var (result, title, key, recorded, found) = (result, title, key, recorded, found)
    var verdict = verdict
    coder.code(&result)
    coder.code(&title)
    coder.code(&key, blank: "")
    coder.code(&recorded, blank: "")
    coder.code(&found, blank: "")
    coder.codeCase(&verdict)
    self = FigureChange(
      result: result, title: title, key: key, recorded: recorded, found: found, verdict: verdict)
  }
}
