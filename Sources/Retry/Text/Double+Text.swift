extension Double {
  /// The number without the point and zero of a whole one.
  var text: String {
    description.hasSuffix(".0") ? String(description.dropLast(2)) : description
  }
}
