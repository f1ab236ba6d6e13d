// Existing models that are extended by new questions: the existing parts stay as they are, and the cheapest addition is
// found.
#include <algorithm>
#include <array>
#include <fstream>

#include "modelling/design/report/report.h"
#include "unit/modelling/design/design_extend_support.h"

namespace partita::modelling {
namespace design_extend_test {

using namespace design_support;
using namespace design_extend_support;

// The model without the additions of `questions`.
Model without_additions(const Model& extended, const Model& existing) {
  Model out = extended;
  std::erase_if(out.tables, [&](const Table& table) { return !existing.table(table.name); });
  for (Table& table : out.tables) {
    const Table& was = *existing.table(table.name);
    std::erase_if(table.indexes, [&](const Index& index) { return !was.index(index.name); });
    std::erase_if(table.entities, [&](const Entity& entity) { return !was.entity(entity.name); });
    for (Entity& entity : table.entities) {
      const Entity& before = *was.entity(entity.name);
      std::erase_if(entity.fields, [&](const Field& field) { return !before.field(field.name); });
      std::erase_if(entity.indexes, [&](const EntityKey& key) { return !was.index(key.index); });
    }
  }
  std::erase_if(out.patterns, [&](const Pattern& pattern) {
    return std::none_of(existing.patterns.begin(), existing.patterns.end(),
                        [&](const Pattern& one) { return one.name == pattern.name; });
  });
  return out;
}

std::string yaml_of_model(const Model& model) {
  const auto written = write_model(std::make_shared<const Model>(model), "yaml");
  EXPECT_TRUE(written) << written.error().message;
  return written ? written->text : "";
}

std::size_t indexes_of(const Model& model) {
  std::size_t out = 0;
  for (const Table& table : model.tables) out += table.indexes.size();
  return out;
}

// Finds the extended model, and checks that the existing parts are the same bytes, with the same plans.
design::Design extended(const std::string& system, const std::string& rest) {
  const design::Questions questions = extend(system, rest);
  const design::SearchResult found = search(questions);
  EXPECT_TRUE(found.unserved.empty());
  EXPECT_FALSE(found.timed_out);
  if (found.designs.empty()) {
    ADD_FAILURE() << system << ": no design";
    return {};
  }
  const design::Design& design = found.designs[0];
  EXPECT_NEAR(found.bound, design.usd, 1e-5) << system;
  expect_sound(design, system);
  const Model& existing = questions.existing->model();
  EXPECT_EQ(yaml_of_model(without_additions(*design.model, existing)), yaml_of_model(existing));
  for (const ProvenPattern& was : questions.existing->proof->patterns()) {
    const auto now = std::find_if(design.proof->patterns().begin(), design.proof->patterns().end(),
                                  [&](const ProvenPattern& one) { return one.declared->name == was.declared->name; });
    EXPECT_NE(now, design.proof->patterns().end()) << was.declared->name;
    if (!was.served() || now == design.proof->patterns().end()) continue;
    EXPECT_TRUE(now->served()) << was.declared->name;
    EXPECT_EQ(now->info.plan.index, was.info.plan.index) << was.declared->name;
    EXPECT_EQ(model::key_condition_shape(now->info), model::key_condition_shape(was.info)) << was.declared->name;
  }
  return design;
}

std::string index_of_pattern(const design::Design& design, const std::string& name) {
  for (const ProvenPattern& pattern : design.proof->patterns())
    if (pattern.declared->name == name && pattern.served() && pattern.info.plan.index != model::kNone)
      return std::string(pattern.info.table->at(pattern.info.plan.index).name);
  return {};
}

struct Case {
  const char* system;
  const char* question;
  const char* index;  // an existing one that serves it, or the attribute of the partition key of the new one
};

TEST(DesignExtend, AddsNoIndexForWhatAnExistingOneServes) {
  const Case cases[] = {
      {"commerce", "{name: New, entities: ORDER, by: customerId, oldest: createdAt, per_second: 1, items: 10}",
       "gsi_customer_orders"},
      {"favorites", "{name: New, entities: FavoriteData, by: userId, oldest: clipTime, per_second: 1, items: 10}",
       "lsiTwo"},
      {"project_management", "{name: New, entities: PROJECT_PLACE, by: [organizationId, projectId]}", ""},
      {"order_entry", "{name: New, entities: CUSTOMER, by: account_rep_id, wanted: [name], per_second: 1, items: 10}",
       "CustomerByAccountRep"},
      {"customer_orders",
       "{name: New, table: customer_orders, entities: Attendance, by: employee_id, oldest: appointment_id}",
       "ByEmployee"},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.system);
    const design::Design design = extended(one.system, fmt::format("patterns:\n  - {}\n", one.question));
    const auto existing = read_model(path_of(one.system));
    ASSERT_TRUE(design.model && existing);
    EXPECT_EQ(indexes_of(*design.model), indexes_of(*existing));
    EXPECT_EQ(index_of_pattern(design, "New"), one.index);
    // Only the read itself costs anything.
    const auto read = std::find_if(design.reads.begin(), design.reads.end(),
                                   [](const design::Served& served) { return served.pattern.number() == 0; });
    ASSERT_NE(read, design.reads.end());
    EXPECT_NEAR(design.usd, usd_of_existing(one.system) + read->usd, 1e-6);
  }
}

// The new index is over the fields' own attributes, so that no stored item must be rewritten.
TEST(DesignExtend, AddsAnIndexForWhatNoneServes) {
  const Case cases[] = {
      {"commerce", "{name: New, entities: CUSTOMER, by: email, per_second: 1, items: 1}", "email"},
      {"favorites", "{name: New, entities: FavoriteData, by: creatorId, newest: clipTime, per_second: 1, items: 10}",
       "creatorId"},
      {"project_management", "{name: New, entities: EMPLOYEE, by: title, per_second: 1, items: 10}", "title"},
      {"order_entry", "{name: New, entities: PRODUCT, by: category, per_second: 1, items: 10}", "category"},
      {"customer_orders",
       "{name: New, table: customer_orders, entities: Appointment, by: customer_id, oldest: starts_at, items: 5}",
       "CustomerId"},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.system);
    const design::Design design = extended(one.system, fmt::format("patterns:\n  - {}\n", one.question));
    const auto existing = read_model(path_of(one.system));
    ASSERT_TRUE(design.model && existing);
    EXPECT_EQ(indexes_of(*design.model), indexes_of(*existing) + 1);
    const std::string name = index_of_pattern(design, "New");
    const auto pattern = std::find_if(design.model->patterns.begin(), design.model->patterns.end(),
                                      [](const Pattern& read) { return read.name == "New"; });
    const Table& table = *design.model->table_of(pattern->entities[0], pattern->table);
    ASSERT_TRUE(table.index(name));
    EXPECT_EQ(table.index(name)->partition, std::vector<std::string>{one.index});
    EXPECT_GT(design.usd, usd_of_existing(one.system));
  }
}

