import RetryLanguage

/// What runs the shards of a text on this machine or on many: it reads commands, one per line, and runs each of them.
///
/// Where and when they run, and again after a loss, is its own business.
enum Engine {
  /// A command of the shell that reads the lines from its standard input, such as `parallel`.
  case command(String)
  /// A cluster of Dask: a local one, or that of a scheduler with an address.
  case dask(String?)
  case slurm
  /// A cluster that a person hands a Job to.
  case kubernetes

  init(_ text: String) {
    switch text {
    case "dask": self = .dask(nil)
    case _ where text.hasPrefix("dask:"): self = .dask(String(text.dropFirst(5)))
    case "slurm": self = .slurm
    case "kubernetes": self = .kubernetes
    default: self = .command(text)
    }
  }

  /// The engines that have a name.
  static let words = ["dask", "slurm", "kubernetes", "parallel"]

  /// What has to be there to run it.
  var program: String {
    switch self {
    case .command(let command): command
    case .dask: "python3"
    case .slurm: "sbatch"
    case .kubernetes: "kubectl"
    }
  }

  /// The number of shards, unless the user says how many.
  static let usualShards = 64

  /// What the engine needs for the commands in a file of a folder: other files there, and the command that runs them.
  struct Launch {
    var files: [String: String] = [:]
    /// `nil` if a person has to start it.
    let command: String?
    /// What such a person does.
    var advice = ""
  }

  func launch(_ count: Int, in folder: String) -> Launch {
    let commands = Shell.quoted("\(folder)/commands")
    switch self {
    case .command(let command): return Launch(command: "( \(command) ) < \(commands)")
    case .dask(let address):
      let script = Shell.quoted("\(folder)/engine.py")
      return Launch(
        files: ["engine.py": Self.daskScript],
        command: "python3 \(script) \(address.map(Shell.quoted) ?? "") < \(commands)")
    case .slurm:
      return Launch(
        files: ["job.sh": Self.slurmScript(count, in: folder)],
        command: "sbatch --wait \(Shell.quoted("\(folder)/job.sh"))")
    case .kubernetes:
      return Launch(
        files: [
          "job.yaml": Self.kubernetesManifest(count, in: folder),
          "Containerfile": Self.containerRecipe,
        ],
        command: nil,
        advice: """
          '\(folder)' has a Job for Kubernetes, and the recipe of its image: apply job.yaml, whose volume has to hold \
          this folder, then repeat this command
          """)
    }
  }

  /// Returns the command of a shard: one that any machine with the same folders can run.
  func line(of arguments: [String], program: String, in folder: String) -> String {
    let words = arguments.map(Shell.quoted).joined(separator: " ")
    // A container has the program and begins in the folder.
    if case .kubernetes = self { return "retrylab \(words)" }
    return "cd \(Shell.quoted(folder)) && \(Shell.quoted(program)) \(words)"
  }
}
