// The rules that the compiler has too: each refusal of the proof is a finding.
#pragma once

#include <span>

#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

std::span<const Rule> compiler_rules();
// The rule of the mistake, or nullptr if only a call in a program can have it.
const Rule* rule_of(model::Mistake mistake);
// Turns the refusals of the proof into findings.
void check_refusals(const Proof& proof, Findings& findings);

}  // namespace partita::modelling::lint
