import Files
import Fitting
import LineEditor
import MeasuredData
import RetryLanguage
import TextLayout

/// Fits operations to the measurements in files.
enum FittedLog {
  /// Why a file gives no operation.
  enum Problem: Error {
    case interrupted
    case unreadable(String)
    case unfit(String)
  }

  /// Fits an operation to the requests in a file, or to those of one path.
  static func operation(
    at path: String, only part: String? = nil, unit: TimeUnit? = nil, seed: UInt64? = nil
  ) throws(Problem) -> FittedOperation {
    var (choices, effort) = (ReadingChoices(), FitEffort())
    choices.unit = unit
    if let seed { effort.seed = seed }
    let log = try log(at: path, choices)
    do throws(FitProblem) {
      return try FittedOperation(log, path: part, effort)
    } catch {
      throw .unfit(error.description)
    }
  }

  private static func log(
    at path: String, _ choices: ReadingChoices
  ) throws(Problem) -> RequestLog {
    var reader = LogReader(choices)
    do throws(FileError) {
      try Platform.pieces(ofFile: path) { piece in
        reader.add(piece)
        return !Interruption.isRequested
      }
    } catch {
      throw .unreadable(error.description)
    }
    if Interruption.isRequested { throw .interrupted }
    do throws(LogProblem) {
      return try reader.finish()
    } catch {
      throw .unfit(error.description)
    }
  }

  /// Returns the definition of an operation that is fitted to a file, for a session.
  static func content(of path: String, as name: String) -> MeasuredContent {
    guard Platform.isThere(path) else { return .unreadable(FileContent.absent.reason ?? "") }
    do throws(Problem) {
      let operation = try operation(at: path)
      let load = operation.load(named: name).map { ["a load at its rate: \($0)"] } ?? []
      let report = FitReport(operation).lines(Style(isColoured: false)).map(\.text)
      return .operation(
        definition: operation.definition(named: name), report: report + load)
    } catch {
      switch error {
      case .interrupted: return .unreadable("reading it was stopped")
      case .unreadable(let reason), .unfit(let reason): return .unreadable(reason)
      }
    }
  }
}
