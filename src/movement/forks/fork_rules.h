// The rules of a fork, as a file or options of a command say them: how the values of each field change, and which item
// collections are copied.
#pragma once

#include <partita/error.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "documents/node.h"

namespace partita::movement {

enum class FieldRule : std::uint8_t {
  Keep,
  Mask,       // one value for all, such as "masked" or 0
  Pseudonym,  // another value, which is the same for equal values
  Drop,       // the item lacks the field
};
std::string_view to_text(FieldRule rule);
// Errors: ValidationException with the names of the rules.
Result<FieldRule> field_rule(std::string_view text);

struct RuleLine {
  // A field of all entities that have it, or ENTITY.FIELD, each with the path of a member of a document or not:
  // "email", "CUSTOMER.email", "address.street". The path enters each element of a list.
  std::string target = {};
  std::vector<std::string> members = {};  // further names of the path, which may have dots
  FieldRule rule = FieldRule::Keep;
  bool is_option = false;  // of the command line, which comes before those of a file
};

// The rule of a field without a line. Refuse: each field must have one.
enum class OtherFields : std::uint8_t { Keep, Mask, Drop, Refuse };
enum class Unnamed : std::uint8_t { Drop, Keep };

struct ForkRules {
  std::vector<RuleLine> lines = {};
  OtherFields others = OtherFields::Keep;
  Unnamed attributes = Unnamed::Drop;        // that no field of the model names
  double share = 1;                          // of the item collections that are copied; above 0, at most 1
  std::vector<std::string> whole = {};       // entities whose item collections are all copied
  std::vector<std::string> may_remain = {};  // values that the copy may have anywhere
};

// Reads a file in YAML or JSON:
//   fields: {email: pseudonym, CUSTOMER.name: mask, address.street: mask}
//   others: keep                  # mask, drop or refuse
//   unnamed_attributes: drop      # or keep
//   sample: 1%                    # or a number above 0, at most 1
//   whole: [PRODUCT]
//   may_remain: [Berlin]
// Errors: those of documents::read_file; "FILE:LINE: ..." for another member or value.
Result<ForkRules> read_fork_rules(const std::string& path);
// Reads "1%" or "0.01". Errors: ValidationException unless it is above 0 and at most 1.
Result<double> read_share(std::string_view text);
// Reads "FIELD=RULE". Errors: ValidationException.
Result<RuleLine> read_rule_option(std::string_view text);

}  // namespace partita::movement
