extension Double {
  /// The number as text, without a trailing `.0`.
  var text: String {
    description.hasSuffix(".0") ? String(description.dropLast(2)) : description
  }

  /// Returns the nearest number of a range; NaN becomes the lower bound.
  func within(_ range: ClosedRange<Double>) -> Double {
    isNaN ? range.lowerBound : min(max(self, range.lowerBound), range.upperBound)
  }
}
