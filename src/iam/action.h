// The actions of DynamoDB, of STS and of the console that a request can need and a statement can name, and sets of
// them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace partita::iam {

enum class Action : std::uint8_t {
#define PARTITA_IAM_ACTION(name) name,
#include "iam/actions.def"
#include "iam/console_actions.def"
#include "iam/sts_actions.def"
#undef PARTITA_IAM_ACTION
};

inline constexpr std::size_t kActions = 0
#define PARTITA_IAM_ACTION(name) +1
#include "iam/actions.def"
#include "iam/console_actions.def"
#include "iam/sts_actions.def"
#undef PARTITA_IAM_ACTION
    ;

// The name with the service's prefix, such as "dynamodb:GetItem". The view is valid as long as the program.
std::string_view name_of(Action action);

// The action of that name, whose case does not matter: "dynamodb:getitem". Returns nullopt if no
// service has it.
std::optional<Action> action_named(std::string_view name);

class ActionSet {
 public:
  void add(Action action) { words_[index(action)] |= bit(action); }
  bool has(Action action) const { return (words_[index(action)] & bit(action)) != 0; }
  bool empty() const { return words_ == std::array<std::uint64_t, kWords>{}; }
  void add(const ActionSet& other) {
    for (std::size_t i = 0; i < kWords; ++i) words_[i] |= other.words_[i];
  }
  // All actions that this set lacks.
  ActionSet others() const;

 private:
  static constexpr std::size_t kWords = (kActions + 63) / 64;
  static std::size_t index(Action action) { return static_cast<std::size_t>(action) / 64; }
  static std::uint64_t bit(Action action) { return std::uint64_t{1} << (static_cast<std::size_t>(action) % 64); }

  std::array<std::uint64_t, kWords> words_ = {};
};

// The actions that `pattern` names, such as "dynamodb:*Item". The case of letters does not matter, `*` matches any
// characters and `?` one.
ActionSet actions_matching(std::string_view pattern);

}  // namespace partita::iam
