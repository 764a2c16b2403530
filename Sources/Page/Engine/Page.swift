import BuiltInScenarios
import Report
import RetryLanguage
import Simulation
import Synchronization
import Workbench

/// The session of a page.
private final class Page {
  private var server: ProtocolServer

  init() {
    // Lines do not wait to be read: each is answered when it comes.
    let connection = Connection(read: { nil }, write: { send($0) })
    var host = ScriptHost(json: { Value(json: $0) })
    host.file = { BuiltInScenarios.content(of: $0, orElse: .absent) }
    host.recording = { BuiltInScenarios.recording(at: $0) }
    host.paths = { BuiltInScenarios.paths(beginningWith: $0) }
    var hooks = TerminalHooks()
    hooks.lessonStore = LessonStore(
      course: { BuiltInScenarios.paths(beginningWith: "scenarios/lessons/") }, lesson: host.file)
    server = ProtocolServer(connection, host: host, terminal: hooks, client: .page)
  }

  /// Answers a request; returns whether more may follow.
  func answer(_ line: String) -> Bool { server.answer(line) }
}

private let page = Mutex(Page())

@_extern(c, "page_send")
func sendLine(_ line: UnsafePointer<UInt8>, _ count: Int32)

private func send(_ line: String) {
  var line = line
  line.withUTF8 { bytes in
    if let base = bytes.baseAddress { sendLine(base, Int32(bytes.count)) }
  }
}

/// Answers a request of so many bytes; returns whether more may follow.
@_expose(wasm, "page_answer")
@_cdecl("page_answer")
public func answer(_ line: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
  let bytes = UnsafeBufferPointer(start: line, count: Int(count))
  let line = String(decoding: bytes, as: UTF8.self)
  return page.withLock { $0.answer(line) } ? 1 : 0
}
