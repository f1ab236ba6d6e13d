// The rules of lint. A rule that the compiler does not have is one file of this folder and one line of rules.def. The
// rules that the compiler has too are lines of compiler_rules.def. README.md says how a rule is added.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "modelling/core/proof.h"

namespace partita::modelling::lint {

enum class Severity : std::uint8_t {
  Error,    // the model cannot work as it says, or loses data; it does not compile in C++
  Warning,  // it works, and costs or risks more than it should
  Note,     // it may be meant
};
std::string_view to_text(Severity severity);  // "error", "warning", "note"

struct Rule {
  std::string_view id;  // "P155"
  Severity severity = Severity::Error;
  std::string_view title;
  std::string_view why;   // the failure, in whole sentences
  std::string_view cost;  // the price of the failure
  std::string_view cure;
};

// A fault at one place. Empty parts do not apply.
struct Finding {
  const Rule* rule = nullptr;             // set by Findings::add
  std::optional<Severity> severity = {};  // the rule's, which Findings::add sets, unless a check gives another one
  Place place = {};
  std::string table = {};
  std::string index = {};
  std::string entity = {};
  std::string pattern = {};
  std::string message = {};  // a sentence without its full stop
  std::string cost = {};     // for this model, or the rule's
  std::string cure = {};     // for this model, or the rule's
};

class Findings {
 public:
  // Adds a finding of the rule, with the rule's cost and cure if the finding has none of its own.
  void add(const Rule& rule, Finding finding);
  std::vector<Finding> take();  // in the order of places, then of rules

 private:
  std::vector<Finding> list_;
};

// All rules, in the order of their ids.
const std::vector<const Rule*>& all_rules();
// The rules of rules.def, as k_P155. Findings of one rule have its address, so compare addresses: `finding.rule ==
// &k_P155`. A comparison of ids as texts would compile after the rule got another number.
#define PARTITA_RULE(id) extern const Rule k_##id;
#include "modelling/lint/rules.def"
#undef PARTITA_RULE

// Returns nullptr if no rule has the id.
const Rule* find_rule(std::string_view id);

// Examines the model of the proof by all rules, except those in `left_out`.
std::vector<Finding> run(const Proof& proof, const std::vector<std::string>& left_out = {});

}  // namespace partita::modelling::lint
