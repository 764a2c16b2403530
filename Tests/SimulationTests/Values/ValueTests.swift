import Simulation
import Testing

@Suite("Value")
struct ValueTests {
  @Test("a tuple has parts, and any other value is its own first part")
  func parts() {
    let group = Value.tuple([1, "two"])
    #expect((0...2).map(group.part) == [1, "two", nil])
    #expect((0...1).map(Value.int(7).part) == [7, nil])
  }
}
