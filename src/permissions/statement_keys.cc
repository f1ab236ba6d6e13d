#include "permissions/statement_keys.h"

#include "partiql/keys.h"
#include "partiql/prepare.h"

namespace partita::permissions {
namespace {

using partiql::Statement;
using partiql::Term;
using Kind = Statement::Kind;

// Collects the top-level attributes that terms name.
void add_paths(const Term& term, std::vector<std::string_view>& to) {
  if (term.kind == Term::Kind::Path && !term.path.elements.empty()) to.push_back(term.path.top());
  for (const Term& part : term.terms) add_paths(part, to);
}

void add_attributes(const AttributeValue& value, std::vector<std::string_view>& to) {
  if (value.is(AttributeType::M))
    for (const Attribute& attribute : value.m()) to.push_back(attribute.name);
}

}  // namespace

iam::Values StatementKeys::values(const iam::ConditionKey& key) {
  using iam::KeyId;
  switch (key.id) {
    case KeyId::LeadingKeys:
      return leading_keys();
    case KeyId::FullTableScan:
      return full_table_scan();
    case KeyId::Attributes:
      return attributes();
    case KeyId::Select:
      return select();
    case KeyId::ReturnValues:
      return return_values();
    default:
      return shared_values(key, &parts_.return_consumed_capacity, parts_.enclosing, target_, texts_);
  }
}

void StatementKeys::find_partitions() {
  if (searched_) return;
  searched_ = true;
  // The engine refuses statements on an index whose partition key has several attributes.
  const bool known =
      statement_.index ? target_.index && target_.index->partition.size() == 1 : target_.table != nullptr;
  if (!known) {
    missing_keys_ = true;
    return;
  }
  const partiql::KeyNames names{
      .partition = statement_.index ? target_.index->partition.front() : target_.table->partition,
      .sort = statement_.index ? target_.index->sort : target_.table->sort};
  auto prepared = partiql::prepare_statement(parts_.text, parts_.parameters, partiql::KeepTree::No);
  // The operation refuses such a statement for the same reason.
  if (!prepared || (!prepared->where && statement_.where && !partiql::bind_where(*prepared))) {
    missing_keys_ = true;
    return;
  }
  std::vector<std::string_view>& to = texts_.leading[0];
  const auto add = [&](const AttributeValue& value) {
    // The views of strings must outlive the prepared statement.
    if (value.is(AttributeType::S))
      to.push_back(texts_.made.emplace_back(value.s()));
    else if (!texts_.add_key(to, value))
      missing_keys_ = true;
  };
  if (statement_.kind == Kind::Insert) {
    const AttributeValue* value = prepared->item ? prepared->item->find(names.partition) : nullptr;
    if (value)
      add(*value);
    else
      missing_keys_ = true;
    return;
  }
  knows_scan_ = true;
  scans_ = true;
  if (!prepared->where) return;
  if (const auto plan = partiql::plan_keys(*prepared->where, names)) {
    scans_ = false;
    for (const partiql::KeyBranch& branch : plan->branches) add(branch.partition);
  }
  if (const auto key = partiql::item_key(*prepared->where, names)) {
    scans_ = false;
    if (const AttributeValue* value = key->find(names.partition)) add(*value);
  }
}

iam::Values StatementKeys::leading_keys() {
  find_partitions();
  // Only a SELECT may read all partitions. The engine refuses other statements without a key.
  if (missing_keys_ || (scans_ && statement_.kind != Kind::Select)) lacks_values_ = true;
  return KeyTexts::values(texts_.leading[0]);
}

iam::Values StatementKeys::full_table_scan() {
  if (statement_.kind != Kind::Select && statement_.kind != Kind::Exists) return {};
  find_partitions();
  if (!knows_scan_) lacks_values_ = true;
  return iam::Values(scans_ ? "true" : "false");
}

iam::Values StatementKeys::attributes() {
  std::vector<std::string_view>& to = texts_.attributes;
  for (const Term& term : statement_.projection) add_paths(term, to);
  if (statement_.where) add_paths(*statement_.where, to);
  for (const partiql::OrderTerm& term : statement_.order) to.push_back(term.attribute);
  for (const partiql::Clause& clause : statement_.clauses) {
    if (!clause.target.elements.empty()) to.push_back(clause.target.top());
    if (clause.value) add_paths(*clause.value, to);
  }
  if (statement_.kind == Kind::Insert) {
    const Term& item = statement_.item;
    add_attributes(item.constant, to);
    to.insert(to.end(), item.names.begin(), item.names.end());
    if (item.kind == Term::Kind::Parameter && parts_.parameters && item.parameter < parts_.parameters->size())
      add_attributes((*parts_.parameters)[item.parameter], to);
  }
  return KeyTexts::values(to);
}

iam::Values StatementKeys::select() const {
  if (statement_.kind != Kind::Select && statement_.kind != Kind::Exists) return {};
  if (!statement_.projection.empty()) return iam::Values(to_text(Select::SpecificAttributes));
  return iam::Values(to_text(statement_.index ? Select::AllProjectedAttributes : Select::AllAttributes));
}

iam::Values StatementKeys::return_values() {
  if (statement_.kind == Kind::Select) return {};
  const std::string_view asked = to_text(statement_.returning ? statement_.returning->value() : ReturnValue::None);
  texts_.return_values.push_back(asked);
  if (parts_.return_values_on_failure) {
    const std::string_view on_failure = parts_.return_values_on_failure->text();
    if (on_failure != to_text(ReturnValuesOnConditionCheckFailure::None) && on_failure != asked)
      texts_.return_values.push_back(on_failure);
  }
  return KeyTexts::values(texts_.return_values);
}

}  // namespace partita::permissions
