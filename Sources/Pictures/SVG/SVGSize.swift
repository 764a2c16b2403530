/// The widths of an image in pixels: of the names at its left, of what is drawn, and of what stands at its right.
package struct SVGSize: Sendable {
  let (left, plot, right): (Int, Int, Int)

  var width: Int { left + plot + right }

  package static let normal = SVGSize(left: 176, plot: 736, right: 104)
  /// Of slides and columns: on as much room, its letters are 1.6 times as large.
  package static let big = SVGSize(left: 160, plot: 400, right: 74)
}
