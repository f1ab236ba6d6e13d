#include "engine/backups/restored_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/random.h"
#include "base/try.h"
#include "engine/index/define.h"
#include "engine/tables/encryption.h"
#include "ops/rules/throughput_rules.h"
#include "ops/rules/vector_index_rules.h"

namespace partita::engine {
namespace {

unexpected<Error> refused(std::string_view why) { return invalid(fmt::format("Invalid Request: {}", why)); }

BillingMode mode_of(const catalog::TableInfo& source, const RestoreOverrides& overrides) {
  return overrides.billing_mode ? overrides.billing_mode->value() : source.billing_mode;
}

Result<void> check_billing(const catalog::TableInfo& source, const RestoreOverrides& overrides) {
  const BillingMode mode = mode_of(source, overrides);
  if (mode == BillingMode::PayPerRequest && overrides.throughput)
    return refused(overrides.billing_mode
                       ? "Cannot override ProvisionedThroughput if BillingMode is overridden to PAY_PER_REQUEST"
                       : "Cannot override ProvisionedThroughput unless BillingMode is PROVISIONED");
  if (mode == BillingMode::Provisioned && source.billing_mode == BillingMode::PayPerRequest && !overrides.throughput)
    return refused("Must override ProvisionedThroughput if BillingMode is overridden to PROVISIONED");
  const std::string_view ceiling = ops::first_ceiling(overrides.on_demand);
  if (!ceiling.empty() && mode == BillingMode::Provisioned)
    return refused(fmt::format(
        "Cannot override {} for OnDemandThroughput unless BillingModeOverride is PAY_PER_REQUEST", ceiling));
  if (!ceiling.empty())
    for (const auto& [name, units] : {std::pair{"MaxReadRequestUnits", overrides.on_demand->max_read_request_units},
                                      {"MaxWriteRequestUnits", overrides.on_demand->max_write_request_units}})
      if (units && *units < 1 && *units != -1)
        return refused(fmt::format("Requested {} for OnDemandThroughput is outside of valid range", name));
  return ops::check_throughput_bounds(overrides.throughput);
}

bool has_same_projection(const catalog::IndexInfo& index, const Projection& projection) {
  if (!projection.projection_type || *projection.projection_type != index.projection) return false;
  auto given = projection.non_key_attributes.value_or(std::vector<std::string>());
  auto known = index.non_key_attributes;
  std::ranges::sort(given);
  std::ranges::sort(known);
  return given == known;
}

bool are_defined(const std::vector<KeySchemaElement>& elements, const catalog::TableInfo& source) {
  return std::ranges::all_of(elements, [&](const KeySchemaElement& element) {
    return std::ranges::any_of(source.attribute_definitions, [&](const AttributeDefinition& definition) {
      return definition.attribute_name == element.attribute_name;
    });
  });
}

template <class Definition>
bool matches(const catalog::TableInfo& source, const catalog::IndexInfo& index, const Definition& given) {
  constexpr bool kGlobal = requires { given.provisioned_throughput; };
  return index.global == kGlobal && !index.vector && are_defined(*given.key_schema, source) &&
         define_keys(*given.key_schema, source.attribute_definitions) == index.keys &&
         has_same_projection(index, *given.projection);
}

bool matches(const catalog::TableInfo& source, const catalog::IndexInfo& index, const VectorIndex& given) {
  if (!index.vector || *given.vector_attribute->attribute_name != index.vector->attribute) return false;
  if (*given.dimensions != index.vector->dimensions || *given.distance_function != index.vector->distance) return false;
  const auto schema = given.search_schema.value_or(std::vector<SearchSchemaElement>());
  if (schema.size() != index.vector->schema.size() || !has_same_projection(index, *given.projection)) return false;
  (void)source;
  return std::ranges::all_of(schema, [&](const SearchSchemaElement& element) {
    const auto* known = index.vector->find(*element.attribute_name);
    return known && *element.search_schema_element_type == known->type;
  });
}

// The indexes of the source that the new table gets.
class Indexes {
 public:
  Indexes(const catalog::TableInfo& source, BillingMode mode) : source_(source), mode_(mode) {}

