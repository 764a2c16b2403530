import Retry
import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

@Suite("The order of a server and its longest wait")
struct ServerOrderTests {
  /// Runs a server of 100 ms with clients that call at 0 ms, 10 ms, 20 ms and so on.
  private func outcomes(
    _ order: Server.Order, expires: Nanoseconds? = nil, clients: Int, onStages: Bool
  ) throws -> (results: [CallResult], figures: ResourceFigures) {
    let server = try Server("db", service: .constant(ms(100)), order: order, expires: expires)
    let call = Source.operation(try Operation("call", on: .server(server)))
    // The think time before the first call of each client is the next sample.
    let load = try Load(
      call, .closed(clients: clients, think: try .exponential(mean: ms(30))), for: ms(2000))
    var results: [CallResult] = []
    let record = LoadSimulation(load, seed: 4).run(onStages: onStages) { results.append($0) }
    return (results, try #require(record.total(since: .zero)?.resources.first))
  }

  @Test(
    "Last in, first out starves the first; no call overtakes another otherwise",
    arguments: [true, false])
  func order(onStages: Bool) throws {
    let (first, _) = try outcomes(.fifo, clients: 6, onStages: onStages)
    let (last, _) = try outcomes(.lifo, clients: 6, onStages: onStages)
    // With six clients, who waits for all others takes at most 600 ms.
    #expect(first.allSatisfy { $0.duration <= ms(600) })
    #expect(last.contains { $0.duration > ms(600) })
    #expect(last.count { $0.duration <= ms(200) } > first.count { $0.duration <= ms(200) })
    #expect(abs(first.count - last.count) <= 1)
  }

  @Test("Who has waited longer than allowed fails when the turn comes", arguments: [true, false])
  func expiry(onStages: Bool) throws {
    let (results, figures) = try outcomes(
      .fifo, expires: ms(250), clients: 6, onStages: onStages)
    let expired = results.filter { $0.outcome == .failure(Server.expiry) }
    #expect(expired.count > 3 && expired.count == figures.expired)
    #expect(expired.allSatisfy { $0.duration > ms(250) })
    let served = results.filter { $0.outcome == .success(.unit) }
    #expect(served.allSatisfy { $0.duration <= ms(350) } && served.count == figures.served)
  }

  @Test("A longest wait cannot be negative")
  func negative() throws {
    #expect {
      _ = try Server("db", service: .constant(ms(1)), expires: Nanoseconds(-1))
    } throws: {
      ($0 as? InvalidArgument)?.label == "expires"
    }
  }
}

@Suite("RingBuffer from both ends")
struct FifoTests {
  @Test("gives the same as an array, whatever is done to it")
  func model() {
    var draws = Draws(DrawKey(seed: 1, name: "fifo"), call: 0, attempt: 0, purpose: .closure)
    var (fifo, array) = (RingBuffer<Int>(), [Int]())
    for step in 0..<10_000 {
      if step % 2000 == 1999 {
        fifo.removeAll()
        array.removeAll()
      }
      switch Int(draws.unit() * 7) {
      case 0...3:
        fifo.append(step)
        array.append(step)
      case 4...5: #expect(fifo.popFirst() == (array.isEmpty ? nil : array.removeFirst()))
      default: #expect(fifo.popLast() == array.popLast())
      }
      #expect(fifo.count == array.count && fifo.first == array.first)
    }
  }
}
