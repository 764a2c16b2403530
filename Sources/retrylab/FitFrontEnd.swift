import Files
import Fitting
import LineEditor
import MeasuredData
import Measurement
import RetryLanguage
import RetryNumerics
import TextLayout
import Workbench

/// Defines an operation as the requests of a log suggest it.
///
/// The definition goes to standard output, to be kept in a file, and the report to standard error.
struct FitFrontEnd {
  private let arguments: Arguments

  init(_ arguments: Arguments) {
    self.arguments = arguments
  }

  func run() -> Platform.ExitCode {
    Ending.code { () throws(Ending) -> Void in
      let operation: FittedOperation
      do throws(FittedLog.Problem) {
        operation = try FittedLog.operation(
          at: arguments.paths[0], only: arguments.path, unit: arguments.unit,
          seed: arguments.seed)
      } catch {
        throw ending(of: error)
      }
      let report = FitReport(operation)
      let definition = operation.definition(named: arguments.name)
      let load = operation.load(named: arguments.name)
      guard arguments.format != .json else {
        Platform.write(file(operation, report, definition, load).json, to: .output)
        return
      }
      for line in report.lines(FrontEnd.style(arguments.colour)) {
        Platform.write(line.text, to: .error)
      }
      Platform.write(bytes: definition, to: .output)
      if let load { Platform.write("// \(load)", to: .output) }
    }
  }

  private func ending(of problem: FittedLog.Problem) -> Ending {
    switch problem {
    case .interrupted: Ending(code: .interrupted)
    case .unreadable(let reason):
      Ending(code: Platform.unreadable(arguments.paths[0], reason))
    case .unfit(let reason):
      Ending("'\(arguments.paths[0].sanitized)': \(reason.sanitized)", .wrongScript)
    }
  }

  private func file(
    _ operation: FittedOperation, _ report: FitReport, _ definition: String, _ load: String?
  ) -> FittedFile {
    let log = operation.log
    let counted = log.counted.reduce(UInt64(log.requests.count)) { $0 + $1.count }
    var file = FittedFile(definition: definition, requests: counted, unread: log.lines.bad)
    (file.load, file.law) = (load, operation.latency.law.family.rawValue)
    file.families = report.families.map {
      FittedFile.Family(
        name: $0.name, criterion: $0.criterion, distance: $0.distance, probability: $0.probability)
    }
    file.quantiles = report.quantiles.map {
      FittedFile.Quantile(
        name: $0.name, measured: $0.measured.map(span), fitted: span($0.fitted),
        isExtrapolated: $0.isExtrapolated)
    }
    (file.assumptions, file.leftOut) = (report.assumptions, report.leftOut)
    (file.failures, file.arrivals) = (report.failures, report.arrivals)
    file.warnings = report.warnings
    return file
  }

  private func span(_ estimate: Estimate) -> FittedFile.Span {
    let nanoseconds = { (value: Double) in Nanoseconds(rounding: value) }
    return FittedFile.Span(
      value: nanoseconds(estimate.value), low: nanoseconds(estimate.low),
      high: nanoseconds(estimate.high))
  }
}
