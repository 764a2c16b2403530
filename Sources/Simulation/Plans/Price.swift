package import VirtualTime

/// A price in billionths, so that sums are exact.
package struct Price: Hashable, Sendable {
  package let billionths: Int64

  package init(_ number: Double) throws(InvalidArgument) {
    guard number >= 0, number <= 1000 else {
      throw InvalidArgument("cost", PlanProblem.cost(number))
    }
    billionths = Int64(number * 1e9 + 0.5)
  }

  package var number: Double { Double(billionths) / 1e9 }
}
