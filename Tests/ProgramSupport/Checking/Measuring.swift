import Measurement
import Simulation

/// Neither the number of threads nor the way in which calls are run changes a measurement.
enum Measuring {
  /// Returns the path with a different result.
  static func difference(_ program: GeneratedProgram) -> String? {
    // Many calls now and then, so that there is more than a share for each thread.
    let calls: Range<UInt64> = program.seed % 64 == 0 ? 0..<700 : 0..<20
    for part in program.parts.suffix(2) {
      let usual = measured(part.source, calls, program, nil, threads: 1)
      for (path, threads) in ways(program) {
        let other = measured(part.source, calls, program, path, threads: threads)
        if other != usual {
          let way = path?.rawValue ?? "usual"
          return "\(part.text) on \(way), \(threads) threads"
            + divergence("\(usual)", "\(other)")
        }
      }
    }
    return nil
  }

  /// The ways that are tried; threads take time to start, so that they are not always.
  private static func ways(_ program: GeneratedProgram) -> [(MeasurementPath?, Int)] {
    let paths: [(MeasurementPath?, Int)] = [
      (.engine, 1), (.vector, 1), (.wideVector, 1), (.plainVector, 1),
    ]
    return program.seed % 8 == 0 ? paths + [(nil, 2), (.engine, 2), (nil, 3)] : paths
  }

  private static func measured(
    _ source: Source, _ calls: Range<UInt64>, _ program: GeneratedProgram,
    _ path: MeasurementPath?, threads: Int
  ) -> Measurement {
    var trials = Trials(calls: calls, seed: program.seed)
    trials.limits = program.limits
    trials.threads = threads
    trials.path = path
    return trials.measure(source)
  }
}
