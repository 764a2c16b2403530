import Foundation
import Testing

/// Engines that exist run shards, and the program prints what it prints alone.
@Suite("Engines for shards")
struct EngineTests {
  private struct Study {
    let folder: URL
    var script: String { folder.appending(path: "study.retry").path }
    var parts: URL { folder.appending(path: "study.retry.parts") }
    let whole: Program.Run

    init(_ text: String = WorkCommandTests.dependent) throws {
      folder = try Scratch.folder()
      let script = folder.appending(path: "study.retry").path
      try text.write(toFile: script, atomically: true, encoding: .utf8)
      whole = try Program.run([script])
    }

    func run(
      on engine: String, shards: Int = 4, path: String? = nil, _ others: String...
    ) throws -> Program.Run {
      let search = path.map { "\($0):/usr/bin:/bin" } ?? "/usr/bin:/bin"
      return try Program.run(
        [script, "--on", engine, "--shards", "\(shards)"] + others, environment: ["PATH": search])
    }
  }

  private static let all =
    ["sh", "xargs -P 2 -d '\\n' -n 1 sh -c"]
    + (FileManager.default.isExecutableFile(atPath: "/usr/bin/parallel") ? ["parallel"] : [])

  @Test("that read lines, such as xargs and parallel, do all rounds", arguments: all)
  func lines(engine: String) throws {
    let study = try Study()
    let run = try study.run(on: engine)
    // GNU parallel may ask to be cited.
    #expect(run.code == 0 && run.output == study.whole.output, "\(run)")
    let rounds = try FileManager.default.contentsOfDirectory(atPath: study.parts.path)
    #expect(rounds.sorted() == ["1", "2"])
  }

  @Test("run the rounds of a search")
  func search() throws {
    let study = try Study(
      """
      let f = op(fails: 30%, latency: exponential(100ms))
      tune f.retry(attempts: n, delay: d) where n in 1...6, d in 10ms...1s \
      subject success >= 98% minimize load, p99 calls 600_000
      """)
    #expect(try study.run(on: "sh", shards: 2) == study.whole)
  }

  @Test("that stop in the middle go on from the parts that they have made")
  func resumes() throws {
    let study = try Study()
    let broken = try study.run(on: "head -n 2 | sh")
    #expect(broken.code == 75 && broken.output.isEmpty == false, "\(broken)")
    #expect(broken.errors.contains("made no part of 2 of 4 shards"), "\(broken.errors)")
    let part = study.parts.appending(path: "1/1")
    let before = try FileManager.default.attributesOfItem(atPath: part.path)[.modificationDate]
    #expect(try study.run(on: "sh") == study.whole)
    let after = try FileManager.default.attributesOfItem(atPath: part.path)[.modificationDate]
    #expect(before as? Date == after as? Date)
    // Parts of another text are made again.
    try "stats op(fails: 20%).retry(3) calls 500_000".write(
      toFile: study.script, atomically: true, encoding: .utf8)
    #expect(try study.run(on: "sh") == Program.run([study.script]))
  }

  @Test("run each shard again as often as they like")
  func doubles() throws {
    let study = try Study()
    #expect(try study.run(on: "sed p | shuf | sh") == study.whole)
  }

  @Test("are started by Slurm as an array, here by a stand-in for 'sbatch'")
  func slurm() throws {
    let study = try Study()
    let tools = try Scratch.folder()
    let script = """
      #!/bin/bash
      # Runs the tasks of an array one after another, the last one first.
      [ "$1" = --wait ] || exit 64
      last=$(sed -n 's/^#SBATCH --array=1-//p' "$2")
      for ((task = last; task >= 1; task--)); do
        SLURM_ARRAY_TASK_ID=$task sh "$2" || exit 1
      done
      """
    let sbatch = tools.appending(path: "sbatch").path
    try script.write(toFile: sbatch, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: sbatch)
    #expect(try study.run(on: "slurm", path: tools.path) == study.whole)
    let missing = try Study().run(on: "slurm")
    #expect(missing.code == 75 && missing.errors.contains("sbatch"), "\(missing)")
  }

  @Test("get a Job for Kubernetes, whose parts are merged once they are there")
  func kubernetes() throws {
    let study = try Study()
    var run = try study.run(on: "kubernetes", shards: 3)
    var rounds = 0
    while run.code == 75, rounds < 5 {
      rounds += 1
      let folder = study.parts.appending(path: "\(rounds)")
      let job = try String(contentsOf: folder.appending(path: "job.yaml"), encoding: .utf8)
      #expect(run.errors.contains("apply job.yaml") && job.contains("completions: 3"))
      // What a container would do, with the program in its path.
      let lines = try String(contentsOf: folder.appending(path: "commands"), encoding: .utf8)
      for line in lines.split(separator: "\n") {
        let pod = try Program.shell("PATH=\(Program.folder.path):$PATH; \(line)", [])
        #expect(pod.code == 0, "\(pod)")
      }
      run = try study.run(on: "kubernetes", shards: 3)
    }
    #expect(rounds == 2 && run == study.whole)
  }

  @Test("that are not there, or fail, leave a message")
  func failures() throws {
    let study = try Study()
    let missing = try study.run(on: "no-such-engine")
    #expect(missing.code == 75 && missing.errors.contains("no-such-engine"), "\(missing)")
    try "stats op(fails: 20%).retry(f) calls 500_000".write(
      toFile: study.script, atomically: true, encoding: .utf8)
    let wrong = try study.run(on: "sh")
    #expect(wrong.code == 65 && wrong.errors.contains("'f' is not defined"), "\(wrong)")
    for arguments in [
      ["--on", "sh"], [study.script, study.script, "--on", "sh"], ["--shards", "4", study.script],
      ["test", study.folder.path, "--on", "sh", "--seeds", "3"],
    ] {
      #expect(try Program.run(arguments).code == 64)
    }
  }
}
