#include "modelling/generate/cpp/cpp_limits.h"

#include <fmt/format.h>

namespace partita::modelling {
namespace {

constexpr std::size_t kMostGivenFields = 8;  // of pt::by
constexpr std::size_t kMostDescribed = 340;  // names that BOOST_DESCRIBE_STRUCT or BOOST_DESCRIBE_ENUM takes

// True if the template is the field that the attribute stores.
bool is_own_value(const Entity& entity, const std::string& attribute, const std::string& text) {
  for (const Field& field : entity.fields)
    if (field.attribute == attribute && text == "{" + field.name + "}") return true;
  return false;
}

bool are_own_values(const Entity& entity, const std::vector<std::string>& attributes,
                    const std::vector<std::string>& texts) {
  if (attributes.size() != texts.size()) return false;
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (!is_own_value(entity, attributes[i], texts[i])) return false;
  return true;
}

void add_of_keys(const Table& table, const Entity& entity, std::vector<LanguageLimit>& out) {
  const auto limit = [&](const std::string& index, std::string why) {
    out.push_back({table.name, entity.name, {}, index, std::move(why)});
  };
  if (entity.fields.size() + (entity.other_attributes ? 1 : 0) > kMostDescribed)
    limit({}, fmt::format("a struct in C++ describes at most {} members: put some of the fields into a map",
                          kMostDescribed));
  for (const Field& field : entity.fields)
    if (field.enumerators.size() > kMostDescribed)
      limit({}, fmt::format("an enumeration in C++ describes at most {} enumerators: make the field {} a string",
                            kMostDescribed, field.name));
  for (const EntityKey& key : entity.indexes) {
    const Index* index = table.index(key.index);
    if (!index || !is_index_of_members(*index)) continue;
    if (!are_own_values(entity, index->partition, key.partition) || !are_own_values(entity, index->sort, key.sort))
      limit(index->name, "its key has several attributes, and such a key in C++ is made of members only");
  }
  const auto check_numbers = [&](const std::string& index, const std::vector<std::string>& attributes,
                                 const std::vector<std::string>& texts) {
    for (std::size_t i = 0; i < attributes.size() && i < texts.size(); ++i) {
      const auto type = table.attribute_types.find(attributes[i]);
      if (type != table.attribute_types.end() && type->second != ScalarAttributeType::S &&
          !is_own_value(entity, attributes[i], texts[i]))
        limit(index,
              fmt::format("the key attribute {} is a number that another attribute holds too: store the field in {} "
                          "itself",
                          attributes[i], attributes[i]));
    }
  };
  check_numbers({}, {table.partition_key}, entity.primary.partition);
  check_numbers({}, {table.sort_key}, entity.primary.sort);
  for (const EntityKey& key : entity.indexes)
    if (const Index* index = table.index(key.index)) {
      check_numbers(index->name, index->partition, key.partition);
      check_numbers(index->name, index->sort, key.sort);
    }
}

}  // namespace

bool is_index_of_members(const Index& index) {
  return index.scope == model::IndexScope::Global &&
         (index.shards || index.when || index.partition.size() > 1 || index.sort.size() > 1);
}

std::vector<LanguageLimit> cpp_limits(const Model& model) {
  std::vector<LanguageLimit> out;
  for (const Table& table : model.tables)
    for (const Entity& entity : table.entities) add_of_keys(table, entity, out);
  for (const Pattern& pattern : model.patterns) {
    if (pattern.by.size() > kMostGivenFields)
      out.push_back(
          {{}, {}, pattern.name, {}, fmt::format("a pattern in C++ is given at most {} members", kMostGivenFields)});
    if (pattern.operation == PatternOperation::Scan)
      out.push_back({{}, {}, pattern.name, {}, "it scans the table: call db.scan<Entity>() if that is meant"});
  }
  return out;
}

}  // namespace partita::modelling
