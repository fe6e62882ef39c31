#!/usr/bin/env python3
"""Writes Sources/TerminalText/TextWidth+Table.swift from the Unicode data of Debian's unicode-data.

usage: .tools/width-table.py [/usr/share/unicode] > Sources/TerminalText/TextWidth+Table.swift
"""
import sys

# Writes the same bytes in every locale.
sys.stdout.reconfigure(encoding="utf-8", newline="\n")

root = sys.argv[1] if len(sys.argv) > 1 else "/usr/share/unicode"

NARROW, WIDE, ZERO, REGIONAL, PICTURE, TEXT_PICTURE, KEYCAP, MODIFIER, JOINER, SELECTOR = range(10)


def ranges(name, wanted):
    with open(f"{root}/{name}", encoding="utf-8") as file:
        for line in file:
            parts = [part.strip() for part in line.split("#")[0].split(";")]
            if len(parts) >= 2 and parts[1] in wanted:
                ends = [int(end, 16) for end in parts[0].split("..")]
                yield from range(ends[0], ends[-1] + 1)


def version():
    with open(f"{root}/EastAsianWidth.txt", encoding="utf-8") as file:
        return file.readline().split("-")[1].removesuffix(".txt\n")


kinds = bytearray(0x110000)
for start, end in [(0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2FFFD), (0x30000, 0x3FFFD)]:
    for point in range(start, end + 1):
        kinds[point] = WIDE
for point in ranges("EastAsianWidth.txt", {"W", "F"}):
    kinds[point] = WIDE

pictures = set(ranges("emoji/emoji-data.txt", {"Extended_Pictographic"}))
presented = set(ranges("emoji/emoji-data.txt", {"Emoji_Presentation"}))
unassigned = set(ranges("extracted/DerivedGeneralCategory.txt", {"Cn"}))
for point in ranges("emoji/emoji-data.txt", {"Emoji"}):
    if kinds[point] == NARROW:
        kinds[point] = KEYCAP  # digits, # and *; the other sets overwrite the rest
for point in pictures:
    # Pictographs of later Unicode versions come from these two reserved rows, and are wide.
    reserved = point in unassigned and (0x1F6D0 <= point <= 0x1F6FF or 0x1FA70 <= point <= 0x1FAFF)
    kinds[point] = PICTURE if point in presented or reserved or kinds[point] == WIDE else TEXT_PICTURE
for point in ranges("extracted/DerivedGeneralCategory.txt", {"Mn", "Me", "Mc", "Cf", "Cc", "Zl", "Zp"}):
    kinds[point] = ZERO
for point in [0xAD] + list(ranges("PropList.txt", {"Prepended_Concatenation_Mark"})):
    kinds[point] = NARROW  # format characters that terminals draw
for point in ranges("HangulSyllableType.txt", {"V", "T"}):
    kinds[point] = ZERO
for point in ranges("PropList.txt", {"Regional_Indicator"}):
    kinds[point] = REGIONAL
for point in ranges("emoji/emoji-data.txt", {"Emoji_Modifier"}):
    kinds[point] = MODIFIER
kinds[0x200D] = JOINER
kinds[0xFE0F] = SELECTOR

entries = [(point << 4) | kinds[point] for point in range(0x110000) if point == 0 or kinds[point] != kinds[point - 1]]

print(f"""// Generated from Unicode {version()} by `.tools/width-table.py > Sources/TerminalText/TextWidth+Table.swift`.
// swift-format-ignore-file

extension TextWidth {{
  /// The first scalar of each run of one kind: its value times 16, plus `Kind.rawValue`.
  static let table: [UInt32] = [""")
for at in range(0, len(entries), 12):
    print("    " + " ".join(f"{entry:#x}," for entry in entries[at : at + 12]))
print("""  ]
}""")
