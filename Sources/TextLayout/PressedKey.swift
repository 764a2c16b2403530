/// A key that is pressed while something is shown.
package enum PressedKey: Hashable, Sendable {
  case character(Unicode.Scalar)
  case up, down, left, right
}
