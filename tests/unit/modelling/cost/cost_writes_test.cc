// The units of writes that the cost module computes from a model are those that the engine consumes.
#include <gmock/gmock.h>

#include "unit/modelling/cost/cost_engine.h"

namespace partita::modelling {
namespace cost_writes_test {

using cost_engine::EngineOfModel;
using cost_engine::expected_units;
using cost_engine::Places;

constexpr auto kIndexes = ReturnConsumedCapacity::Indexes;

// A write of one item, with the item before it.
struct WriteVariant {
  std::map<std::string, int> before = {};  // variants of fields; only of an update or delete
  std::map<std::string, int> after = {};
  std::set<std::string> without_before = {}, without_after = {};
};

struct WriteCase {
  const char* name;
  const char* model;                      // the text that follows "entities: - name: E"
  const char* indexes;                    // the table's
  const char* pattern;                    // its operation
  std::vector<WriteVariant> runs = {{}};  // the units are the mean of the runs
};

std::string text_of(const WriteCase& one) {
  return std::string(
             "format: 1\nname: m\ntables:\n  - name: items\n    partition_key: PK\n    sort_key: SK\n"
             "    type_attribute: type\n") +
         (*one.indexes ? std::string("    indexes:\n") + one.indexes : "") +
         "    entities:\n      - name: E\n        key: {partition: \"P#{a}\", sort: \"S#{b}\"}\n" + one.model +
         "patterns:\n  - {name: p, " + one.pattern + ", per_second: 1}\n";
}

class WriteRun {
 public:
  WriteRun(EngineOfModel& engine, const WriteVariant& run, int number) : engine_(engine), run_(run), number_(number) {}

  Places consumed() {
    const Action& action = engine_.pattern().actions.front();
    const AttributeMap before = engine_.fields("E", number_, run_.before, run_.without_before);
    const AttributeMap after = engine_.fields("E", number_, run_.after, run_.without_after);
    const bool had = action.kind == Action::Kind::Update || action.kind == Action::Kind::Delete ||
                     action.kind == Action::Kind::Check;
    const AttributeMap old_item = engine_.item("E", before, 1);
    if (had) {
      engine_.put("E", old_item);
      for (const AttributeMap& sentinel : engine_.sentinels("E", before)) engine_.put("E", sentinel);
    }
    if (engine_.units().transaction) return transaction(action, before, after, old_item);
    switch (action.kind) {
      case Action::Kind::Update:
        return update(old_item, engine_.item("E", after, 2));
      case Action::Kind::Delete:
        return EngineOfModel::places_of(engine_.database().delete_item(
            {.table_name = "items", .key = {engine_.key("E", before)}, .return_consumed_capacity = kIndexes}));
      default:
        break;
    }
    if (engine_.pattern().operation == PatternOperation::BatchWrite) return batch(action);
    return EngineOfModel::places_of(engine_.database().put_item(
        {.table_name = "items", .item = {engine_.item("E", after)}, .return_consumed_capacity = kIndexes}));
  }

 private:
  Places update(const AttributeMap& from, const AttributeMap& to) {
    UpdateItemRequest request{.table_name = "items", .return_consumed_capacity = kIndexes};
    request.key.emplace();
    request.attribute_updates.emplace();
    for (const auto& [name, value] : to) {
      if (name == "PK" || name == "SK") {
        request.key->set(name, value);
        continue;
      }
      const AttributeValue* const old = from.find(name);
      if (!old || !(*old == value))
        request.attribute_updates->push_back({name, {.value = value, .action = AttributeAction::Put}});
    }
    for (const auto& [name, value] : from)
      if (!to.find(name)) request.attribute_updates->push_back({name, {.action = AttributeAction::Delete}});
    return EngineOfModel::places_of(engine_.database().update_item(request));
  }

  Places batch(const Action& action) {
    std::vector<WriteRequest> writes;
    for (int i = 0; i < static_cast<int>(action.items); ++i)
      writes.push_back(
          {.put_request = PutRequest{
               .item = engine_.item("E", engine_.fields("E", number_ + 1 + i, run_.after, run_.without_after))}});
    return EngineOfModel::places_of(engine_.database().batch_write_item(
        {.request_items = NamedList<std::vector<WriteRequest>>{{"items", std::move(writes)}},
         .return_consumed_capacity = kIndexes}));
  }

  static TransactWriteItem put_of(AttributeMap item) {
    return {.put = Put{.item = {std::move(item)}, .table_name = "items"}};
  }
  TransactWriteItem delete_of(const AttributeMap& item) {
    AttributeMap key;
    for (const char* name : {"PK", "SK"}) key.set(name, *item.find(name));
    return {.delete_ = Delete{.key = {std::move(key)}, .table_name = "items"}};
  }

