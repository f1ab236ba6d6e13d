// StatementKeys: the values of condition keys in a statement of PartiQL.
#pragma once

#include <partita/statement_operations.h>

#include <memory>
#include <string>

#include "partiql/syntax.h"
#include "permissions/request_keys.h"

namespace partita::permissions {

// The parts of a request with one statement, or of a member of one with several.
struct StatementParts {
  const std::string& text;
  const OptionalList<AttributeValue>& parameters;
  const OptionalEnum<ReturnValuesOnConditionCheckFailure>& return_values_on_failure;
  const OptionalEnum<ReturnConsumedCapacity>& return_consumed_capacity;
  std::string_view enclosing = {};  // the name of the operation if it has several statements
};

class StatementKeys final : public Keys {
 public:
  // `statement` is the tree of `parts.text`. The arguments must outlive the object. Requires: `texts` is empty.
  StatementKeys(const partiql::Statement& statement, const StatementParts& parts, const Target& target, KeyTexts& texts)
      : statement_(statement), parts_(parts), target_(target), texts_(texts) {}

  iam::Values values(const iam::ConditionKey& key) override;

 private:
  iam::Values leading_keys();
  iam::Values full_table_scan();
  iam::Values attributes();
  iam::Values select() const;
  iam::Values return_values();
  // Finds the values of the partition key, once.
  void find_partitions();

  const partiql::Statement& statement_;
  const StatementParts& parts_;
  const Target& target_;
  KeyTexts& texts_;
  bool searched_ = false;
  bool scans_ = false;         // no partition key limits the items that the statement reads
  bool knows_scan_ = false;    // whether scans_ is known
  bool missing_keys_ = false;  // the values of the partition key could not be found out
};

}  // namespace partita::permissions
