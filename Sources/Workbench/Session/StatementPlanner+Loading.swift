import RetryLanguage

/// The mistakes of a file that a text loads.
struct LoadedMistakes {
  let source: SourceText
  let diagnostics: [Diagnostic]
}

extension StatementPlanner {
  /// The maximum nesting depth of loaded files.
  static let deepestFile = 8
  /// The maximum number of files that a text loads, files that are loaded again included.
  static let mostFiles = 1000

  /// Plans the file that a `load` names, so that later statements know what it defines.
  ///
  /// A file that is missing may be written before its turn comes, so what follows it is checked then; where nothing
  /// runs, only a statement before it could write it.
  mutating func follow(_ written: Statement.Command) {
    guard let name = written.text, !host.isInterrupted() else { return }
    guard fileDepth < Self.deepestFile else {
      isBlind = true
      return diagnostics.append(.tooManyFiles(at: name.range))
    }
    fileCount += 1
    guard fileCount <= Self.mostFiles else {
      isBlind = true
      return diagnostics.append(
        Diagnostic(
          .tooLong, "more than \(Self.mostFiles) files are loaded, counting each time",
          at: name.range))
    }
    let path: String
    let text: String
    do throws(Diagnostic) {
      (path, text) = try host.scenario(at: name.text, name.range, definitions)
    } catch {
      isBlind = true
      if needsFiles { diagnostics.append(error) }
      return
    }
    var inner = self
    inner.source = SourceText(Variants.first(of: text), name: path)
    inner.host = host.beside(path)
    inner.fileDepth += 1
    (inner.actions, inner.diagnostics, inner.givesResult, inner.probe) = ([], [], [], nil)
    let reading = Parser.read(inner.source, commands: table.all.map(\.shape))
    for statement in reading.statements { inner.add(statement) }
    adopt(inner, reading.diagnostics)
  }

  private mutating func adopt(_ inner: StatementPlanner, _ misread: [Diagnostic]) {
    (definitions, settings) = (inner.definitions, inner.settings)
    (resultCount, coming) = (inner.resultCount, inner.coming)
    fileCount = inner.fileCount
    (isLater, isBlind, loaded) = (inner.isLater, inner.isBlind, inner.loaded)
    needsFiles = inner.needsFiles
    if inner.givesResult.contains(true) { givesResult[givesResult.count - 1] = true }
    let mistakes = misread.inOrder + inner.diagnostics.inOrder
    guard !mistakes.isEmpty else { return }
    loaded.append(LoadedMistakes(source: inner.source, diagnostics: mistakes))
    // What it would define is unknown.
    isBlind = true
  }
}

extension Diagnostic {
  /// The mistake of a file that is loaded by files that are loaded, and so on.
  static func tooManyFiles(at range: Range<Int>) -> Diagnostic {
    Diagnostic(
      .tooDeep, "files are loaded more than \(StatementPlanner.deepestFile) levels deep", at: range)
  }
}
