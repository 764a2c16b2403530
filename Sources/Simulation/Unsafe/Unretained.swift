/// A reference that does not keep its object alive, so that using it counts no references.
///
/// Somebody else must keep the object: see `README.md` in this folder.
struct Unretained<Object: AnyObject>: Equatable {
  private let target: Unmanaged<Object>

  init(_ object: Object) {
    target = .passUnretained(object)
  }

  static func == (left: Self, right: Self) -> Bool {
    left.target.toOpaque() == right.target.toOpaque()
  }

  /// The object, retained.
  var object: Object { target.takeUnretainedValue() }

  @inline(__always)
  func with<Result>(_ body: (Object) -> Result) -> Result { target._withUnsafeGuaranteedRef(body) }

  /// Starts to load the first lines of the object into the cache.
  func prefetch() { Simulation.prefetch(target.toOpaque(), lines: 3) }
}
