import Files
import Fitting
import LineEditor
import MeasuredData
import Measurement
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
        let report = LogReport(
          requests.summary, assumptions: requests.assumptions, leftOut: requests.leftOut,
          failures: requests.failures, warnings: requests.warnings)
        return .requests(requests.entries, faults: requests.faults, report)
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
      let report = FitReport(operation)
      return .operation(FittedFile(operation, report, named: name)) { width in
        report.lines(Style(width: width, isColoured: false)).map(\.text)
      }
    } catch {
      return .unreadable(error.reason)
    }
  }
}

extension FittedFile {
  init(_ operation: FittedOperation, _ report: FitReport, named name: String) {
    let log = operation.log
    self.init(
      definition: operation.definition(named: name), summary: report.summary,
      requests: log.counted.reduce(UInt64(log.requests.count)) { $0 + $1.count },
      unread: log.lines.bad)
    (load, law) = (operation.load(named: name), operation.latency.law.family.rawValue)
    isReplayable = operation.window.map { $0.length > .zero } ?? false
    families = report.families.map {
      Family(
        name: $0.name, criterion: $0.criterion, distance: $0.distance, probability: $0.probability)
    }
    quantiles = report.quantiles.map {
      Quantile(
        name: $0.name, measured: $0.measured, fitted: $0.fitted,
        isExtrapolated: $0.isExtrapolated)
    }
    (assumptions, leftOut) = (report.assumptions, report.leftOut)
    (failures, arrivals, warnings) = (report.failures, report.arrivals, report.warnings)
  }
}