struct Child {
  const char* system;
  const char* parent;
  const char* fields;
  const char* identity;
  const char* by;
  const char* partition;  // of the parent
};

std::string child_questions(const Child& child, const std::string& read) {
  return fmt::format(
      "tables: one\nentities:\n  - name: Note\n    count: 1M\n    fields: {{{}, text: string}}\n    identity: [{}]\n"
      "patterns:\n  - {{name: Notes, {}, by: [{}], per_second: 5, items: 3}}\n"
      "  - {{name: Add a note, create: Note, per_second: 1}}\n",
      child.fields, child.identity, read, child.by);
}

TEST(DesignExtend, PutsAChildIntoItsParentsCollection) {
  const Child children[] = {
      {"commerce", "CUSTOMER", "customerId: string, noteId: ulid", "customerId, noteId", "customerId",
       "CUST#{customerId}"},
      {"project_management", "PROJECT_PLACE", "organizationId: string, projectId: string, noteId: string",
       "organizationId, projectId, noteId", "organizationId, projectId", "ORG#{organizationId}#PRO#{projectId}"},
      {"customer_orders", "Employee", "employee_id: {kind: string, attribute: EmployeeId}, noteId: string",
       "employee_id, noteId", "employee_id", "EMPLOYEE#{employee_id}"},
  };
  for (const Child& child : children) {
    SCOPED_TRACE(child.system);
    const design::Design design =
        extended(child.system, child_questions(child, fmt::format("entities: [{}, Note]", child.parent)));
    const auto existing = read_model(path_of(child.system));
    ASSERT_TRUE(design.model && existing);
    EXPECT_EQ(design.model->tables.size(), existing->tables.size());
    EXPECT_EQ(indexes_of(*design.model), indexes_of(*existing));
    const Table* table = design.model->table_of("Note");
    ASSERT_TRUE(table && table->entity(child.parent));
    EXPECT_EQ(table->entity("Note")->primary.partition[0], child.partition);
  }
}

