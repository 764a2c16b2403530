import RetryLanguage
import Simulation
import Workbench

/// Runs any text as a session, and writes down what could be read: nothing may trap, hang or change its meaning.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  var session = Session(commands: .standard) { _ in }
  session.settings.limits.events = 200
  session.run(text)
  checkFormatting(text)
  return 0
}

/// Traps if a formatted program changes when it is parsed and formatted again.
private func checkFormatting(_ text: String) {
  let commands = CommandTable.standard.all.map(\.shape)
  let first = Parser.read(SourceText(text), commands: commands)
  guard first.diagnostics.isEmpty else { return }
  let formatter = Formatter(commands: commands)
  let written = formatter.text(first.statements)
  let second = Parser.read(SourceText(written), commands: commands)
  precondition(second.diagnostics.isEmpty, "written down, this is wrong: \(written)")
  precondition(formatter.text(second.statements) == written, "this changes: \(written)")
}

/// The loop of libFuzzer, which the option `-sanitize=fuzzer` links.
@_silgen_name("LLVMFuzzerRunDriver")
private func drive(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ run: @convention(c) (UnsafePointer<UInt8>, Int) -> CInt
) -> CInt

@main
struct SessionFuzzer {
  static func main() {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    _ = drive(&count, &arguments) { fuzz($0, $1) }
  }
}
