import Measurement
import RetryNumerics
import Simulation

/// A load is the same on stages as in the faster way.
enum Loading {
  /// Returns what the two ways tell otherwise.
  static func difference(_ program: GeneratedProgram) -> String? {
    for load in program.loads.suffix(2) where load.duration.count <= 5_000_000_000 {
      let plain = LoadMeasurement(load, seed: program.seed, limits: program.limits)
      let staged = LoadMeasurement(load, seed: program.seed, limits: program.limits, path: .engine)
      // A server that a closure makes has a closure of its own in each run, which equals itself alone.
      if plain != staged, "\(plain)" != "\(staged)" {
        return divergence("\(plain)", "\(staged)")
      }
    }
    return nil
  }
}
