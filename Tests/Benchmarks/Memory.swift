import Glibc
import Measurement
import Simulation

/// The peak memory of the process after growing numbers of calls.
struct Memory {
  private let options: Options

  init(_ options: Options) {
    self.options = options
  }

  /// Prints the memory after each number of calls, the smallest number first.
  func report() throws {
    print("\npeak memory of the process, all cores")
    let policy = try WorkloadA.policy()
    print("  before".padded(34) + "\(Self.peak / 1024) MB".padded(-9))
    for calls in options.memory.sorted() {
      var measured = Measurement()
      let time = seconds { measured = Trials(calls: 0..<calls, seed: 1).measure(policy) }
      let rate = measured.successRate?.value ?? .nan
      print(
        "  after \(calls) calls".padded(34) + "\(Self.peak / 1024) MB".padded(-9)
          + "   \(text(time, 2)) s, success \(text(rate, 6))")
    }
    for clients in [1000, 10_000, 100_000] {
      let load = try WorkloadB.load(clients: clients, seconds: 10)
      for (name, path) in [("fast path", nil), ("engine", .engine)] as [(String, MeasurementPath?)]
      {
        let before = Self.peak
        let time = seconds { _ = LoadMeasurement(load, seed: 1, path: path) }
        let each = Double(Self.peak - before) * 1024 / Double(clients)
        print(
          "  after \(clients) clients, \(name)".padded(34) + "\(Self.peak / 1024) MB".padded(-9)
            + "   \(text(time, 2)) s, \(text(each, 0)) bytes more a client")
      }
    }
  }

  /// The bytes that are in memory now, as Linux tells.
  static var resident: Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    fgets(&line, Int32(line.count), file)
    let numbers = String(decoding: line.map(UInt8.init(bitPattern:)), as: UTF8.self).split(
      separator: " ")
    return (numbers.count > 1 ? Int(numbers[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// The peak memory so far, in kilobytes.
  private static var peak: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss
  }
}
