extension Double {
  /// The number as text, without a trailing `.0`.
  var text: String {
    description.hasSuffix(".0") ? String(description.dropLast(2)) : description
  }
}
