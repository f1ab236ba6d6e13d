#include "model/items/keyed_reads.h"

#include <fmt/format.h>

#include "base/try.h"
#include "model/core/spell.h"
#include "model/keys/compose.h"
#include "model/reads/binary_text.h"
#include "model/reads/row.h"
#include "value/number.h"

namespace partita::model {
namespace {

// The key's values as bytes, which are equal for equal keys. The numbers 1 and 1.0 are equal.
std::string identity(const TableInfo& table, const AttributeMap& key) {
  BinaryWriter out;
  for (const std::string_view name : key_attributes(table, kNone)) {
    const AttributeValue* value = key.find(name);
    if (!value) continue;
    if (value->is(AttributeType::N)) {
      const auto number = value::Number::parse(value->n());
      out.key_value(AttributeValue::number(number ? number->to_text() : value->n()));
    } else if (value->is(AttributeType::S) || value->is(AttributeType::B)) {
      out.key_value(*value);
    }
  }
  return std::move(out).take();
}

}  // namespace

Result<KeyedReads> KeyedReads::make(const Session& session, const std::vector<GetRequest>& requests) {
  KeyedReads reads;
  reads.requests_ = requests;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    AttributeMap key = requests[i].key;
    if (key.empty()) {
      PARTITA_TRY_VALUE(composed, compose_primary(*requests[i].entity, requests[i].values));
      key = std::move(composed);
    }
    const std::string table_name = session.table_name(*requests[i].table);
    reads.tables_.emplace(table_name, requests[i].table);
    const auto [at, is_new] =
        reads.numbers_.emplace(std::pair(table_name, identity(*requests[i].table, key)), reads.keys_.size());
    if (is_new) reads.keys_.push_back({requests[i].table, table_name, std::move(key), {}});
    reads.keys_[at->second].positions.push_back(i);
  }
  return reads;
}

std::optional<std::size_t> KeyedReads::find(const std::string& table_name, const Item& item) const {
  const auto table = tables_.find(table_name);
  if (table == tables_.end()) return std::nullopt;
  return find(table_name, key_of(key_attributes(*table->second, kNone), item));
}

std::optional<std::size_t> KeyedReads::find(const std::string& table_name, const AttributeMap& key) const {
  const auto table = tables_.find(table_name);
  if (table == tables_.end()) return std::nullopt;
  const auto at = numbers_.find({table_name, identity(*table->second, key)});
  if (at == numbers_.end()) return std::nullopt;
  return at->second;
}

void KeyedReads::add(std::size_t number, const Item& item, const Session& session, BatchRows& answer) const {
  const Key& key = keys_[number];
  const Row row = make_row(*key.table, kNone, item);
  if (has_expired(row, session)) return;
  for (const std::size_t position : key.positions) {
    const EntityInfo* asked = requests_[position].entity;
    if (row.entity == asked) {
      answer.rows[position] = row;
      continue;
    }
    const std::string is = row.entity ? "the entity " + std::string(row.entity->name) : "no entity";
    Error reason = invalid(fmt::format("The item {} of the table {} is of {}, not of the requested entity {}",
                                       spell(key.key), key.table->name, is, asked->name))
                       .error();
    answer.unreadable.push_back(unreadable_row(*key.table, row, std::move(reason), position));
  }
}

}  // namespace partita::model