// A query reads all of the orders' collections, and the sort key of a favourite is any text. Another entity in them
// would change the answers of the existing patterns, so the child has partitions of its own.
TEST(DesignExtend, LeavesCollectionsAloneThatExistingPatternsReadWhole) {
  const Child children[] = {
      {"favorites", "FavoriteData", "userId: string, dataId: string, noteId: string", "userId, dataId, noteId",
       "userId, dataId", "FavoriteData#{userId}"},
      {"order_entry", "ORDER", "order_id: string, noteId: string", "order_id, noteId", "order_id", "{order_id:^ord_}"},
  };
  for (const Child& child : children) {
    SCOPED_TRACE(child.system);
    const design::Design design = extended(child.system, child_questions(child, "entities: Note"));
    const auto existing = read_model(path_of(child.system));
    ASSERT_TRUE(design.model && existing);
    EXPECT_EQ(design.model->tables.size(), existing->tables.size());
    const Table* table = design.model->table_of("Note");
    ASSERT_TRUE(table && table->entity(child.parent));
    EXPECT_NE(table->entity("Note")->primary.partition[0], child.partition);
  }
}

// A read of the parent with the new children: below the parent, they follow it in the order of the sort key.
TEST(DesignExtend, NestsAChildThatIsReadWithItsParent) {
  const auto model_with = [](const std::string& more) {
    const std::string path = testing::TempDir() + "nest_model.yml";
    EXPECT_TRUE(std::ofstream(path) << R"(format: 1
name: nest
tables:
  - name: nest
    partition_key: PK
    sort_key: SK
    entities:
      - {name: ORDER, count: 1M, size_bytes: 100, fields: {customer: string, order: ulid}, key: {partition: "CUST#{customer}", sort: "ORDER#{order}"}}
patterns:
  - {name: One, entities: ORDER, by: [customer, order], per_second: 5}
  - {name: Enter, create: ORDER, per_second: 1}
)" << more);
    return path;
  };
  const auto found_with = [&](const std::string& more) {
    return search(questions_of(fmt::format(R"(design: 1
extend: {}
tables: one
entities:
  - {{name: PARCEL, count: 1M, size_bytes: 100, fields: {{customer: string, order: ulid, parcel: ulid}}, identity: [customer, order, parcel]}}
patterns:
  - {{name: With parcels, entities: [ORDER, PARCEL], by: [customer, order], per_second: 5, items: 3}}
  - {{name: Send, create: PARCEL, per_second: 1}}
)",
                                           model_with(more))));
  };
  const design::SearchResult nested = found_with("");
  ASSERT_FALSE(nested.designs.empty());
  const design::Design& design = nested.designs[0];
  expect_sound(design, "nested");
  const Entity* parcel = design.model->tables[0].entity("PARCEL");
  ASSERT_TRUE(parcel);
  EXPECT_EQ(parcel->primary.partition, std::vector<std::string>{"CUST#{customer}"});
  EXPECT_EQ(parcel->primary.sort, std::vector<std::string>{"ORDER#{order}#PARCEL#{parcel}"});
  EXPECT_EQ(indexes_of(*design.model), 0u);

  // There, the parcels would be among the orders that an existing pattern reads, so an index finds both.
  const design::SearchResult beside =
      found_with("  - {name: Orders, entities: ORDER, by: customer, per_second: 5, items: 10}\n");
  EXPECT_TRUE(beside.unserved.empty());
  ASSERT_FALSE(beside.designs.empty());
  expect_sound(beside.designs[0], "beside");
  const Entity* other = beside.designs[0].model->tables[0].entity("PARCEL");
  ASSERT_TRUE(other);
  EXPECT_FALSE(other->primary.sort[0].starts_with("ORDER#"));
  EXPECT_NE(index_of_pattern(beside.designs[0], "With parcels"), "");
}

