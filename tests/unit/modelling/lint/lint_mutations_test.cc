// Each of some hundred mistakes that are made in the models of the example systems is found by the rule for it.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>

#include "modelling/lint/rule.h"
#include "modelling/read/read_model.h"

namespace partita::modelling {
namespace lint_mutations_test {

constexpr std::array kSystems = {"commerce", "customer_orders", "favorites", "order_entry", "project_management"};

Model model_of(const std::string& system) {
  auto read = read_model(fmt::format("{}/{}/model.yaml", PARTITA_MODEL_FILES, system));
  EXPECT_TRUE(read) << read.error().message;
  if (!read) return Model();
  // A local index has the table's partition key, whatever the file says.
  for (Table& table : read->tables)
    for (Entity& entity : table.entities)
      for (EntityKey& key : entity.indexes)
        if (const Index* index = table.index(key.index); index && index->scope == model::IndexScope::Local)
          key.partition.clear();
  return std::move(*read);
}

std::set<std::string> rules_found(const Model& model) {
  std::set<std::string> out;
  for (const lint::Finding& finding : lint::run(*prove(std::make_shared<const Model>(model))))
    out.insert(std::string(finding.rule->id));
  return out;
}

struct Mutant {
  std::string what;
  Model model;
  std::set<std::string> expected;  // one of these must find it
};

// True if a served pattern reads the index and demands no values.
bool is_read(const Model& model, const Table& table, const Index& index) {
  const auto proof = prove(std::make_shared<const Model>(model));
  for (const ProvenPattern& pattern : proof->patterns())
    if (pattern.served() && pattern.info.table->name == table.name && pattern.info.plan.index != model::kNone &&
        pattern.info.table->at(pattern.info.plan.index).name == index.name)
      return true;
  return false;
}

// Calls `change` for each key of each entity of a copy of the model, and keeps the copies that it changes.
void for_each_key(const Model& original, const std::string& what, const std::set<std::string>& expected,
                  const std::function<bool(Table&, Entity&, EntityKey&)>& change, std::vector<Mutant>& out) {
  for (std::size_t t = 0; t < original.tables.size(); ++t)
    for (std::size_t e = 0; e < original.tables[t].entities.size(); ++e)
      for (std::size_t k = 0; k <= original.tables[t].entities[e].indexes.size(); ++k) {
        Model copy = original;
        Entity& entity = copy.tables[t].entities[e];
        EntityKey& key = k == 0 ? entity.primary : entity.indexes[k - 1];
        const std::string name = fmt::format("{} of {} in {}", what, entity.name, k == 0 ? "the table" : key.index);
        if (change(copy.tables[t], entity, key)) out.push_back({name, std::move(copy), expected});
      }
}

void drop_indexes(const Model& original, std::vector<Mutant>& out) {
  for (std::size_t t = 0; t < original.tables.size(); ++t)
    for (std::size_t i = 0; i < original.tables[t].indexes.size(); ++i) {
      if (!is_read(original, original.tables[t], original.tables[t].indexes[i])) continue;
      Model copy = original;
      const std::string name = copy.tables[t].indexes[i].name;
      copy.tables[t].indexes.erase(copy.tables[t].indexes.begin() + static_cast<std::ptrdiff_t>(i));
      for (Entity& entity : copy.tables[t].entities)
        std::erase_if(entity.indexes, [&](const EntityKey& key) { return key.index == name; });
      out.push_back({"drop the index " + name, std::move(copy), {"P100", "P102", "P104", "P105", "P106"}});
    }
}

void leave_indexes_unused(const Model& original, std::vector<Mutant>& out) {
  for (const Table& table : original.tables)
    for (const Index& index : table.indexes) {
      if (!is_read(original, table, index)) continue;
      const auto proof = prove(std::make_shared<const Model>(original));
      Model copy = original;
      for (const ProvenPattern& pattern : proof->patterns())
        if (pattern.served() && pattern.info.table->name == table.name && pattern.info.plan.index != model::kNone &&
            pattern.info.table->at(pattern.info.plan.index).name == index.name)
          std::erase_if(copy.patterns, [&](const Pattern& one) { return one.name == pattern.declared->name; });
      const bool table_is_read = std::any_of(copy.patterns.begin(), copy.patterns.end(), [&](const Pattern& one) {
        return one.operation == PatternOperation::Read && (one.table == table.name || one.table.empty());
      });
      if (table_is_read) out.push_back({"remove the patterns of " + index.name, std::move(copy), {"P140"}});
    }
}

void copy_indexes(const Model& original, std::vector<Mutant>& out) {
  for (std::size_t t = 0; t < original.tables.size(); ++t)
    for (const Index& index : original.tables[t].indexes) {
      if (index.scope != model::IndexScope::Global || index.shards || index.when || index.partition.size() > 1 ||
          index.sort.size() > 1)
        continue;
      Model copy = original;
      Index twin = index;
      twin.name = "twin";
      twin.partition = {"twin_pk"};
      if (!twin.sort.empty()) twin.sort = {"twin_sk"};
      bool entered = false;
      for (Entity& entity : copy.tables[t].entities)
        for (std::size_t k = 0; k < entity.indexes.size(); ++k)
          if (entity.indexes[k].index == index.name) {
            EntityKey key = entity.indexes[k];
            key.index = "twin";
            entity.indexes.push_back(key);
            entered = true;
            break;
          }
      copy.tables[t].indexes.push_back(twin);
      if (entered) out.push_back({"a twin of the index " + index.name, std::move(copy), {"P140", "P141"}});
    }
}

// A text that is in the template.
bool replace_in(std::vector<std::string>& texts, const std::string& from, const std::string& to) {
  for (std::string& text : texts)
    if (const std::size_t at = text.find(from); at != std::string::npos) {
      text.replace(at, from.size(), to);
      return true;
    }
  return false;
}

std::vector<Mutant> mutants_of(const Model& original) {
  std::vector<Mutant> out;
  drop_indexes(original, out);
  leave_indexes_unused(original, out);
  copy_indexes(original, out);
  for_each_key(
      original, "name no field in the key", {"P001"},
      [](Table&, Entity&, EntityKey& key) {
        return replace_in(key.partition, "{", "{no_such_") || replace_in(key.sort, "{", "{no_such_");
      },
      out);
  for_each_key(
      original, "leave a brace open in the key", {"P002"},
      [](Table&, Entity&, EntityKey& key) {
        return replace_in(key.sort, "}", "") || replace_in(key.partition, "}", "");
      },
      out);
  for_each_key(
      original, "leave out the padding in the key", {"P010"},
      [](Table&, Entity& entity, EntityKey& key) {
        for (std::vector<std::string>* texts : {&key.partition, &key.sort})
          for (std::string& text : *texts)
            for (const Field& field : entity.fields)
              if (replace_in(*texts, "{" + field.name + ":0", "{" + field.name + ":x0")) {
                const std::size_t at = text.find(":x0");
                if (at == std::string::npos) continue;
                text.erase(at, text.find('}', at) - at);
                return true;
              }
        return false;
      },
      out);
  for_each_key(
      original, "let two fields touch in the key", {"P011"},
      [](Table&, Entity&, EntityKey& key) {
        return replace_in(key.sort, "}#{", "}{") || replace_in(key.partition, "}#{", "}{");
      },
      out);
  for_each_key(
      original, "end a field with a dash in the key", {"P011"},
      [](Table&, Entity&, EntityKey& key) {
        return replace_in(key.sort, "}#", "}-#") || replace_in(key.partition, "}#", "}-#");
      },
      out);
  for_each_key(
      original, "put a blank into the key", {"P003", "P011"},
      [](Table&, Entity&, EntityKey& key) {
        return replace_in(key.sort, "#{", " #{") || replace_in(key.partition, "#{", " #{");
      },
      out);
  for_each_key(
      original, "give the key a template too many", {"P020"},
      [](Table&, Entity&, EntityKey& key) {
        key.sort.push_back("MORE");
        return true;
      },
      out);
  return out;
}

TEST(LintMutations, AreFoundByTheirRules) {
  std::size_t count = 0;
  for (const char* system : kSystems) {
    const Model original = model_of(system);
    EXPECT_TRUE(rules_found(original).empty()) << system;
    for (const Mutant& mutant : mutants_of(original)) {
      ++count;
      const std::set<std::string> found = rules_found(mutant.model);
      const bool hit = std::any_of(mutant.expected.begin(), mutant.expected.end(),
                                   [&](const std::string& rule) { return found.contains(rule); });
      EXPECT_TRUE(hit) << system << ": " << mutant.what << " is found by "
                       << fmt::format("{}, and not by {}", fmt::join(found, " "), fmt::join(mutant.expected, " "));
    }
  }
  EXPECT_GE(count, 100u);
}

}  // namespace lint_mutations_test
}  // namespace partita::modelling
