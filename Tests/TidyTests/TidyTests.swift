import Foundation
import Testing

/// The rules of style that a formatter does not know.
@Suite("Tidy")
struct TidyTests {
  @Test("a file holds one concept: no source has more than 300 lines", arguments: Project.sources)
  func fileLength(file: Project.File) {
    #expect(file.lines.count <= 300)
  }

  @Test("a function fits a screen", arguments: Project.sources)
  func functionLength(file: Project.File) {
    for function in file.functions {
      #expect(function.length <= 50, "\(file) line \(function.line)")
    }
  }

  @Test("no source traps, forces or postpones", arguments: Project.sources)
  func bannedWords(file: Project.File) {
    let banned = ["try!", "as!", "fatalError(", "@unchecked Sendable", "nonisolated(unsafe)"]
    // A page has one thread, and what it has instead of a lock is unchecked.
    let isLock = file.path == "Sources/Page/StandIns/Synchronization/Mutex.swift"
    for word in banned.filter({ !isLock || $0 != "@unchecked Sendable" }) + [
      "TO" + "DO", "FIX" + "ME",
    ] {
      #expect(!file.text.contains(word), "\(file) has \(word)")
    }
  }

  /// The words of what nobody checks.
  static let unchecked = [
    "Unmanaged", "unowned(unsafe)", "_withUnsafe", "withUnsafe", "@exclusivity(unchecked)",
    "UnsafePointer", "UnsafeMutable", "UnsafeRaw", "UnsafeBuffer", "unsafeDowncast",
    "unsafeBitCast", "unchecked:",
  ]

  /// The targets that talk to the system or to libraries in C, whose interfaces are pointers.
  static let foreign = [
    "LineEditor", "Documents", "Files", "HTTPServer", "retrylab", "BuiltInScenarios",
    "RetryNumerics", "Page",
  ]

