/// What becomes of a value whose partner will never come.
package enum Unpaired: Sendable {
  /// It waits for ever, as in RxSwift's zip of two streams.
  case waits
  /// It completes the zip, as in RxSwift's zip of a collection.
  case completes
}
