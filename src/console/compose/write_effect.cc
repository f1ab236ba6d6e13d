#include "console/compose/write_effect.h"

#include <algorithm>

#include "model/core/spell.h"
#include "model/plan/needs_read.h"
#include "modelling/core/whole_items.h"
#include "modelling/run/context.h"
#include "modelling/run/samples.h"
#include "value/limits.h"
#include "value/size.h"

namespace partita::console {
namespace {

using model::WriteRequest;
using WriteKind = WriteRequest::Kind;

std::string_view word_of(WriteKind kind) {
  switch (kind) {
    case WriteKind::Create:
      return "create";
    case WriteKind::Put:
      return "put";
    case WriteKind::Remove:
      return "delete";
    case WriteKind::Check:
      return "check";
    default:
      return "update";
  }
}

std::string reason_to_read(const WriteRequest& request) {
  if (request.kind == WriteKind::Remove && !request.read_first)
    return "a removal gives back the item's unique values, which only the item itself tells";
  if (request.kind == WriteKind::Put && !request.read_first)
    return request.any_version ? "a put of any version counts on from the stored one"
                               : "a put gives back the unique values of the item that it replaces";
  return "keys of indexes, unique values or computed fields of the changed item may follow from its stored values, and "
         "the write is conditional on those that it used";
}

double units_of(std::size_t bytes) {
  const std::size_t unit = limits::kWriteUnitBytes;
  return static_cast<double>(std::max<std::size_t>((bytes + unit - 1) / unit, 1));
}

// The units of an item and of its entries in indexes, each rounded up by itself. An item that is not whole costs 1 at
// least.
struct Units {
  double item = 1;
  double indexes = 0;
};
Units units_of_item(const WriteRequest& request) {
  Units units;
  const bool is_whole = request.kind == WriteKind::Create || request.kind == WriteKind::Put;
  if (!is_whole) return units;
  const auto item = modelling::whole_item(*request.table, *request.entity, request.values);
  if (!item) return units;
  units.item = units_of(value::item_size_bytes(*item));
  for (const model::IndexInfo& index : request.table->indexes)
    // Entries of a vector index cost no capacity units.
    if (index.scope != model::IndexScope::Vector && modelling::is_in_index(*item, index))
      units.indexes += units_of(value::item_size_bytes(modelling::index_entry(*item, *request.table, index)));
  return units;
}

}  // namespace

std::vector<WriteEffect> effects_of(const std::shared_ptr<model::Session>& session, const modelling::Pattern& pattern,
                                    std::span<const WriteRequest> requests) {
  std::vector<WriteEffect> out;
  for (const WriteRequest& request : requests) {
    const model::EntityInfo& entity = *request.entity;
    modelling::run::Sample sample{.entity = &entity, .values = request.values};
    WriteEffect effect{.kind = std::string(word_of(request.kind)),
                       .entity = std::string(entity.name),
                       .table = std::string(request.table->name),
                       .key = model::spell(modelling::run::by_field_name(entity, sample.key())),
                       .at_least = request.kind != WriteKind::Create};
    Units units = units_of_item(request);
    bool is_transaction = pattern.operation == modelling::PatternOperation::TransactWrite;
    const bool reads = is_transaction ? model::needs_read(request) : model::reads_before_write(request);
    if (reads) effect.reads_first = reason_to_read(request);
    // A batch has no conditions. If the item is read first, the values that were read decide the rest.
    if (pattern.operation != modelling::PatternOperation::BatchWrite && !reads)
      if (const auto explained = model::explain_write(session, request)) {
        effect.update = explained->update;
        effect.condition = explained->condition;
        // The sentinels of unique values may have entries in indexes too.
        units.item += explained->actions - 1;
        effect.at_least = effect.at_least || explained->actions > 1;
        is_transaction = is_transaction || explained->actions > 1;
      }
    // A transaction prepares and commits each item. Entries of indexes are written once.
    effect.units = units.item * (is_transaction ? 2 : 1) + units.indexes;
    out.push_back(std::move(effect));
  }
  return out;
}

}  // namespace partita::console
