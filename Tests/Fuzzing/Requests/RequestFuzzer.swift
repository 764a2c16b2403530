import HTTPServer
import RetryNumerics

/// Reads any bytes as requests: nothing may trap, take more memory than its limits say, or depend on where bytes are cut.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  // The first bytes choose the limits and the cuts, so that both change with what is read.
  let all = Array(UnsafeBufferPointer(start: bytes, count: count))
  guard all.count > 3 else { return 0 }
  var limits = RequestLimits()
  if all[0] & 1 == 1 { (limits.head, limits.fields, limits.content) = (256, 8, 1000) }
  let input = all.dropFirst(3)
  let whole = Reading(input, limits, pieces: [input.count])
  let cut = Reading(input, limits, pieces: [Int(all[1] % 61) + 1, Int(all[2] % 7) + 1])
  let single = Reading(input, limits, pieces: [1])
  precondition(cut == single, "other events in other pieces: \(cut), \(single)")
  precondition(whole == single, "other events of the whole: \(whole), \(single)")
  for case .request(let request) in whole.events {
    precondition(request.content.length <= min(limits.content, input.count), "\(request)")
    precondition(request.fields.count <= limits.fields, "\(request)")
    checkWriting(request, limits)
  }
  return 0
}

/// What a reader makes of bytes that come in pieces.
private struct Reading: Equatable {
  private(set) var events: [RequestReader.Event] = []
  private(set) var problem: BadRequest?

  /// Reads all bytes in pieces whose lengths take turns.
  init(_ input: ArraySlice<UInt8>, _ limits: RequestLimits, pieces: [Int]) {
    var (reader, left, turn) = (RequestReader(limits), input, 0)
    while !left.isEmpty {
      let piece = left.prefix(pieces[turn % pieces.count])
      (left, turn) = (left.dropFirst(piece.count), turn + 1)
      reader.add(piece)
      do throws(BadRequest) {
        while let event = try reader.next() { events.append(event) }
      } catch {
        problem = error
        Self.checkEnd(&reader, error)
        return
      }
      // An empty line before a request, or a line end, is what a head may have besides.
      precondition(reader.unreadCount <= limits.head + piece.count + 2, "\(reader.unreadCount)")
    }
  }

  /// After a problem nothing is read, whatever comes.
  private static func checkEnd(_ reader: inout RequestReader, _ problem: BadRequest) {
    reader.add("GET / HTTP/1.0\r\n\r\n".utf8)
    do throws(BadRequest) {
      let event = try reader.next()
      preconditionFailure("after \(problem): \(String(describing: event))")
    } catch {
      precondition(error == problem, "\(error) after \(problem)")
    }
  }
}

/// Traps if a request that was read is another one after it was written.
private func checkWriting(_ request: Request, _ limits: RequestLimits) {
  let fields = request.fields.filter { !["content-length", "transfer-encoding"].contains($0.name) }
  var text = "\(request.method) \(request.target) HTTP/1.\(request.minorVersion)\r\n"
  for field in fields { text += "\(field.name): \(field.value)\r\n" }
  // What is no UTF-8 is longer when it is written.
  var roomy = limits
  roomy.head *= 4
  let again = Reading(Array((text + "\r\n").utf8)[...], roomy, pieces: [5])
  guard case .request(let other)? = again.events.last, again.events.count == 1 else {
    preconditionFailure("\(text) is no request: \(again)")
  }
  precondition(
    other.method == request.method && other.target == request.target && other.fields == fields
      && other.keepsConnection == request.keepsConnection, "\(request) became \(other)")
}

/// The loop of libFuzzer, which the option `-sanitize=fuzzer` links.
@_silgen_name("LLVMFuzzerRunDriver")
private func drive(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ run: @convention(c) (UnsafePointer<UInt8>, Int) -> CInt
) -> CInt

@main
struct RequestFuzzer {
  static func main() {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    _ = drive(&count, &arguments) { fuzz($0, $1) }
  }
}
