"""Prints a model, in Partita's own format, whose names of attributes are texts that formats read as more than a text."""

import json

TEXTS = [
    '"; } resource "x" "y" {',
    "'single' \"double\" `back`",
    "back\\slash\\n",
    "line\nbreak\r\nand\ttab",
    "${self:custom.x}",
    "$${a} %{ if true }x%{ endif } ${AWS::Region} ${jsonencode(1)}",
    "{{mustache}} {% tag %}",
    "# no comment",
    "a: b # c",
    "- item",
    "yes",
    "No",
    "null",
    "~",
    "12",
    "1e3",
    "0x1F",
    "2026-01-05",
    "1:30",
    ".5",
    " leading and trailing ",
    "*/ alert(1) /*",
    "!Sub x",
    "&anchor",
    "*alias",
    "%directive",
    "@at",
    "{a: b}",
    "[a, b]",
    "\u00e4\u20ac\U0001f600",
    "\u2028\u2029\u0085\ufeff",
    "nul\0byte\x01\x7f",
]

table = {
    "name": "hostile",
    "partition_key": TEXTS[0],
    "sort_key": TEXTS[1],
    "ttl_attribute": TEXTS[4],
    "indexes": [
        {
            "name": "all",
            "partition": TEXTS[2:6],
            "sort": TEXTS[6:10],
            "projection": "INCLUDE",
            "include": TEXTS[10:],
        }
    ],
    "entities": [],
}
model = {"format": 1, "name": TEXTS[0], "description": TEXTS[3], "tables": [table], "patterns": []}
# Partita's reader does not join pairs of escapes, so the character beyond U+FFFF is written without an escape.
print(json.dumps(model).replace("\\ud83d\\ude00", "\U0001f600"))
