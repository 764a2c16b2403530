import RetryNumerics
import VirtualTime

/// The values of the parameters of a policy, one for each axis.
package typealias Point = [Double]

/// All policies that a search can choose from.
package struct Space: Hashable, Sendable {
  package let axes: [ParameterAxis]

  /// The most axes, of which each has a prime number for its low-discrepancy sequence.
  package static let mostAxes = primes.count
  private static let primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]

  package init(_ axes: [ParameterAxis]) {
    self.axes = axes
  }

  /// The number of points, if they can be counted.
  package var count: Int? {
    axes.reduce(1) { product, axis in
      guard let product, let count = axis.count else { return nil }
      let (result, isOver) = product.multipliedReportingOverflow(by: count)
      return isOver ? nil : result
    }
  }

  /// Every point, if there are at most a number of them; the last axis changes fastest.
  func all(upTo most: Int) -> [Point]? {
    guard let count, count <= most else { return nil }
    return axes.reduce([[]]) { points, axis in
      let values = axis.spread(axis.count ?? 1, around: axis.value(at: 0))
      return points.flatMap { point in values.map { point + [$0] } }
    }
  }

  /// A few points, to see what can be made of them.
  package var examples: [Point] { spread(16, seed: 0) }

  /// Returns different points that are spread evenly, of a Halton sequence with a random shift.
  func spread(_ count: Int, seed: UInt64) -> [Point] {
    if let all = all(upTo: count) { return all }
    let shifts = axes.indices.map { DrawKey(seed: seed, name: "tune \($0)").unit }
    var (points, seen): ([Point], Set<Point>) = ([], [])
    for number in 1...count * 4 where points.count < count {
      let point = axes.indices.map { index in
        let place = shifts[index] + Self.inverse(of: number, base: Self.primes[index])
        return axes[index].value(at: place < 1 ? place : place - 1)
      }
      if seen.insert(point).inserted { points.append(point) }
    }
    return points
  }

  /// Returns points at random, as yardsticks.
  func random(_ count: Int, seed: UInt64) -> [Point] {
    (0..<count).map { number in
      axes.indices.map { index in
        axes[index].value(at: DrawKey(seed: seed, name: "random \(number) \(index)").unit)
      }
    }
  }

  /// Returns a number with its digits in a base mirrored at the point.
  private static func inverse(of number: Int, base: Int) -> Double {
    var (rest, scale, sum) = (number, 1.0, 0.0)
    while rest > 0 {
      scale /= Double(base)
      sum += Double(rest % base) * scale
      rest /= base
    }
    return sum
  }

  /// Returns the points one step from a point: along each axis, and in a few directions across.
  func neighbours(of point: Point, step: Double, seed: UInt64) -> [Point] {
    let along = axes.indices.flatMap { index in
      axes[index].neighbours(of: point[index], step: step).map { value in
        var near = point
        near[index] = value
        return near
      }
    }
    guard axes.count > 1 else { return along }
    let across = (0..<2 * axes.count).map { direction in
      axes.indices.map { index in
        let draw = DrawKey(seed: seed, name: "tune \(direction) \(index)").unit
        let near = axes[index].neighbours(of: point[index], step: step)
        // A third of the axes stay, so that directions differ in how many change.
        let choice = Int(draw * Double(near.count) * 1.5)
        return near.indices.contains(choice) ? near[choice] : point[index]
      }
    }
    return along + across.filter { $0 != point }
  }

  /// Returns simpler points near a point: with one simpler value, and with several.
  func simpler(than point: Point) -> [Point] {
    let choices = zip(axes, point).map { $0.simpler(than: $1) }
    let single = axes.indices.flatMap { index in
      choices[index].map { value in
        var near = point
        near[index] = value
        return near
      }
    }
    let whole = (0..<2).map { rank in
      zip(point, choices).map { value, simpler in
        simpler.indices.contains(rank) ? simpler[rank] : value
      }
    }
    return (whole + single).filter { $0 != point && complexity(of: $0) < complexity(of: point) }
  }

  func complexity(of point: Point) -> Double {
    zip(axes, point).reduce(0) { $0 + $1.0.complexity(of: $1.1) }
  }
}

extension DrawKey {
  /// Its bits as a number from 0 up to 1.
  fileprivate var unit: Double { Double(unitOf: bits) }
}
