// Texts that some format reads as more than a text.
#pragma once

#include <string>
#include <vector>

namespace partita::test {

inline const std::vector<std::string>& hostile_texts() {
  static const std::vector<std::string> texts = {
      "\"; } resource \"x\" \"y\" {",
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
      std::string("nul\0byte\x01\x7f", 10),
  };
  return texts;
}

}  // namespace partita::test
