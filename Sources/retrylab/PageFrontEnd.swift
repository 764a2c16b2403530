import RetryLanguage
import Workbench

/// Writes the laboratory as a page.
struct PageFrontEnd {
  private let arguments: Arguments

  init(_ arguments: Arguments) {
    self.arguments = arguments
  }

  /// Writes a page that begins with the scenarios or lessons of the command line.
  func run() -> Platform.ExitCode {
    let paths = arguments.paths.filter { !$0.hasSuffix(Self.ending) }
    let targets = arguments.paths.filter { $0.hasSuffix(Self.ending) }
    guard targets.count < 2, let target = targets.first ?? Self.target(of: paths) else {
      Platform.write("retrylab: page needs the path of one page, such as retrylab.html", to: .error)
      return .usage
    }
    let page: LaboratoryPage
    do throws(LaboratoryPage.Missing) {
      page = try LaboratoryPage()
    } catch {
      Platform.write("retrylab: \(error.message)", to: .error)
      return .noSuchFile
    }
    var start = PageStart()
    for path in paths {
      let (scenario, reason) = ScenarioFrontEnd.scenario(path)
      guard let scenario else { return Platform.unreadable(path, reason) }
      do throws(PageStart.Conflict) {
        try start.add(scenario)
      } catch {
        Platform.write(
          "retrylab: two different files would be '\(error.name.sanitized)' in the page", to: .error
        )
        return .wrongScript
      }
    }
    let bytes = page.starting(with: start)
    if targets.isEmpty, Platform.isOtherPage(target) {
      return Platform.unwritable(target, "it is another page; name the one to write")
    }
    if let code = Platform.obstacle(toPage: target) { return code }
    if case .failed(let reason) = Platform.save(page: bytes, to: target) {
      return Platform.unwritable(target, reason)
    }
    Platform.write("wrote \(target.sanitized), which a browser shows", to: .output)
    return .success
  }

  private static let ending = ".html"

  /// The page of a scenario, if no other is named.
  private static func target(of paths: [String]) -> String? {
    let name = paths.first?.split(separator: "/").last.map { String($0) }
    return name.flatMap { name in
      name.hasSuffix(".retry") ? name.dropLast(".retry".count) + ending : nil
    }
  }
}
