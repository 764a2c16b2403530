extension CodeReader {
  /// Returns the value of an argument that is `None`.
  func none(_ label: String?, in arguments: [CodeValue]) -> CodeValue? {
    arguments.map(\.labelled).first { $0.label == label && $0.value.name == "None" }?.value
  }

  /// Notes an argument that removes a limit which the preset always has.
  mutating func noteNone(_ label: String?, in arguments: [CodeValue]) {
    guard let none = none(label, in: arguments) else { return }
    remark(
      none, "'\(label.map { "\($0)=" } ?? "")None' is not read: the preset has its default limit")
  }
}
