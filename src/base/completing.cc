#include "base/completing.h"

namespace partita::base {
namespace {
thread_local bool inside_completion = false;
}

Completing::Completing() : outer_(inside_completion) { inside_completion = true; }
Completing::~Completing() { inside_completion = outer_; }
bool Completing::here() { return inside_completion; }

}  // namespace partita::base
