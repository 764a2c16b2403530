import CEditline
import Glibc

/// Signals that are delivered only while waiting for input.
///
/// Otherwise a signal between the check and the wait would be missed until a key is pressed.
struct HeldSignals {
  /// The reason why a wait ended.
  enum Arrival {
    case input
    case signal
    /// The time has expired.
    case nothing
    /// The input is closed.
    case failure
  }

  private var host = sigset_t()

  init(_ signals: [Int32]) {
    var held = sigset_t()
    sigemptyset(&held)
    for signal in signals { sigaddset(&held, signal) }
    sigprocmask(SIG_BLOCK, &held, &host)
  }

  func letGo() {
    var host = host
    sigprocmask(SIG_SETMASK, &host, nil)
  }

  /// Waits for input or a signal, up to a time limit.
  func wait(_ limit: Duration? = nil, on input: Int32 = Screen.input) -> Arrival {
    var host = host
    let count: Int32
    if let limit {
      let (seconds, attoseconds) = max(limit, .zero).components
      var span = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      count = editline_wait(input, &span, &host)
    } else {
      count = editline_wait(input, nil, &host)
    }
    guard count < 0 else { return count == 0 ? .nothing : .input }
    return errno == EINTR ? .signal : .failure
  }
}
