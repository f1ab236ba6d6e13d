#include "modelling/run/load_samples.h"

#include <fmt/format.h>
#include <partita/model/runtime/item_writes.h>

#include "base/try.h"
#include "model/tables/create_table.h"
#include "modelling/core/whole_items.h"
#include "modelling/write/table_request.h"
#include "ops/prepare.h"

namespace partita::modelling::run {
namespace {

Result<void> check_has_no_items(Context& context, const std::string& name) {
  ScanRequest request;
  request.table_name = name;
  request.limit = 1;
  request.consistent_read = true;
  auto scanned = context.database.scan(std::move(request));
  if (!scanned) return unexpected(std::move(scanned.error()));
  if (scanned->items && !scanned->items->empty())
    return invalid(
        fmt::format("the table {} has items already, and a run compares answers with its own sample items only: give "
                    "--table-prefix, another --data directory, or delete the table",
                    name));
  return {};
}

// Stores one item, and adds to the list the values that the library keeps: the version, the times and the shards.
Result<void> store(Context& context, Sample& sample) {
  model::WriteRequest request;
  request.kind = model::WriteRequest::Kind::Put;
  request.table = sample.table->info;
  request.entity = sample.entity;
  request.values = sample.values;
  PARTITA_TRY(answer_of<model::WriteAnswer>([&](model::Done<model::WriteAnswer> done) {
    model::write(context.session, model::Mode::Wait, std::move(request), std::move(done));
  }));
  PARTITA_TRY_VALUE(stored, stored_item(context, {sample.table, sample.entity}, sample.values));
  for (const model::FieldPosition field : {sample.entity->version, sample.entity->created, sample.entity->updated}) {
    if (field == model::kNone || !stored) continue;
    const std::string_view attribute = field_of(*sample.entity, field).attribute;
    if (const AttributeValue* value = stored->find(attribute)) sample.values.set(attribute, *value);
  }
  if (stored) sample.take_shards(*stored);
  return {};
}

Result<void> store(Context& context, const WholeSample& sample) {
  PutItemRequest request;
  request.table_name = model::table_name(*context.session, *sample.table->info);
  request.item = sample.item;
  if (auto put = context.database.put_item(std::move(request)); !put) return unexpected(std::move(put.error()));
  model::Row row = model::row_of(*sample.table->info, sample.item);
  if (row.entity) context.samples.add({sample.table, row.entity, row.attributes(), true});
  return {};
}

}  // namespace

Result<void> make_table(Context& context, const ProvenTable& table) {
  CreateTableRequest request = create_table_request(*table.declared);
  request.table_name = model::table_name(*context.session, *table.info);
  PARTITA_TRY(ops::validate(request));
  auto created = context.database.create_table(request);
  const bool exists = !created && created.error().code == ErrorCode::ResourceInUseException;
  if (!created && !exists) return unexpected(std::move(created.error()));
  PARTITA_TRY(answer_of<bool>([&](model::Done<bool> done) {
    model::create_table_as(context.session, model::Mode::Wait, *table.info,
                           keys_request(*table.declared, *table.info, *request.table_name), std::move(done));
  }));
  return exists ? check_has_no_items(context, *request.table_name) : Result<void>();
}

void store_samples(Context& context, std::vector<std::string>& faults) {
  std::vector<Sample> all = std::move(context.samples.all());
  context.samples.all().clear();
  std::size_t number = 0;
  const model::EntityInfo* entity = nullptr;
  for (Sample& sample : all) {
    number = sample.entity == entity ? number + 1 : 1;
    entity = sample.entity;
    const bool twice = context.samples.find(*entity, sample.values) != nullptr;
    const auto stored =
        twice ? Result<void>(invalid("an earlier one has the same primary key")) : store(context, sample);
    if (stored)
      context.samples.add(std::move(sample));
    else
      faults.push_back(fmt::format("item {} of {} ({}) is not stored: {}", number, entity->name,
                                   sample.given ? "a sample of the model" : "made up", stored.error().message));
  }
  number = 0;
  for (const WholeSample& sample : context.samples.whole()) {
    ++number;
    if (const auto stored = store(context, sample); !stored)
      faults.push_back(fmt::format("sample {} of the table {} is not stored: {}", number, sample.table->declared->name,
                                   stored.error().message));
  }
}

}  // namespace partita::modelling::run