// Below the order's item, parcels would be among the items that "Order with its items" reads.
TEST(DesignExtend, FindsAChildByAnIndexThatWouldBeInTheWayOfExistingPatterns) {
  const design::Design design = extended("commerce", R"(
entities:
  - {name: PARCEL, count: 10M, fields: {customerId: string, orderId: string, itemId: string, parcelId: ulid, carrier: string},
     identity: [customerId, orderId, itemId, parcelId]}
patterns:
  - {name: An item with its parcels, entities: [ORDER_ITEM, PARCEL], by: [customerId, orderId, itemId], items: 2}
  - {name: Send a parcel, create: PARCEL, per_second: 1}
)");
  ASSERT_TRUE(design.model);
  const Entity* parcel = design.model->tables[0].entity("PARCEL");
  ASSERT_TRUE(parcel);
  EXPECT_FALSE(parcel->primary.sort[0].starts_with("ORDER#{orderId}"));
  const std::string index = index_of_pattern(design, "An item with its parcels");
  ASSERT_TRUE(design.model->tables[0].index(index)) << index;
  EXPECT_EQ(design.model->tables[0].index(index)->partition,
            (std::vector<std::string>{"customerId", "orderId", "itemId"}));
}

// A table without a sort key has room for one item of each key, so no child fits below its parent there.
TEST(DesignExtend, GivesAChildATableOfItsOwnIfTheParentsHasNoSortKey) {
  const std::string path = testing::TempDir() + "visits_model.yml";
  ASSERT_TRUE(std::ofstream(path) << R"(format: 1
name: visits
tables:
  - name: visits
    partition_key: visitId
    entities:
      - {name: VISIT, count: 1M, size_bytes: 100, fields: {visitId: ulid, plate: string}, key: {partition: "{visitId}"}}
patterns:
  - {name: A visit, entities: VISIT, by: visitId, per_second: 3}
  - {name: Begin, create: VISIT, per_second: 1}
)");
  const auto extended_by = [&](const std::string& tables, const std::string& read) {
    return questions_of(
        fmt::format("design: 1\nextend: {}\ntables: {}\nentities:\n"
                    "  - {{name: BILL, count: 1M, size_bytes: 100, fields: {{visitId: ulid, billId: ulid, "
                    "cents: integer}}, identity: [visitId, billId]}}\npatterns:\n  - {{name: New, {}, by: "
                    "visitId, per_second: 1, items: 2}}\n  - {{name: Bill, create: BILL, per_second: 1}}\n",
                    path, tables, read));
  };
  for (const char* tables : {"one", "several", "any"}) {
    SCOPED_TRACE(tables);
    const design::SearchResult found = search(extended_by(tables, "entities: BILL"));
    ASSERT_FALSE(found.designs.empty());
    EXPECT_TRUE(found.unserved.empty());
    EXPECT_EQ(found.designs[0].model->tables.size(), 2u);
    expect_sound(found.designs[0], tables);
    // No key reads both in one request, and the report says that of the read.
    const design::Questions both = extended_by(tables, "entities: [VISIT, BILL]");
    EXPECT_EQ(search(both).unserved, patterns_at({0}));
    EXPECT_EQ(design::change_that_serves(both, design::PatternPosition(0), prices()), "allow 2 requests (requests: 2)");
  }
}

