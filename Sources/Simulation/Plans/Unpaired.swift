/// What happens to a value whose partner never arrives.
package enum Unpaired: Sendable {
  /// It waits forever, as in RxSwift's zip of two streams.
  case waits
  /// It completes the zip, as in RxSwift's zip of a collection.
  case completes
}