  // The indexes of a kind, or those that the list names. `is_of_kind` tells which indexes of the source are of it.
  template <class Definition, class IsOfKind>
  Result<void> add(const OptionalList<Definition>& list, IsOfKind is_of_kind) {
    if (!list) {
      for (const catalog::IndexInfo& index : source_.indexes)
        if (is_of_kind(index) && index.maintained()) PARTITA_TRY(add_one(index, index.name));
      return {};
    }
    for (const Definition& given : *list) {
      const auto found = std::ranges::find_if(source_.indexes, [&](const catalog::IndexInfo& index) {
        return matches(source_, index, given) && index.maintained();
      });
      if (found == source_.indexes.end())
        return refused(
            fmt::format("Index {} does not match a secondary index that existed in the source table and "
                        "cannot be created during the restore operation",
                        *given.index_name));
      PARTITA_TRY(add_one(*found, *given.index_name));
      if constexpr (requires { given.provisioned_throughput; }) PARTITA_TRY(set_throughput(given));
    }
    return {};
  }
  // The global indexes must have throughput if the table is PROVISIONED.
  Result<void> finish(bool was_on_demand) {
    for (catalog::IndexInfo& index : indexes_) {
      if (!index.global || index.vector) continue;
      if (mode_ == BillingMode::PayPerRequest) index.throughput = {};
      if (mode_ == BillingMode::Provisioned && was_on_demand && index.throughput.read_units == 0)
        return refused("Must specify provisioned throughput for index " + index.name);
      if (mode_ == BillingMode::Provisioned) index.on_demand.reset();
    }
    const bool has_vectors = std::ranges::any_of(indexes_, [](const auto& index) { return index.vector.has_value(); });
    if (has_vectors && mode_ == BillingMode::Provisioned) return ops::vector_index_needs_on_demand();
    return {};
  }
  std::vector<catalog::IndexInfo> take() { return std::move(indexes_); }

 private:
  Result<void> add_one(const catalog::IndexInfo& index, const std::string& name) {
    if (std::ranges::any_of(indexes_, [&](const auto& other) { return other.name == name; }))
      return invalid("One or more parameter values were invalid: Duplicate index name: " + name);
    catalog::IndexInfo& added = indexes_.emplace_back();
    added.id = static_cast<keys::IndexId>(indexes_.size());
    added.name = name;
    added.global = index.global;
    added.keys = index.keys;
    added.projection = index.projection;
    added.non_key_attributes = index.non_key_attributes;
    added.throughput = index.throughput;
    added.on_demand = index.on_demand;
    added.vector = index.vector;
    if (added.vector) added.vector->added = false;
    return {};
  }
  Result<void> set_throughput(const GlobalSecondaryIndex& given) {
    if (given.warm_throughput)
      return refused("WarmThroughput is not supported for index " + *given.index_name + " of a restored table");
    if (given.provisioned_throughput && mode_ == BillingMode::PayPerRequest)
      return refused(
          "Cannot override ProvisionedThroughput if BillingMode is overridden to PAY_PER_REQUEST for index " +
          *given.index_name);
    if (!given.provisioned_throughput && mode_ == BillingMode::Provisioned)
      return refused("Must specify provisioned throughput for index " + *given.index_name);
    if (given.provisioned_throughput)
      indexes_.back().throughput = {*given.provisioned_throughput->read_capacity_units,
                                    *given.provisioned_throughput->write_capacity_units};
    if (given.on_demand_throughput) indexes_.back().on_demand = given.on_demand_throughput;
    return ops::check_throughput_bounds(given.provisioned_throughput);
  }

  const catalog::TableInfo& source_;
  const BillingMode mode_;
  std::vector<catalog::IndexInfo> indexes_;
};

}  // namespace

Result<catalog::TableInfo> restored_table(const Context& context, const catalog::TableInfo& source, std::string name,
                                          const RestoreOverrides& overrides) {
  PARTITA_TRY(check_billing(source, overrides));
  PARTITA_TRY(ops::check_encryption(overrides.encryption));
  catalog::TableInfo table;
  table.name = std::move(name);
  table.uuid = base::random_uuid();
  table.created_ms = context.clock.now_ms();
  table.status = TableStatus::Creating;
  table.status_until_ms = table.created_ms + context.table_delay.count();
  if (context.keeps_hashes) table.hash = catalog::HashState::Kept;
  table.keys = source.keys;
  table.attribute_definitions = source.attribute_definitions;
  table.billing_mode = mode_of(source, overrides);
  if (table.billing_mode == BillingMode::PayPerRequest) {
    table.pay_per_request_since_ms = table.created_ms;
    table.on_demand = overrides.on_demand ? overrides.on_demand : source.on_demand;
  } else if (overrides.throughput) {
    table.throughput = {*overrides.throughput->read_capacity_units, *overrides.throughput->write_capacity_units};
  } else {
    table.throughput = source.throughput;
  }
  table.kms_key = overrides.encryption ? wanted_key(*overrides.encryption) : source.kms_key;
  Indexes indexes(source, table.billing_mode);
  PARTITA_TRY(indexes.add(overrides.local_indexes, [](const auto& index) { return !index.global; }));
  PARTITA_TRY(indexes.add(overrides.global_indexes, [](const auto& index) { return index.global && !index.vector; }));
  PARTITA_TRY(indexes.add(overrides.vector_indexes, [](const auto& index) { return index.vector.has_value(); }));
  PARTITA_TRY(indexes.finish(source.billing_mode == BillingMode::PayPerRequest));
  table.indexes = indexes.take();
  table.next_index_id = static_cast<keys::IndexId>(table.indexes.size() + 1);
  catalog::forget_unused_definitions(table);
  return table;
}

}  // namespace partita::engine
