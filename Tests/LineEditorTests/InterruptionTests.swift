import Glibc
import LineEditor
import Testing

@Suite("Interruption")
struct InterruptionTests {
  @Test("the third Ctrl-C within two seconds ends the program, even if the run does not respond")
  func third() async {
    await #expect(processExitsWith: .exitCode(130)) {
      Interruption.listening {
        for _ in 0..<3 { interrupt() }
      }
    }
  }

  @Test("two interrupts only request cancellation")
  func second() async {
    await #expect(processExitsWith: .exitCode(7)) {
      Interruption.listening {
        for _ in 0..<2 { interrupt() }
      }
      exit(Interruption.isRequested ? 7 : 8)
    }
  }

  @Test("without a handler, one interrupt ends the program as usual")
  func unheard() async {
    await #expect(processExitsWith: .signal(SIGINT)) {
      Interruption.listening {}
      interrupt()
    }
  }
}

/// Sends the process what Ctrl-C sends; the threads of tests keep signals back.
private func interrupt() {
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGINT)
  pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  raise(SIGINT)
}
