#if Logging
  public import Logging
  public import Retry

  extension Logger {
    /// Logs the decisions about the calls of an operation.
    public func log<Failure>(_ event: RetryEvent<Failure>, of operation: String) {
      var metadata: Metadata = [
        "operation": .string(operation), "attempt": "\(event.attempt)",
        "elapsed": "\(event.elapsed)",
      ]
      switch event.kind {
      case .failed(let error, .retry(let delay, let cause)):
        metadata["error"] = "\(error)"
        metadata["delay"] = "\(delay.duration)"
        metadata["cause"] = "\(cause)"
        log(level: .debug, "retrying", metadata: metadata)
      case .failed(let error, .fail(let reason)):
        metadata["error"] = "\(error)"
        metadata["reason"] = "\(reason)"
        log(level: .warning, "not retrying", metadata: metadata)
      case .refused(let reason):
        metadata["reason"] = "\(reason)"
        log(level: .warning, "not retrying", metadata: metadata)
      case .succeeded where event.attempt > 1:
        log(level: .debug, "succeeded after retries", metadata: metadata)
      default: break
      }
    }
  }
#endif
