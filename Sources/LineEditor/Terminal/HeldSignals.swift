import CEditline
import Glibc

/// Signals that come through only while one waits for input.
///
/// A signal between a look at what it left and the wait would otherwise be missed until a key is pressed.
struct HeldSignals {
  /// Why a wait ended.
  enum Arrival {
    case input
    case signal
    /// The time is over.
    case nothing
    /// There is nothing to wait on.
    case failure
  }

  private var outside = sigset_t()

  /// Holds signals back from now on.
  init(_ signals: [Int32]) {
    var held = sigset_t()
    sigemptyset(&held)
    for signal in signals { sigaddset(&held, signal) }
    sigprocmask(SIG_BLOCK, &held, &outside)
  }

  /// Lets signals through as before.
  func letGo() {
    var outside = outside
    sigprocmask(SIG_SETMASK, &outside, nil)
  }

  /// Waits for input or a signal, so long at the most.
  func wait(_ limit: Duration? = nil, on input: Int32 = Screen.input) -> Arrival {
    var outside = outside
    let count: Int32
    if let limit {
      let (seconds, attoseconds) = max(limit, .zero).components
      var span = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      count = editline_wait(input, &span, &outside)
    } else {
      count = editline_wait(input, nil, &outside)
    }
    guard count < 0 else { return count == 0 ? .nothing : .input }
    return errno == EINTR ? .signal : .failure
  }
}