  Places transaction(const Action& action, const AttributeMap& before, const AttributeMap& after,
                     const AttributeMap& old_item) {
    TransactWriteItemsRequest request{.return_consumed_capacity = kIndexes};
    request.transact_items.emplace();
    auto& items = *request.transact_items;
    const std::vector<AttributeMap> old_sentinels = engine_.sentinels("E", before);
    const std::vector<AttributeMap> new_sentinels = engine_.sentinels("E", after);
    switch (action.kind) {
      case Action::Kind::Check:
        items.push_back({.condition_check = ConditionCheck{.key = {engine_.key("E", before)},
                                                           .table_name = "items",
                                                           .condition_expression = "attribute_exists(PK)"}});
        break;
      case Action::Kind::Delete:
        items.push_back(delete_of(old_item));
        for (const AttributeMap& sentinel : old_sentinels) items.push_back(delete_of(sentinel));
        break;
      case Action::Kind::Update:
        items.push_back(put_of(engine_.item("E", after, 2)));
        for (std::size_t i = 0; i < old_sentinels.size(); ++i)
          if (!(old_sentinels[i] == new_sentinels[i])) {
            items.push_back(delete_of(old_sentinels[i]));
            items.push_back(put_of(new_sentinels[i]));
          }
        break;
      default:
        for (int i = 0; i < static_cast<int>(action.items); ++i)
          items.push_back(put_of(engine_.item("E", engine_.fields("E", number_ + i, run_.after))));
        for (const AttributeMap& sentinel : new_sentinels) items.push_back(put_of(sentinel));
        break;
    }
    return EngineOfModel::places_of(engine_.database().transact_write_items(request));
  }

