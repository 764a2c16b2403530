import Foundation
import Testing

@Suite("A package that depends on the library")
struct DependentPackageTests {
  @Test("it is built without a word about libedit and libyaml, and needs neither")
  func builds() throws {
    let package = try DependentPackage.built.get()
    #expect(package.build.code == 0, "\(package.build.output)")
    #expect(!package.build.output.contains("warning"), "\(package.build.output)")
    let run = try package.run("dependent")
    #expect(run == Program.Run(code: 0, output: "3 7200.0 seconds\n", errors: ""))
    let libraries = try package.libraries(of: "dependent")
    #expect(libraries.contains("libc.so"))
    #expect(!libraries.contains("libedit") && !libraries.contains("libyaml"), "\(libraries)")
  }

  @Test(
    "the program of each article prints what the article says",
    arguments: Article.all, DependentPackage.Mode.allCases)
  func articles(article: Article, mode: DependentPackage.Mode) throws {
    let run = try DependentPackage.built.get().run(article.module + mode.rawValue)
    #expect(run.output == article.output)
    #expect(run.code == 0)
  }

  @Test(
    "a client writes layers and filters of its own", arguments: DependentPackage.Mode.allCases)
  func layers(mode: DependentPackage.Mode) throws {
    let run = try DependentPackage.built.get().run("layers\(mode.rawValue)")
    #expect(run == Program.Run(code: 0, output: "30\n20\n5\n", errors: ""))
  }

  @Test("an exported policy makes its attempts when the laboratory simulates them")
  func exported() throws {
    let run = try DependentPackage.built.get().run("exports")
    let lines = run.output.split(separator: "\n").map { line in
      line.split(separator: " ").compactMap { Int64($0) }
    }
    #expect(run.code == 0 && lines.count == 3 * ExportedPolicy.all.count, "\(run.output)")
    for (index, policy) in ExportedPolicy.all.enumerated() where lines.count > 3 * index + 2 {
      let (least, most, some) = (lines[3 * index], lines[3 * index + 1], lines[3 * index + 2])
      let simulated = try policy.simulated
      let ends = try policy.ends(max(least.count, most.count, simulated.count))
      #expect(simulated.count > 2, "\(policy)")
      if least == most {
        #expect(least == simulated && some == simulated, "\(policy): \(least), \(simulated)")
      } else {
        #expect(zip(least, ends.least).allSatisfy { $0 == $1 }, "\(policy): \(least)")
        // The highest draw may round to just below the end.
        let isHighest = zip(most, ends.most).allSatisfy { ($1 - 20...$1).contains($0) }
        #expect(try isHighest || !policy.isRising, "\(policy): \(most)")
        for starts in [most, some, simulated] {
          let isWithin = starts.indices.allSatisfy {
            (ends.least[$0]...ends.most[$0]).contains(starts[$0])
          }
          #expect(isWithin, "\(policy): \(starts)")
        }
      }
    }
  }

  @Test("the libraries compile for binaries that outlive them")
  func evolution() throws {
    // One after the other in one folder, since what they share is compiled once there.
    let scratch = try Scratch.folder().path
    let known = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    for target in ["RetryTesting", "RetryFoundation", "RetryHTTP"] {
      let run = try Program.shell(
        "cd '\(Program.root.path)' && HOME='\(scratch)' UNOPTIMIZED=1 PATH='\(known)' swift build --target \(target) --scratch-path '\(scratch)'"
          + " -Xswiftc -enable-library-evolution 2>&1", [])
      #expect(run.code == 0, "\(run.output)")
    }
  }

  @Test("the tests in the articles pass")
  func tests() throws {
    let run = try DependentPackage.built.get().test()
    #expect(run.code == 0, "\(run.output)")
    let each = Article.all.flatMap { $0.files(areTests: true) }.reduce(0) {
      $0 + $1.components(separatedBy: "@Test").count - 1
    }
    let count = each * DependentPackage.Mode.allCases.count
    #expect(each >= 9 && run.output.contains("with \(count) tests"), "\(run.output)")
  }
}
