#include "new_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "base/try.h"
#include "ends.h"
#include "ops/prepare.h"

namespace partita::tools {
namespace {

Result<templates::TemplateTable> definition_by_keys(const std::string& name, const std::string& keys) {
  templates::TemplateTable table;
  table.logical_id = name;
  CreateTableRequest& request = table.request;
  request.table_name = name;
  request.billing_mode = BillingMode::PayPerRequest;
  request.key_schema.emplace();
  request.attribute_definitions.emplace();
  for (const std::string& key : split_names(keys)) {
    const std::size_t colon = key.rfind(':');
    if (colon == key.npos || colon == 0 || request.key_schema->size() == 2)
      return invalid(fmt::format("--keys takes one or two keys with their types, such as pk:S,sk:N, not '{}'", keys));
    const std::string attribute = key.substr(0, colon);
    request.attribute_definitions->push_back(
        {attribute, OpenEnum<ScalarAttributeType>::from_text(key.substr(colon + 1))});
    request.key_schema->push_back({attribute, request.key_schema->empty() ? KeyType::Hash : KeyType::Range});
  }
  PARTITA_TRY(ops::validate(request));
  return table;
}

}  // namespace

void add_new_table_options(CLI::App& app, NewTableOptions& options) {
  auto* keys = app.add_option("--keys", options.keys,
                              "the key of the table and its types, such as pk:S,sk:N; a missing table is created");
  keys->type_name("NAME:TYPE,...");
  app.add_option("--create", options.file.from,
                 "a template or a data model with the table, as for `partita table create`; a missing table is created")
      ->type_name("FILE")
      ->excludes(keys);
  app.add_option("--stage", options.file.stage, "the stage of a serverless.yml, ${opt:stage}")->type_name("NAME");
  app.add_option("--param", options.file.parameters, "the value of a parameter; may be given several times")
      ->type_name("NAME=VALUE")
      ->expected(1)
      ->take_all();
}

Result<templates::TemplateTable> definition_of(const std::string& name, const NewTableOptions& options) {
  if (!options.keys.empty()) return definition_by_keys(name, options.keys);
  PARTITA_TRY_VALUE(read, read_definitions(options.file));
  std::vector<std::string> names;
  for (templates::TemplateTable& table : read.tables) {
    if (table.request.table_name == name) return std::move(table);
    names.push_back(*table.request.table_name);
  }
  return invalid(fmt::format("{} does not define a table {}; it defines: {}", options.file.from, name,
                             names.empty() ? "no table" : fmt::format("{}", fmt::join(names, ", "))));
}

}  // namespace partita::tools
