import Testing

@testable import Tuning

@Suite("A space of policies")
struct SpaceTests {
  private static let attempts = ParameterAxis("n", .whole(1...8, isLogarithmic: false))
  private static let base = ParameterAxis("b", .continuous(10e6...2e9, isLogarithmic: true))
  private static let share = ParameterAxis("r", .continuous(0...1, isLogarithmic: false))
  private static let jitter = ParameterAxis("j", .named(3))
  static let axes = [attempts, base, share, jitter]

  @Test(
    "is covered evenly by as many points as are asked for", arguments: 1...20 as ClosedRange<UInt64>
  )
  func spread(seed: UInt64) {
    let points = Space([Self.base, Self.share]).spread(64, seed: seed)
    #expect(Set(points).count == 64)
    let cells = points.map { point in
      [Self.base.place(of: point[0]), Self.share.place(of: point[1])].map { min(Int($0 * 4), 3) }
    }
    // 64 points at random would leave one of the 16 cells empty in a quarter of all cases.
    #expect(Set(cells).count == 16)
  }

  @Test("is listed as a whole where it is small")
  func all() {
    let space = Space([Self.attempts, Self.jitter])
    #expect(space.count == 24)
    #expect(space.spread(24, seed: 1) == space.all(upTo: 24))
    #expect(space.all(upTo: 23) == nil && Space(Self.axes).count == nil)
    #expect(Set(space.all(upTo: 24) ?? []).count == 24)
  }

  @Test("has values of three digits within their ends, each at its place", arguments: axes)
  func values(axis: ParameterAxis) {
    for step in 0...200 {
      let value = axis.value(at: Double(step) / 200)
      let place = axis.place(of: value)
      #expect((-1e-9...1.000001).contains(place))
      #expect(axis.value(at: place) == value, "\(axis.name) \(value)")
      #expect("\(value)".filter(\.isNumber).reversed().drop { $0 == "0" }.count <= 4)
    }
  }

  @Test("has neighbours on both sides of a point, however short the step", arguments: axes)
  func neighbours(axis: ParameterAxis) {
    let value = axis.value(at: 0.4)
    let near = axis.neighbours(of: value, step: 0.01)
    #expect(near.contains { $0 < value } && near.contains { $0 > value })
    let ends = [axis.value(at: 0), axis.value(at: 1)]
    #expect(
      ends.allSatisfy { end in
        axis.neighbours(of: end, step: 0.25).allSatisfy { ends[0] <= $0 && $0 <= ends[1] }
      })
  }

  @Test("has simpler points near a point, which have fewer digits and simpler names")
  func simpler() {
    let space = Space(Self.axes)
    let point = [4, 137e6, 0.321, 2]
    let simpler = space.simpler(than: point)
    #expect(simpler.contains([4, 1e8, 0.3, 0]), "\(simpler)")
    #expect(simpler.allSatisfy { space.complexity(of: $0) < space.complexity(of: point) })
    #expect(space.simpler(than: [4, 1e8, 0.5, 0]).isEmpty)
  }
}
