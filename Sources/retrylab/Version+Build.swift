import Workbench

extension Version {
  /// How this program was built.
  static var build: String {
    #if arch(x86_64)
      let processor = "x86_64"
    #elseif arch(arm64)
      let processor = "arm64"
    #else
      let processor = "another processor"
    #endif
    #if os(macOS)
      let system = "macOS"
    #elseif os(Linux)
      let system = "Linux"
    #else
      let system = "another system"
    #endif
    #if DEBUG
      let kind = "debug build, with assertions"
    #elseif PACKAGED
      let kind = "package, with the libraries that it needs"
    #else
      let kind = "release build from a checkout"
    #endif
    return "\(kind), for \(system) on \(processor)"
  }
}
