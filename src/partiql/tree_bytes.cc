#include "partiql/tree_bytes.h"

#include "base/owned_bytes.h"

namespace partita::partiql {
namespace {

using base::owned_bytes;

std::size_t owned(const AttributeValue& value) {
  std::size_t bytes = 0;
  switch (value.type()) {
    case AttributeType::S:
    case AttributeType::N:
    case AttributeType::B:
      return owned_bytes(value.text());
    case AttributeType::SS:
    case AttributeType::NS:
    case AttributeType::BS:
      bytes = owned_bytes(value.set());
      for (const std::string& element : value.set()) bytes += owned_bytes(element);
      return bytes;
    case AttributeType::L:
      bytes = owned_bytes(value.l());
      for (const AttributeValue& element : value.l()) bytes += owned(element);
      return bytes;
    case AttributeType::M:
      // A map grows by doubling, so it may own memory for twice its attributes.
      bytes = value.m().empty() ? 0 : 2 * value.m().size() * sizeof(Attribute) + base::kBlockBytes;
      for (const Attribute& attribute : value.m()) bytes += owned_bytes(attribute.name) + owned(attribute.value);
      return bytes;
    case AttributeType::None:
    case AttributeType::Several:
    case AttributeType::Bool:
    case AttributeType::Null:
      return 0;
  }
  return bytes;
}

std::size_t owned(const value::Path& path) {
  std::size_t bytes = owned_bytes(path.elements);
  for (const value::PathElement& element : path.elements)
    if (const auto* name = std::get_if<std::string>(&element)) bytes += owned_bytes(*name);
  return bytes;
}

std::size_t owned(const std::vector<Term>& terms);

std::size_t owned(const Term& term) {
  std::size_t bytes = owned(term.constant) + owned(term.path) + owned_bytes(term.name) + owned_bytes(term.names);
  for (const std::string& name : term.names) bytes += owned_bytes(name);
  return bytes + owned(term.terms);
}

std::size_t owned(const std::vector<Term>& terms) {
  std::size_t bytes = owned_bytes(terms);
  for (const Term& term : terms) bytes += owned(term);
  return bytes;
}

// A projection has its paths once more, as a tree with a node and a name for each step.
std::size_t projected_bytes(const Statement& statement) {
  if (!statement.projected) return 0;
  constexpr std::size_t kNode = 128;
  std::size_t bytes = kNode;
  for (const Term& term : statement.projection)
    bytes += term.path.elements.size() * (kNode + base::kBlockBytes) + owned(term.path);
  return bytes;
}

}  // namespace

std::size_t tree_bytes(const Statement& statement) {
  std::size_t bytes = sizeof(statement) + owned_bytes(statement.text) + owned_bytes(statement.table) +
                      owned_bytes(statement.fault) + owned_bytes(statement.projection_fault);
  if (statement.index) bytes += owned_bytes(*statement.index);
  if (statement.value_fault) bytes += owned_bytes(statement.value_fault->text);
  bytes += owned(statement.projection) + projected_bytes(statement) + owned(statement.item);
  if (statement.where) bytes += owned(*statement.where);
  bytes += owned_bytes(statement.order) + owned_bytes(statement.clauses);
  for (const OrderTerm& term : statement.order) bytes += owned_bytes(term.attribute);
  for (const Clause& clause : statement.clauses)
    bytes += owned(clause.target) + (clause.value ? owned(*clause.value) : 0);
  if (statement.equalities) {
    bytes += owned_bytes(*statement.equalities);
    for (const KeyEquality& equality : *statement.equalities)
      bytes += owned_bytes(equality.attribute) + owned(equality.constant);
  }
  return bytes;
}

}  // namespace partita::partiql
