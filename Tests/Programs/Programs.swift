import ProgramSupport
import Workbench

@main
struct Programs {
  static func main() {
    let arguments = CommandLine.arguments.compactMap { UInt64($0) }
    var ok = 0
    let first = arguments.first ?? 0, count = arguments.last ?? 1
    for seed in first..<first + count {
      var writer = ProgramWriter(seed: seed)
      let text = writer.program()
      var mistakes: [String] = []
      var settings = Settings()
      settings.threads = 1
      var session = Session(settings: settings) {
        if case .mistake(let text) = $0 { mistakes.append(text) }
      }
      let status = session.run(text, onlyChecking: true)
      if status == .ready { ok += 1 } else if count <= 300 { print("--", seed); print(text); print(mistakes.joined(separator: "\n")) }
    }
    print("ok", ok, "of", count)
  }
}
