// The review as texts for people, for the page of a pull request, and for programs.
#pragma once

#include <string>

#include "modelling/review/review.h"

namespace partita::modelling::review {

// Paragraphs for a terminal: findings, patterns, the bill, steps and changes.
std::string to_lines(const Review& review);
// The same as Markdown, with tables. Names of the model cannot break out of them.
std::string to_markdown(const Review& review);
// {"keptFindings", "curedFindings", "patterns": [{name, was: {how, readUnits, writeUnits, usd}, now}], "samePatterns",
// "usd": {was, now, increasePercent}, "notPriced": [...], "diff": {...}, "lint": {...}}; `lint` has the new findings.
// It and `diff` are as lint::to_json and diff::to_json have them, and absent parts are null.
std::string to_json(const Review& review);

}  // namespace partita::modelling::review