design::SearchResult bank_with(const std::string& table, const std::string& account, const std::string& key,
                               const std::string& tables, const std::string& note) {
  const std::string path = testing::TempDir() + "bank_model.yml";
  EXPECT_TRUE(std::ofstream(path) << fmt::format(R"(format: 1
name: bank
tables:
  - name: bank
    partition_key: accountId
    {}
    entities:
      - {{name: ACCOUNT, count: 1000, fields: {{accountId: {}, name: string}}, key: {}}}
patterns:
  - {{name: An account, entities: ACCOUNT, by: accountId, per_second: 1}}
  - {{name: Open, create: ACCOUNT, per_second: 1}}
)",
                                                 table, account, key));
  return search(questions_of(fmt::format(R"(design: 1
extend: {}
tables: {}
entities:
  - {{name: NOTE, count: 1000, fields: {{noteId: ulid, {}}}, identity: noteId}}
patterns:
  - {{name: A note, entities: NOTE, by: noteId, per_second: 1}}
  - {{name: Write, create: NOTE, per_second: 1}}
)",
                                         path, tables, note)));
}

// Items without a tag are told apart by their keys alone, and a key that is a field's own value may be any value. With
// a tag, a note could still replace an account whose id is the same text.
TEST(DesignExtend, PutsNoSecondEntityBesideItemsThatNothingTellsApart) {
  const std::string own_value = "{partition: \"{accountId}\"}";
  const std::array<std::pair<const char*, const char*>, 3> cases = {
      {{"type_attribute: null", "uuid"}, {"type_attribute: null", "string"}, {"type_attribute: kind", "string"}}};
  for (const auto& [table, kind] : cases)
    for (const char* tables : {"one", "several", "any"}) {
      SCOPED_TRACE(fmt::format("{} {} {}", table, kind, tables));
      const design::SearchResult found = bank_with(table, kind, own_value, tables, "text: string");
      ASSERT_FALSE(found.designs.empty());
      EXPECT_EQ(found.designs[0].model->tables.size(), 2u);
      expect_sound(found.designs[0], tables);
    }
  const std::array<std::array<const char*, 3>, 2> beside = {
      {{"type_attribute: null", "{kind: string, attribute: account}", "{partition: \"ACCOUNT#{accountId}\"}"},
       {"type_attribute: kind", "uuid", "{partition: \"{accountId}\"}"}}};
  for (const auto& [table, account, key] : beside) {
    SCOPED_TRACE(key);
    const design::SearchResult found = bank_with(table, account, key, "one", "text: string");
    ASSERT_FALSE(found.designs.empty());
    EXPECT_EQ(found.designs[0].model->tables.size(), 1u);
    expect_sound(found.designs[0], key);
  }
}

// The partition key of the table is composed for a note, and the note stores a field there.
TEST(DesignExtend, GivesAnEntityThatStoresAFieldInTheTablesKeyATableOfItsOwn) {
  for (const char* table : {"type_attribute: kind", "sort_key: SK"})
    for (const char* tables : {"one", "several", "any"}) {
      SCOPED_TRACE(fmt::format("{} {}", table, tables));
      const std::string key = fmt::format("{{partition: \"{{accountId}}\"{}}}",
                                          table == std::string("sort_key: SK") ? ", sort: ACCOUNT" : "");
      const design::SearchResult found = bank_with(table, "uuid", key, tables, "accountId: uuid");
      ASSERT_FALSE(found.designs.empty());
      EXPECT_TRUE(found.unserved.empty());
      EXPECT_EQ(found.designs[0].model->tables.size(), 2u);
      expect_sound(found.designs[0], tables);
    }
}

