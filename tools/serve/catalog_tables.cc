#include "catalog_tables.h"

#include "engine/find_table.h"
#include "engine/streams/settings.h"

namespace partita::tools {
namespace {

permissions::IndexFacts facts_of(const catalog::IndexInfo& index, const std::string& table_arn) {
  permissions::IndexFacts facts{
      .name = index.name, .arn = table_arn + "/index/" + index.name, .partition = {}, .sort = {}};
  for (const catalog::KeyAttribute& attribute : index.keys.partition) facts.partition.push_back(attribute.name);
  if (!index.keys.sort.empty()) facts.sort = index.keys.sort.front().name;
  return facts;
}

std::shared_ptr<const iam::Policy> compiled(const catalog::AttachedPolicyPtr& attached) {
  return catalog::has_policy(attached) ? attached->policy->compiled() : nullptr;
}

}  // namespace

std::shared_ptr<const permissions::TableFacts> CatalogTables::find(std::string_view name) const {
  const catalog::TablePtr table = context_.catalog.find(name);
  if (!table) return nullptr;
  permissions::TableFacts facts;
  facts.name = table->name;
  facts.arn = engine::table_arn(context_, table->name);
  facts.partition = table->keys.partition.front().name;
  if (!table->keys.sort.empty()) facts.sort = table->keys.sort.front().name;
  for (const catalog::IndexInfo& index : table->indexes) facts.indexes.push_back(facts_of(index, facts.arn));
  for (const Tag& tag : table->tags) facts.tags.emplace_back(tag.key.value_or(""), tag.value.value_or(""));
  facts.policy = compiled(table->policy);
  return std::make_shared<const permissions::TableFacts>(std::move(facts));
}

std::shared_ptr<const permissions::StreamFacts> CatalogTables::find_stream(std::string_view arn) const {
  const auto stream = engine::find_stream(context_, arn);
  if (!stream) return nullptr;
  return std::make_shared<const permissions::StreamFacts>(permissions::StreamFacts{compiled((*stream)->policy)});
}

}  // namespace partita::tools
