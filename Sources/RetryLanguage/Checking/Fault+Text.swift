package import Simulation

extension Fault {
  /// Creates the error that a text describes as errors are shown, such as `http(503, retryAfter: 2s)`.
  package init?(text: String) {
    guard case .success(.value(.fault(let fault))) = Checker.item(of: "." + text, .fault) else {
      return nil
    }
    self = fault
  }
}
