import Report
package import RetryLanguage
import Simulation

/// A scenario as a notebook of Jupyter: its narration as cells of text, its statements as cells of code.
package struct Notebook {
  private struct Cell {
    let isCode: Bool
    let lines: [String]
  }

  private let cells: [Cell]

  /// Divides a scenario where narration begins and ends.
  package init(_ scenario: String, commands: [CommandShape]) {
    let source = SourceText(scenario)
    let reading = Parser.read(source, commands: commands)
    // Three slashes inside of a statement, or behind it, stay with it.
    let told = zip(reading.statements, reading.ranges).compactMap { statement, range -> Int? in
      guard case .narration = statement else { return nil }
      let place = source.place(of: range.lowerBound)
      let isAlone = source.line(place.line).prefix(place.column - 1).allSatisfy(\.isWhitespace)
      return isAlone ? place.line : nil
    }
    let narrated = Set(told)
    var cells: [Cell] = []
    for number in 1...source.place(of: source.characters.count).line {
      let (line, isCode) = (source.line(number), !narrated.contains(number))
      if let last = cells.last, last.isCode == isCode {
        cells[cells.count - 1] = Cell(isCode: isCode, lines: last.lines + [line])
      } else {
        cells.append(Cell(isCode: isCode, lines: [line]))
      }
    }
    self.cells = cells.map { Cell(isCode: $0.isCode, lines: $0.lines.withoutEmptyEnds) }
      .filter { !$0.lines.isEmpty }
  }

  /// The notebook as its file.
  package var json: String {
    let cells = cells.enumerated().map { index, cell -> JSONValue in
      let lines = cell.isCode ? cell.lines : cell.lines.map(\.withoutSlashes)
      let ends = lines.indices.map { $0 == lines.count - 1 ? "" : "\n" }
      let common: JSONValue = [
        "cell_type": cell.isCode ? "code" : "markdown", "id": .string("cell-\(index + 1)"),
        "metadata": [:], "source": .list(zip(lines, ends).map { .string($0 + $1) }),
      ]
      return cell.isCode ? common.adding("execution_count", .null).adding("outputs", []) : common
    }
    let kernel: JSONValue = [
      "display_name": "RetryLab", "language": "retrylab", "name": "retrylab",
    ]
    let notebook: JSONValue = [
      "cells": .list(cells),
      "metadata": ["kernelspec": kernel, "language_info": ["name": "retrylab"]],
      "nbformat": 4, "nbformat_minor": 5,
    ]
    return notebook.text + "\n"
  }

  /// Returns the scenario in a notebook, without outputs and cells of other kinds.
  ///
  /// It is `nil` if the text is no notebook.
  package static func scenario(in json: String) -> String? {
    guard case .object(let notebook)? = Value(json: json),
      case .list(let cells)? = notebook["cells"]
    else { return nil }
    let texts = cells.compactMap { cell -> String? in
      guard case .object(let fields) = cell, case .text(let kind)? = fields["cell_type"] else {
        return nil
      }
      let source: String
      switch fields["source"] {
      case .text(let text): source = text
      case .list(let lines):
        source = lines.map { if case .text(let line) = $0 { line } else { "" } }.joined()
      default: return nil
      }
      switch kind {
      case "code": return source
      case "markdown":
        return source.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
          .map { $0.isEmpty ? "///" : "/// \($0)" }.joined(separator: "\n")
      default: return nil
      }
    }
    return texts.joined(separator: "\n\n") + "\n"
  }
}

extension [String] {
  fileprivate var withoutEmptyEnds: [String] {
    let isFull = { (line: String) in !line.allSatisfy(\.isWhitespace) }
    guard let first = firstIndex(where: isFull), let last = lastIndex(where: isFull) else {
      return []
    }
    return Array(self[first...last])
  }
}

extension String {
  /// The text of a line of narration.
  fileprivate var withoutSlashes: String {
    let text = drop(while: \.isWhitespace).dropFirst(3)
    return String(text.first == " " ? text.dropFirst() : text)
  }
}
