public import Values

extension SessionEvent {
  /// The shapes of the objects in a file of events, by their types. A reader ignores other types.
  public static let jsonShapes: [String: JSONShape] = [
    "line": .object(["number": .optional(.number), "text": .optional(.text)]),
    "transaction": .object([
      "cause": .text, "step": .optional(.number), "part": .optional(.number),
      "changes": .optional(.array(change)),
    ]),
    "told": .object([
      "to": .array(.object(["name": .text, "lines": .optional(.number)])), "passed": .number,
    ]),
    "view": .object([
      "change": .text, "path": .text, "row": .optional(.number), "to": .optional(.number),
      "fields": .optional(.array(shownField)), "kind": .optional(.text), "facts": .optional(.array(.text)),
    ]),
    "text": .object(["text": .text]),
    "diagnostic": .object([
      "message": .text, "suggestion": .optional(.text), "notes": .optional(.array(.text)),
      "text": .optional(.text), "range": .optional(.array(.number)),
    ]),
    "end": .object(["outcome": .text]),
    "scenario": .object([
      "path": .text, "claim": .text, "tags": .array(.text), "verdict": .text, "commands": .number,
      "failures": .array(failure), "again": .optional(.text),
    ]),
    "summary": .object([
      "notRun": .number, "commands": .number, "coverage": .optional(.array(dimension)),
    ]),
  ]

  private static var change: JSONShape {
    let field = JSONShape.object(["name": .text, "refersTo": .optional(.text)])
    return .object([
      "action": .text, "kind": .text, "id": .any, "name": .optional(.text), "rule": .optional(.text),
      "fields": .array(field),
    ])
  }

  private static var shownField: JSONShape {
    .object([
      "name": .optional(.text), "unit": .optional(.text), "text": .optional(.text), "old": .optional(.text),
      "new": .optional(.text),
    ])
  }

  private static var failure: JSONShape {
    let line = JSONShape.object([
      "same": .optional(.text), "expected": .optional(.text), "got": .optional(.text),
      "changed": .optional(.array(.array(.number))),
    ])
    return .object([
      "message": .text, "command": .array(.text), "commandLine": .number, "lines": .array(.text),
      "difference": .optional(.array(line)),
    ])
  }

  private static var dimension: JSONShape {
    .object(["name": .text, "cells": .number, "covered": .number, "missing": .array(.text)])
  }
}