TEST(DesignExtend, EntersAnExistingIndexWhenItIsFull) {
  // A table with 20 global indexes cannot get another one, but new items may enter the existing ones.
  std::string model =
      "format: 1\nname: full\ntables:\n  - name: full\n    partition_key: PK\n    sort_key: SK\n    indexes:\n";
  std::string keys, reads, fields;
  for (int i = 1; i <= 20; ++i) {
    model += fmt::format("      - {{name: by{0}, partition: G{0}P, sort: G{0}S}}\n", i);
    fields += fmt::format(", f{}: string", i);
    keys += fmt::format("          by{0}: {{partition: \"F{0}#{{f{0}}}\", sort: \"{{id}}\"}}\n", i);
    reads += fmt::format("  - {{name: By {0}, entities: THING, by: f{0}, per_second: 1, items: 5}}\n", i);
  }
  model += "    entities:\n      - name: THING\n        count: 1000\n        fields: {id: string" + fields +
           "}\n        key: {partition: \"THING#{id}\", sort: THING}\n        in:\n" + keys + "patterns:\n" + reads +
           "  - {name: Put, put: THING, per_second: 1}\n";
  const std::string path = testing::TempDir() + "full_model.yml";
  ASSERT_TRUE(std::ofstream(path) << model);
  const design::SearchResult found = search(questions_of(fmt::format(R"(
design: 1
extend: {}
tables: one
entities:
  - {{name: PART, count: 1000, fields: {{partId: string, maker: string}}, identity: partId}}
patterns:
  - {{name: Parts of a maker, entities: PART, by: maker, items: 3}}
  - {{name: Put a part, put: PART}}
)",
                                                                     path)));
  ASSERT_FALSE(found.designs.empty());
  EXPECT_TRUE(found.unserved.empty());
  const Table& table = found.designs[0].model->tables[0];
  EXPECT_EQ(table.indexes.size(), 20U);
  ASSERT_TRUE(table.entity("PART"));
  ASSERT_EQ(table.entity("PART")->indexes.size(), 1U);
  expect_sound(found.designs[0], "full");

  // An existing entity keeps its keys, so a new read of it is not served.
  const design::SearchResult none = search(questions_of(fmt::format(R"(
design: 1
extend: {}
patterns:
  - {{name: By two, entities: THING, by: [f1, f2], items: 3}}
)",
                                                                    path)));
  EXPECT_EQ(none.unserved, patterns_at({0}));
}

TEST(DesignExtend, AddsOptionalFieldsAndLeavesOtherTables) {
  const design::Design design = extended("order_entry", R"(
entities:
  - {name: CUSTOMER, fields: {nickname: 'string?', name: string}, identity: customer_id, count: 1M}
)");
  ASSERT_TRUE(design.model);
  ASSERT_TRUE(design.model->table_of("CUSTOMER")->entity("CUSTOMER")->field("nickname"));
  EXPECT_TRUE(design.model->table_of("CUSTOMER")->entity("CUSTOMER")->field("nickname")->optional);
}

// A read that holds a constant, by an index that has only the items with it.
TEST(DesignExtend, UsesASparseIndex) {
  const design::Design design = extended("project_management", R"(
patterns:
  - {name: Held up, entities: PROJECT, by: organizationId, where: {status: OnHold}, items: 10}
)");
  EXPECT_EQ(index_of_pattern(design, "Held up"), "gsi_on_hold");
}

TEST(DesignExtend, IsTheSameBytesEachTime) {
  const std::string rest = "patterns:\n  - {name: New, entities: EMPLOYEE, by: [title], items: 10}\n";
  EXPECT_EQ(yaml_of(extended("project_management", rest)), yaml_of(extended("project_management", rest)));
}

// The rates of a new write may heat a key of an index that stays as it is. No candidate avoids that, so it is a note.
TEST(DesignExtend, AHotKeyOfAnExistingIndexIsToldAndNothingIsUnserved) {
  const std::string path = testing::TempDir() + "design_extend_hot.yml";
  ASSERT_TRUE(std::ofstream(path) << R"(format: 1
name: hot
tables:
  - name: hot
    partition_key: memberId
    type_attribute: null
    indexes:
      - {name: by_zone, partition: zone}
    entities:
      - name: Member
        count: 1M
        size_bytes: 900
        fields: {memberId: string, zone: {kind: string, distinct: 3}, note: string}
        key: {partition: "{memberId}"}
patterns:
  - {name: Of a zone, entities: Member, by: zone, index: by_zone, per_second: 1, items: 5}
)");
  for (const char* rate : {"4", "2000"}) {
    const auto found = search(questions_of(fmt::format(
        "design: 1\nextend: {}\npatterns:\n  - {{name: Change, update: Member, set: zone, per_second: {}}}\n", path,
        rate)));
    ASSERT_EQ(found.designs.size(), 1u) << rate;
    const bool is_told = std::any_of(found.notes.begin(), found.notes.end(),
                                     [](const std::string& note) { return note.find("by_zone") != std::string::npos; });
    EXPECT_EQ(is_told, std::string(rate) == "2000");
  }
}

}  // namespace design_extend_test
}  // namespace partita::modelling
