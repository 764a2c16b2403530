import HTTPServer
import Testing

@testable import Listening

@Suite("The call of a request")
struct CallFinderTests {
  static func request(_ fields: String = "", path: String = "/a") throws -> Request {
    var reader = RequestReader()
    reader.add("GET \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n".utf8)
    guard case .request(let request) = try #require(try reader.next()) else {
      throw BadInput()
    }
    return request
  }

  static func begin(_ finder: inout CallFinder, _ request: Request) -> CallFinder.Place {
    let (sign, value) = CallSign.of(request)
    return finder.begin(sign, value)
  }

  private struct BadInput: Error {}

  @Test(
    "is told by the headers that clients send",
    arguments: [
      ("Idempotency-Key: 7\r\n", CallSign.idempotencyKey, "7"),
      ("amz-sdk-invocation-id: x\r\namz-sdk-request: attempt=2\r\n", .invocation, "x"),
      ("traceparent: 00-4bf92f35-00f067aa-01\r\n", .trace, "4bf92f35"),
      ("X-RetryLab-Call: 12\r\nIdempotency-Key: 7\r\n", .number, "12"),
    ])
  func signs(fields: String, sign: CallSign, value: String) throws {
    let known = CallSign.of(try Self.request(fields))
    #expect(known.sign == sign && known.value == value)
    #expect(CallSign.of(try Self.request("traceparent: 1\r\n")).sign == .content)
  }

  @Test("is known by a key of any length")
  func longKeys() {
    var finder = CallFinder()
    let long = String(repeating: "k", count: 60_000)
    let places = ["a", "b", "a"].map { finder.begin(.idempotencyKey, long + $0) }
    #expect(places.map(\.call.number) == [0, 1, 0] && places.map(\.attempt) == [1, 1, 2])
  }

  @Test("goes on with each attempt of its key")
  func keys() throws {
    var finder = CallFinder()
    for attempt in 1...3 {
      for number in 0..<3 {
        let place = Self.begin(&finder, try Self.request("Idempotency-Key: \(number)\r\n"))
        #expect(place.call.number == UInt64(number) && place.attempt == attempt)
        finder.end(place, isSuccess: attempt == 2)
      }
    }
    #expect(finder.count == 3)
  }

  @Test("of a request without a sign is a new one after a success, or beside another")
  func content() throws {
    var finder = CallFinder()
    let request = try Self.request()
    let first = Self.begin(&finder, request)
    #expect(first.call.number == 0 && first.attempt == 1)
    finder.end(first, isSuccess: false)
    let second = Self.begin(&finder, request)
    #expect(second.call.number == 0 && second.attempt == 2)
    let beside = Self.begin(&finder, request)
    #expect(beside.call.number == 1 && beside.attempt == 1)
    finder.end(beside, isSuccess: true)
    #expect(Self.begin(&finder, request).call.number == 2)
    #expect(Self.begin(&finder, try Self.request(path: "/b")).call.number == 3)
  }

  @Test("that is asked for by its number begins again after a success")
  func numbers() throws {
    var finder = CallFinder()
    let request = try Self.request("X-RetryLab-Call: 5\r\n")
    for isSuccess in [false, true, false] {
      let place = Self.begin(&finder, request)
      #expect(place.call.number == 5)
      finder.end(place, isSuccess: isSuccess)
    }
    #expect(Self.begin(&finder, request).attempt == 2)
    #expect(Self.begin(&finder, try Self.request()).call.number == 0)
  }

  @Test("is forgotten when many others came after it")
  func memory() throws {
    var finder = CallFinder(room: 10)
    let old = try Self.request("Idempotency-Key: old\r\n")
    finder.end(Self.begin(&finder, old), isSuccess: false)
    for number in 0..<9 {
      _ = Self.begin(&finder, try Self.request("Idempotency-Key: \(number)\r\n"))
    }
    #expect(Self.begin(&finder, old).attempt == 2)
    for number in 0..<30 {
      _ = Self.begin(&finder, try Self.request("Idempotency-Key: b\(number)\r\n"))
    }
    #expect(Self.begin(&finder, old).attempt == 1)
  }
}
