/// The search for a minimum without derivatives, of Nelder and Mead (1965).
enum Simplex {
  /// Returns the point where a function of few variables is least, near a start; the best so far if it is stopped.
  static func minimum(
    from start: [Double], step: Double, most: Int = 400, precision: Double = 1e-7,
    isStopped: () -> Bool = { false }, of function: ([Double]) -> Double
  ) -> [Double] {
    let count = start.count
    // What is no number is worse than everything.
    func value(_ point: [Double]) -> Double {
      let value = function(point)
      return value.isNaN ? .infinity : value
    }
    var corners = [(start, value(start))]
    for index in 0..<count {
      var point = start
      point[index] += step
      corners.append((point, value(point)))
    }
    var calls = count + 1
    while calls < most, !isStopped() {
      corners.sort { $0.1 < $1.1 }
      let (best, worst) = (corners[0], corners[count])
      if abs(worst.1 - best.1) <= precision * (abs(best.1) * 1e-6 + 1) { break }
      let centre = (0..<count).map { axis in
        corners[..<count].reduce(0) { $0 + $1.0[axis] } / Double(count)
      }
      func move(_ factor: Double) -> ([Double], Double) {
        let point = (0..<count).map { centre[$0] + factor * (worst.0[$0] - centre[$0]) }
        return (point, value(point))
      }
      let reflected = move(-1)
      calls += 1
      if reflected.1 < best.1 {
        let expanded = move(-2)
        calls += 1
        corners[count] = expanded.1 < reflected.1 ? expanded : reflected
      } else if reflected.1 < corners[count - 1].1 {
        corners[count] = reflected
      } else {
        let contracted = move(reflected.1 < worst.1 ? -0.5 : 0.5)
        calls += 1
        if contracted.1 < min(reflected.1, worst.1) {
          corners[count] = contracted
        } else {
          calls += count
          for index in 1...count {
            let point = (0..<count).map { (corners[index].0[$0] + best.0[$0]) / 2 }
            corners[index] = (point, value(point))
          }
        }
      }
    }
    return corners.min { $0.1 < $1.1 }?.0 ?? start
  }
}
