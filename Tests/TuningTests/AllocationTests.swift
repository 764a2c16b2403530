import Testing
import Tuning

@Suite("Allocation of batches")
struct AllocationTests {
  @Test("gives what the manual of SPOT publishes")
  func published() {
    let more = Allocation.optimal(
      means: [1.2, 2.1, 3.4, 4.87, 6.05], variances: [3.3, 2, 4.5, 5.3, 6.9],
      counts: [12, 6, 5, 5, 4], more: 100)
    #expect(more == [48, 38, 11, 2, 1])
  }
}
