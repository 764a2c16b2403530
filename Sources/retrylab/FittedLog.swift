import Files
import Fitting
import LineEditor
import MeasuredData
import RetryLanguage
import RetryNumerics
import Synchronization
import TextLayout

/// Fits operations to the measurements in files.
enum FittedLog {
  /// Why a file gives no operation.
  enum Problem: Error {
    case interrupted
    case unreadable(String)
    case unfit(String)

    fileprivate var reason: String {
      switch self {
      case .interrupted: "reading it was stopped"
      case .unreadable(let reason), .unfit(let reason): reason
      }
    }
  }

  /// Fits an operation to the requests in a file, or to those of one path.
  static func operation(
    at path: String, only part: String? = nil, unit: TimeUnit? = nil, seed: UInt64? = nil
  ) throws(Problem) -> FittedOperation {
    var (choices, effort) = (ReadingChoices(), FitEffort())
    choices.unit = unit
    if let seed { effort.seed = seed }
    let log = try log(at: path, choices)
    let operation: FittedOperation
    do throws(FitProblem) {
      operation = try FittedOperation(log, path: part, effort) { Interruption.isRequested }
    } catch {
      throw error == .stopped ? .interrupted : .unfit(error.description)
    }
    if Interruption.isRequested { throw .interrupted }
    return operation
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

  /// The requests that were read last, since an entry that names them is checked more than once.
  private struct Known {
    var file: PlainFile.Identity?
    var path: String?
    var content = LoggedContent.unreadable("")
  }
  private static let known = Mutex(Known())

  /// Returns the requests of a log, or those with a path, for a session.
  static func requests(of file: String, only path: String?) -> LoggedContent {
    do throws(FileError) {
      let identity = try PlainFile.identity(file)
      return known.withLock { known in
        if known.file == identity, known.path == path { return known.content }
        let content = read(file, only: path)
        if !Interruption.isRequested {
          (known.file, known.path, known.content) = (identity, path, content)
        }
        return content
      }
    } catch {
      return .unreadable(error.isAbsence ? FileContent.absent.reason ?? "" : error.description)
    }
  }

  private static func read(_ file: String, only path: String?) -> LoggedContent {
    do throws(Problem) {
      let log = try log(at: file, ReadingChoices())
      do throws(FitProblem) {
        let requests = try ReplayedRequests(log, path: path)
        let report = requests.lines(Style(isColoured: false)).map(\.text)
        return .requests(requests.entries, faults: requests.faults, report: report)
      } catch {
        return .unreadable(error.description)
      }
    } catch {
      return .unreadable(error.reason)
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
        definition: operation.definition(named: name), report: report + load,
        isReplayable: operation.window.map { $0.length > .zero } ?? false)
    } catch {
      return .unreadable(error.reason)
    }
  }
}
