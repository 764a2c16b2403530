import Files
import Fitting
import LineEditor
import MeasuredData
import RetryLanguage
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
      let file = FittedFile(operation, report, named: arguments.name)
      guard arguments.format != .json else {
        Platform.write(file.json, to: .output)
        return
      }
      for line in report.lines(FrontEnd.style(arguments.colour)) {
        Platform.write(line.text, to: .error)
      }
      Platform.write(bytes: file.definition, to: .output)
      if let load = file.load { Platform.write("// \(load)", to: .output) }
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
}
