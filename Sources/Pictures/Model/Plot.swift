/// Values over the axis of a picture, on a vertical axis of their own.
package struct Plot: Sendable {
  /// What the values are, with their unit.
  package var name: String
  package var axis: Axis
  package var series: [Series]
  /// Values of the horizontal axis that have names, such as percentiles.
  package var pointers: [Pointer]
  /// What is written at the right end, such as the largest value, and a shorter form of it.
  package var captions: [String]
  /// The lines that it has in a terminal.
  package var height: Int

  package init(
    _ name: String, axis: Axis, _ series: [Series], pointers: [Pointer] = [],
    captions: [String] = [],
    height: Int = 5
  ) {
    (self.name, self.axis, self.series, self.pointers) = (name, axis, series, pointers)
    (self.captions, self.height) = (captions, max(height, 1))
  }

  /// Values that are drawn alike.
  package struct Series: Sendable {
    package enum Shape: Sendable {
      /// Filled from one value to another, such as the parts of a whole on top of each other.
      case bars
      /// A sign for each value, with its interval.
      case points
      /// A line from each value to the next.
      case curve
    }

    package var shape: Shape
    package var tone: Tone
    /// The word in a legend, if that is not the word of the tone.
    package var word: String?
    package var points: [Point]

    package init(_ shape: Shape, _ tone: Tone, word: String? = nil, _ points: [Point]) {
      (self.shape, self.tone, self.word, self.points) = (shape, tone, word, points)
    }

    package var legend: String? { word ?? tone.word }
  }

  /// A value at a place of the horizontal axis, or over a part of it.
  package struct Point: Sendable {
    package let from: Double
    package let to: Double
    package let value: Double
    /// The value at which a bar begins, or the interval of a point.
    package let low: Double
    package let high: Double
    package var sign: String?
    package var note: String

    /// A bar over a part of the axis, on top of others that reach up to a value.
    package static func bar(
      _ from: Double, _ to: Double, _ value: Double, above base: Double = 0, note: String
    ) -> Point {
      Point(from: from, to: to, value: value, low: base, high: value, note: note)
    }

    /// A value at a place, with its interval if it has one.
    package static func point(
      _ place: Double, _ value: Double, interval: ClosedRange<Double>? = nil, sign: String? = nil,
      note: String = ""
    ) -> Point {
      Point(
        from: place, to: place, value: value, low: interval?.lowerBound ?? value,
        high: interval?.upperBound ?? value, sign: sign, note: note)
    }
  }

  /// A name of a value on the horizontal axis.
  package struct Pointer: Sendable {
    package let place: Double
    package let name: String
    package let note: String

    package init(_ place: Double, _ name: String, note: String) {
      (self.place, self.name, self.note) = (place, name, note)
    }
  }
}