  EngineOfModel& engine_;
  const WriteVariant& run_;
  const int number_;
};

constexpr const char* kFields =
    "        fields: {a: {kind: string, size_bytes: 10}, b: {kind: string, size_bytes: 10},"
    " c: {kind: string, size_bytes: 10}, d: {kind: string, size_bytes: 300}, n: integer}\n";
constexpr const char* kVersioned =
    "        fields: {a: {kind: string, size_bytes: 10}, b: {kind: string, size_bytes: 10},"
    " c: {kind: string, size_bytes: 10}, d: {kind: string, size_bytes: 300}, v: integer}\n        version: v\n";
constexpr const char* kLarge =
    "        fields: {a: {kind: string, size_bytes: 10}, b: {kind: string, size_bytes: 10},"
    " c: {kind: string, size_bytes: 10}, d: {kind: string, size_bytes: 3000}, n: integer}\n";
constexpr const char* kIn = "        in: {gix: {partition: \"C#{c}\", sort: \"{b}\"}}\n";
constexpr const char* kAll = "      - {name: gix, partition: G1, sort: G2}\n";
constexpr const char* kKeysOnly = "      - {name: gix, partition: G1, sort: G2, projection: KEYS_ONLY}\n";
constexpr const char* kInclude =
    "      - {name: gix, partition: G1, sort: G2, projection: INCLUDE, include: [d, type]}\n";

std::vector<WriteCase> cases() {
  static std::vector<std::string> kept;
  const auto join = [](std::initializer_list<const char*> parts) {
    std::string& text = kept.emplace_back();
    for (const char* part : parts) text += part;
    return text.c_str();
  };
  kept.reserve(100);
  const char* const entity = join({kFields, kIn});
  const char* const versioned = join({kVersioned, kIn});
  const char* const large = join({kLarge, kIn});
  const char* const unique = join({kFields, kIn, "        unique: [c]\n"});
  const char* const natural = join({kFields, "        in: {gix: {partition: \"{c}\", sort: \"{n}\"}}\n"});
  const char* const optional =
      "        fields: {a: {kind: string, size_bytes: 10}, b: {kind: string, size_bytes: 10},"
      " c: {kind: string, size_bytes: 10, optional: true, present: 0.5}, d: {kind: string, size_bytes: 300}}\n"
      "        in: {gix: {partition: \"C#{c}\", sort: \"{b}\", sparse: true}}\n";
  // An item has 1 or 3 units, and 2 in the mean. An entry has its key's field twice, and 2 units.
  const char* const large_key =
      "        fields: {a: {kind: string, size_bytes: 10}, b: {kind: string, size_bytes: 10},"
      " c: {kind: string, size_bytes: 530, optional: true, present: 0.5}, d: {kind: string, size_bytes: 930}}\n"
      "        in: {gix: {partition: \"C#{c}\", sort: \"{b}\", sparse: true}}\n";
  const char* const when =
      "        fields: {a: {kind: string, size_bytes: 10}, b: {kind: string, size_bytes: 10},"
      " s: {enum: [OPEN, PAID]}, d: {kind: string, size_bytes: 300}}\n"
      "        in: {gix: {partition: \"ALL\", sort: \"{b}\", when: {field: s, equals: OPEN}}}\n";
  const char* const local = join({kFields, "        in: {lix: {sort: \"{c}\"}}\n"});
  return {
      {"a put without indexes", kFields, "", "put: E"},
      {"a put of several units", kLarge, "", "put: E"},
      {"a put enters an index", entity, kAll, "put: E"},
      {"a put of several units enters an index of keys", large, kKeysOnly, "create: E"},
      {"a put of several units enters an index of attributes", large, kInclude, "create: E"},
      {"a put of several units enters an index of all", large, kAll, "create: E"},
      {"a put enters an index by its own fields", natural, "      - {name: gix, partition: c, sort: n}\n", "put: E"},
      {"a put enters each partition of an index, also one that no read asks for", kFields,
       "      - {name: gix, partition: c, sort: n, when: {field: c, equals: OTHER}}\n", "put: E"},
      {"a put enters a local index", local, "      - {name: lix, scope: local, sort: L}\n", "put: E"},
      {"an update of an index key", entity, kAll, "update: E, set: [c]", {{.after = {{"c", 7}}}}},
      {"an update of an index key, keys only", entity, kKeysOnly, "update: E, set: [c]", {{.after = {{"c", 7}}}}},
      {"an update of an index key in large entries", large, kAll, "update: E, set: [c]", {{.after = {{"c", 7}}}}},
      {"an update of a projected attribute", entity, kAll, "update: E, set: [d]", {{.after = {{"d", 7}}}}},
      {"an update of an included attribute", entity, kInclude, "update: E, set: [d]", {{.after = {{"d", 7}}}}},
      {"an update of another than the included attribute",
       entity,
       kInclude,
       "update: E, set: [n]",
       {{.after = {{"n", 7}}}}},
      {"an update of no key", entity, kKeysOnly, "update: E, set: [d]", {{.after = {{"d", 7}}}}},
      {"an update that counts a version", versioned, kAll, "update: E, set: [d]", {{.after = {{"d", 7}, {"v", 7}}}}},
      {"an update that counts a version beside keys",
       versioned,
       kKeysOnly,
       "update: E, set: [d]",
       {{.after = {{"d", 7}, {"v", 7}}}}},
      {"an update of a local index key",
       local,
       "      - {name: lix, scope: local, sort: L}\n",
       "update: E, set: [c]",
       {{.after = {{"c", 7}}}}},
      {"a delete leaves an index", entity, kAll, "delete: E"},
      {"a delete of a large item leaves an index of keys", large, kKeysOnly, "delete: E"},
      {"half of the puts enter a sparse index", optional, kAll, "put: E", {{}, {.without_after = {"c"}}}},
      {"half of the puts enter a sparse index with all of their key's field",
       large_key,
       "      - {name: gix, partition: G1, sort: G2, projection: INCLUDE, include: [c]}\n",
       "put: E",
       {{}, {.without_after = {"c"}}}},
      {"half of the updates meet a sparse index",
       optional,
       kAll,
       "update: E, set: [d]",
       {{.after = {{"d", 7}}}, {.after = {{"d", 7}}, .without_before = {"c"}, .without_after = {"c"}}}},
      {"half of the deletes leave a sparse index", optional, kAll, "delete: E", {{}, {.without_before = {"c"}}}},
      {"half of the puts enter an index by a value",
       when,
       kAll,
       "put: E",
       {{.after = {{"s", 0}}}, {.after = {{"s", 1}}}}},
      {"updates enter and leave an index by a value",
       when,
       kAll,
       "update: E, set: [s]",
       {{.before = {{"s", 0}}, .after = {{"s", 1}}}, {.before = {{"s", 1}}, .after = {{"s", 0}}}}},
      {"a transaction doubles the item and not its entry", entity, kAll, "transact: [{create: E}]"},
      {"a transaction of three items", entity, kAll, "transact: [{create: E, items: 3}]"},
      {"a transaction of several units", large, kAll, "transact: [{create: E}]"},
      {"a check in a transaction", large, kAll, "transact: [{check: E}]"},
      {"an update in a transaction", entity, kAll, "transact: [{update: E, set: [c]}]", {{.after = {{"c", 7}}}}},
      {"a delete in a transaction", entity, kAll, "transact: [{delete: E}]"},
      {"a batch", entity, kAll, "batch_write: [{put: E, items: 4}]"},
      {"a unique field is a transaction with a sentinel", unique, kAll, "create: E"},
      {"a unique field changes", unique, kAll, "update: E, set: [c], read_first: true", {{.after = {{"c", 7}}}}},
      {"another field beside a unique one changes", unique, kAll, "update: E, set: [d]", {{.after = {{"d", 7}}}}},
      {"an item with a unique field is deleted", unique, kAll, "delete: E, read_first: true"},
  };
}

TEST(CostOfWrites, IsWhatTheEngineConsumes) {
  for (const WriteCase& one : cases()) {
    SCOPED_TRACE(one.name);
    EngineOfModel engine(text_of(one));
    ASSERT_EQ(engine.units().not_priced, "");
    Places mean;
    int number = 1;
    for (const WriteVariant& run : one.runs) {
      for (const auto& [place, units] : WriteRun(engine, run, number).consumed())
        mean[place] += units / static_cast<double>(one.runs.size());
      number += 100;
    }
    EXPECT_EQ(expected_units(engine.units(), true), mean);
  }
}

}  // namespace cost_writes_test
}  // namespace partita::modelling
