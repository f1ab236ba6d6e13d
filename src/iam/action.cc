#include "iam/action.h"

#include "iam/names.h"
#include "iam/pattern.h"

namespace partita::iam {
namespace {

// In the order of the enumerators.
constexpr std::string_view kNames[] = {
#define PARTITA_IAM_ACTION(name) "dynamodb:" #name,
#include "iam/actions.def"
#undef PARTITA_IAM_ACTION
#define PARTITA_IAM_ACTION(name) "partita:" #name,
#include "iam/console_actions.def"
#undef PARTITA_IAM_ACTION
#define PARTITA_IAM_ACTION(name) "sts:" #name,
#include "iam/sts_actions.def"
#undef PARTITA_IAM_ACTION
};

}  // namespace

std::string_view name_of(Action action) { return kNames[static_cast<std::size_t>(action)]; }

std::optional<Action> action_named(std::string_view name) {
  for (std::size_t i = 0; i < kActions; ++i)
    if (same_ignoring_case(kNames[i], name)) return static_cast<Action>(i);
  return std::nullopt;
}

ActionSet ActionSet::others() const {
  ActionSet result;
  for (std::size_t i = 0; i < kActions; ++i)
    if (!has(static_cast<Action>(i))) result.add(static_cast<Action>(i));
  return result;
}

ActionSet actions_matching(std::string_view pattern) {
  const auto compiled = Pattern::parse(pattern, {.wildcards = true, .ignore_case = true});
  ActionSet result;
  for (std::size_t i = 0; i < kActions; ++i)
    if (compiled->matches(kNames[i], nullptr) == Match::Yes) result.add(static_cast<Action>(i));
  return result;
}

}  // namespace partita::iam