  @Test("what is unchecked lies in one folder, with the reasons", arguments: Project.sources)
  func unsafety(file: Project.File) {
    guard !Self.foreign.contains(file.target), file.target != "Lanes" else { return }
    guard file.target != "Simulation" || file.folder != "Unsafe" else { return }
    // A task that is asked about itself is there while it answers.
    let text = file.text.replacing("withUnsafeCurrentTask", with: "")
    for word in Self.unchecked { #expect(!text.contains(word), "\(file) has \(word)") }
  }

  @Test("the lower targets import nothing of the platform", arguments: Project.sources)
  func imports(file: Project.File) {
    guard
      [
        "RetryNumerics", "VirtualTime", "Simulation", "Lanes", "WideLanes", "WidestLanes",
        "Measurement", "TextLayout", "Pictures", "Report", "Conformance",
        "RetryLanguage", "Workbench", "Documents", "MeasuredData", "Fitting", "Editing",
      ].contains(file.target)
    else { return }
    // Measurements run on all cores, and for that alone one of them asks the system.
    let isAllowed = file.path == "Sources/Measurement/Trials/Trials+Gather.swift"
    let foreign = ["Foundation", "FoundationEssentials", "Glibc"] + (isAllowed ? [] : ["Dispatch"])
    #expect(file.imports.isDisjoint(with: foreign), "\(file) imports \(file.imports)")
  }

  /// The folders of each target, the lowest first; a file knows only the types of its own folder and those below.
  static let layers: [(target: String, folders: [String])] = [
    ("VirtualTime", ["Numbers", "Chance", "Distributions", "Events", "Clock"]),
    (
      "Retry",
      [
        "Text", "Backoff", "Policy", "Strategies", "Observation", "Call", "Drivers", "Layers",
      ]
    ),
    ("RetrySystems", ["Results", "Operations", "Questions", "Services", "Caching"]),
    ("RetryFoundation", ["Caching", "Services"]),
    (
      "Simulation",
      ["Unsafe", "Values", "Plans", "Traces", "Engine", "Stages", "Chain", "Load", "Marbles"]
    ),
    (
      "Measurement",
      [
        "Statistics", "Measuring", "Kernel", "Trials", "Expecting", "Loads", "Figures",
        "Comparing", "Searching",
      ]
    ),
    ("Pictures", ["Model", "Text", "SVG"]),
    (
      "Report",
      [
        "Text", "Times", "Timeline", "Traces", "JSON", "Runs", "Statistics", "Loads", "Playing",
        "Checks", "Export", "Page",
      ]
    ),
    (
      "RetryLanguage",
      ["Text", "Types", "Diagnostics", "Syntax", "Code", "Names", "Checking"]
    ),
    (
      "Workbench",
      [
        "Explaining", "Judging", "Settings", "State", "Lessons", "Events", "Session", "Rendering",
        "Help",
        "Completing", "Recording", "Commands", "Classroom", "Clients", "Hosting", "Sharding",
      ]
    ),
    ("HTTPServer", ["Requests", "Forwarding", "Answers", "Serving"]),
    ("Listening", ["Calls", "Answers", "World"]),
    ("Conformance", ["Calls", "Plans", "Reviews", "Verdicts", "Likeness", "Forecasts"]),
    ("PolicyFiles", ["Calls", "Code", "Writing", "Reading", "Libraries", "Files"]),
    ("MeasuredData", ["Records", "Formats", "Reading"]),
    ("Fitting", ["Numbers", "Families", "Choosing", "Failures", "Arrivals", "Results"]),
    ("LineEditor", ["Text", "Completion", "History", "Drawing", "Terminal", "Editor"]),
  ]

  @Test("the folders of a target know only the folders below them", arguments: layers)
  func folders(target: String, folders: [String]) {
    let files = Project.names.filter { $0.file.target == target }
    #expect(Set(files.map(\.file.folder)) == Set(folders))
    for (index, folder) in folders.enumerated() {
      let above = folders[(index + 1)...]
      let hidden = Set(files.filter { above.contains($0.file.folder) }.flatMap(\.types))
      for names in files where names.file.folder == folder {
        let known = names.typeWords.intersection(hidden)
        #expect(known.isEmpty, "\(names.file) knows \(known)")
      }
    }
  }

  @Test("the folders of a target use only members of the folders below them", arguments: layers)
  func members(target: String, folders: [String]) {
    let files = Project.names.filter { $0.file.target == target }
    // A name that another target or the standard library has as well says nothing about folders.
    let foreign = Project.names.filter { $0.file.target != target }
      .reduce(into: Set(["removeAll", "removeValue", "Result"])) { $0.formUnion($1.declared) }
    for (index, folder) in folders.enumerated() {
      let isAbove = { (names: Project.Names) in
        folders[(index + 1)...].contains(names.file.folder)
      }
      let known = files.filter { !isAbove($0) }.reduce(into: foreign) { $0.formUnion($1.declared) }
      let hidden = files.filter(isAbove).reduce(into: Set<String>()) { $0.formUnion($1.members) }
      for names in files where names.file.folder == folder {
        let used = names.used.intersection(hidden.subtracting(known))
        #expect(used.isEmpty, "\(names.file) uses \(used)")
      }
    }
  }

  @Test("importing only the library does not load Foundation", arguments: Project.sources)
  func foundation(file: Project.File) {
    // Payloads enter at the outermost layer, and rules are written with the coder that programs read them with.
    guard !["RetryFoundation", "RetryHTTP", "PolicyFiles"].contains(file.target),
      file.path != "Sources/retrylab/Payload.swift"
    else { return }
    let heavy = ["Foundation", "FoundationEssentials", "RetryFoundation", "RetryHTTP"]
    #expect(file.imports.isDisjoint(with: heavy), "\(file) imports \(file.imports)")
  }

  @Test("all locks of the library have the type that the thread sanitizer knows")
  func locks() {
    let library = Project.libraries + ["RetryNumerics", "VirtualTime"]
    let places = Project.sources.filter {
      library.contains($0.target) && $0.imports.contains("Synchronization")
    }
    #expect(places.map(\.path) == ["Sources/RetryNumerics/Locked.swift"])
  }

  @Test("only the line editor uses libedit, and it knows nothing of the language")
  func editor() {
    for file in Project.sources {
      #expect(file.imports.contains("CEditline") == false || file.target == "LineEditor", "\(file)")
      guard file.target == "LineEditor" else { continue }
      let known: Set<String> = ["CEditline", "Files", "Glibc", "Synchronization", "TextLayout"]
      #expect(file.imports.isSubset(of: known), "\(file) imports \(file.imports)")
    }
  }

  @Test("only the reader of documents uses libyaml, and it knows nothing of what they say")
  func documents() {
    for file in Project.sources {
      #expect(!file.imports.contains("CYaml") || file.target == "Documents", "\(file)")
      guard file.target == "Documents" else { continue }
      #expect(
        file.imports.isSubset(of: ["CYaml", "TextLayout"]), "\(file) imports \(file.imports)")
    }
  }

  @Test("the README is short, and its two commands are marked")
  func readme() throws {
    let text = try Project.read("README.md")
    #expect(text.split(separator: "\n").count <= 130)
    #expect(text.contains("<!-- start -->\n```sh\n"))
    #expect(text.contains("<!-- test -->\n```sh\nswift test\n```"))
  }

  @Test("the architecture names every target")
  func targets() throws {
    let text = try Project.read("Sources/README.md")
    for target in Set(Project.sources.map(\.target)) {
      #expect(text.contains("`\(target)`"), "\(target)")
    }
  }

  @Test("no paragraph for users is long", arguments: Project.handwritten)
  func paragraphs(document: String) throws {
    let paragraphs = Prose.paragraphs(of: try Project.read(document))
    #expect(paragraphs.count > 2)
    for paragraph in paragraphs {
      #expect(paragraph.utf8.count <= 500, "\(document): \(paragraph)")
    }
  }
}
