/// The way that calls are run; all come to the same results, call by call.
package enum MeasurementPath: String, Hashable, Sendable {
  /// The engine, which runs every source.
  case engine
  /// Many calls side by side: a plain policy over an operation with independent faults.
  case vector
  /// The same on a processor without wide vectors.
  case plainVector
}
