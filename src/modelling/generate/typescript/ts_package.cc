#include "modelling/generate/typescript/ts_package.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "base/contains.h"
#include "modelling/generate/description.h"
#include "modelling/generate/pattern_facts.h"
#include "modelling/generate/typescript/ts_text.h"

namespace partita::modelling::typescript {
namespace {

std::vector<LanguageLimit> limits(const Model& model) {
  std::vector<LanguageLimit> out;
  for (const Pattern& pattern : model.patterns)
    if (pattern.operation == PatternOperation::Scan) out.push_back({{}, {}, pattern.name, {}, "it scans the table"});
  return out;
}
constexpr Language kTypeScript{limits, false};

class IndexWriter {
 public:
  IndexWriter(const TsModel& model, const std::vector<std::string>& left_out) : model_(model), left_out_(left_out) {}

  std::string write() {
    for (const ProvenTable& table : model_.provable->proof->tables())
      for (const Entity& entity : table.declared->entities) body_ += ts_entity(model_, table, entity) + '\n';
    std::string methods;
    std::size_t position = 0;
    for (const ProvenPattern& pattern : model_.provable->proof->patterns()) {
      if (const std::string answer = ts_answer(model_, pattern); !answer.empty()) body_ += answer + '\n';
      const bool reads = is_read(pattern.declared->operation);
      const std::string method = reads ? ts_read(model_, pattern, position) : ts_write(model_, *pattern.declared);
      if (pattern.served()) ++position;
      if (!method.empty()) methods += '\n' + method;
    }
    body_ += writes_type() + '\n' + change_type() + '\n' + client(methods);
    return head() + body_;
  }

 private:
  std::string writes_type() const {
    std::string out = ts_doc({"The writes of each entity, for a transaction."}) +
                      fmt::format("export interface {}Writes {{\n", model_.client);
    for_each_entity([&](const TsEntity& entity, std::size_t, std::size_t) {
      out += fmt::format("  readonly {}: EntityWrites<{}Types>;\n", entity.property, entity.type);
    });
    return out + "}\n";
  }

  // An item as a stream tells its changes.
  std::string change_type() const {
    std::vector<std::string> all, parts_of_change;
    for_each_entity([&](const TsEntity& entity, std::size_t table, std::size_t position) {
      parts_of_change = {
          fmt::format("readonly entity: {}", ts_literal(model_.model().tables[table].entities[position].name)),
          fmt::format("readonly before?: {}", entity.type), fmt::format("readonly after?: {}", entity.type)};
      all.push_back(fmt::format("{{ readonly entity: {}; readonly before?: {}; readonly after?: {} }}",
                                ts_literal(model_.model().tables[table].entities[position].name), entity.type,
                                entity.type));
    });
    const std::string doc =
        ts_doc({"A change of an item: `before` is absent of a new item, and `after` of a removed one."});
    const std::string head = fmt::format("export type {}Change =", model_.client);
    if (all.empty()) return fmt::format("{}{} never;\n", doc, head);
    if (all.size() == 1) {
      std::string line = fmt::format("{} {};\n", head, all.front());
      if (line.size() > kTsLineBytes + 1)
        line = fmt::format("{} {{\n  {};\n}};\n", head, fmt::join(parts_of_change, ";\n  "));
      return doc + line;
    }
    return fmt::format("{}{}\n  | {};\n", doc, head, fmt::join(all, "\n  | "));
  }

  template <class Each>
  void for_each_entity(Each each) const {
    const auto& tables = model_.model().tables;
    for (std::size_t t = 0; t < tables.size(); ++t)
      for (std::size_t e = 0; e < tables[t].entities.size(); ++e)
        each(model_.of(tables[t], tables[t].entities[e].name), t, e);
  }

  std::string client(const std::string& methods) const {
    std::string out = ts_doc({model_.model().description.empty()
                                  ? "The entities and access patterns, each of which is served by a key condition."
                                  : model_.model().description});
    out += fmt::format("export class {} extends ModelClient {{\n", model_.client);
    for_each_entity([&](const TsEntity& entity, std::size_t table, std::size_t position) {
      out +=
          fmt::format("  readonly {} = this.entity<{}Types>({}, {});\n", entity.property, entity.type, table, position);
    });
    out += fmt::format("  private readonly writes: {}Writes = {{\n", model_.client);
    for_each_entity([&](const TsEntity& entity, std::size_t table, std::size_t position) {
      out +=
          fmt::format("    {}: this.entityWrites<{}Types>({}, {}),\n", entity.property, entity.type, table, position);
    });
    out += "  };\n\n";
    out +=
        "  /** `client` is a DynamoDBClient of the AWS SDK. */\n"
        "  constructor(client: Client, options: SessionOptions = {}) {\n    super(description, client, options);\n  "
        "}\n\n";
    out += ts_doc({"Carries out all writes together, or not one of them: at most 100, with those of the sentinels of "
                   "unique fields. Throws "
                   "WriteRefused with the position of the write that was refused."},
                  2);
    out += ts_parameters(
        "  transact",
        {fmt::format("make: (writes: {}Writes) => readonly Write[]", model_.client), "options: CallOptions = {}"},
        ": Promise<Cost> {\n    return this.sendTransaction(make(this.writes), options);\n  }\n\n");
    out += ts_doc({"The change that a record of a stream says, or undefined if its item belongs to no entity."}, 2);
    out += fmt::format("  parseChange(record: StreamRecord): {}Change | undefined {{\n", model_.client);
    out += fmt::format("    return this.parsed(record) as {}Change | undefined;\n  }}\n", model_.client);
    return out + methods + "}\n";
  }

  // The module without its comments, which name things too.
  std::string code() const {
    std::string out;
    for (std::size_t at = 0; at < body_.size();) {
      const std::size_t end = std::min(body_.find('\n', at), body_.size());
      const std::string_view line = std::string_view(body_).substr(at, end - at);
      const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
      const std::string_view text = line.substr(begin);
      if (!text.starts_with('*') && !text.starts_with("/*")) out += std::string(text) + '\n';
      at = end + 1;
    }
    return out;
  }

  static bool uses(const std::string& code, std::string_view name) {
    for (auto at = code.find(name); at != std::string::npos; at = code.find(name, at + 1)) {
      const auto is_part = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
      };
      const bool begins = at == 0 || !is_part(code[at - 1]);
      const std::size_t end = at + name.size();
      if (begins && (end == code.size() || !is_part(code[end]))) return true;
    }
    return false;
  }

  // Only names that the module uses, because strict checkers refuse other imports.
  std::string imports(std::initializer_list<std::string_view> all, const char* keyword) const {
    std::vector<std::string> used;
    const std::string text = code();
    for (const std::string_view name : all)
      if (uses(text, name)) used.emplace_back(name);
    if (used.empty()) return {};
    const std::string line = fmt::format("{} {{ {} }} from \"./runtime/index.js\";\n", keyword, fmt::join(used, ", "));
    if (line.size() <= kTsLineBytes + 1) return line;
    return fmt::format("{} {{\n  {},\n}} from \"./runtime/index.js\";\n", keyword, fmt::join(used, ",\n  "));
  }

  std::string head() const {
    std::string out = ts_comment(fmt::format(
        "The entities and access patterns of {}, made by `partita model gen typescript`. Do not change this file: "
        "change the model, and make it again.",
        model_.options.source.empty() ? "a data model" : model_.options.source));
    for (const std::string& sentence : left_out_) out += "//\n" + ts_comment(sentence);
    out += "import { description } from \"./description.js\";\n";
    // A value that is also used as a type is imported once.
    out +=
        imports({"AttributeMap",   "CallOptions",    "CheckPart",     "Client",      "Collection",   "ConditionOption",
                 "Cost",           "DocumentMap",    "DocumentValue", "EntityTypes", "EntityWrites", "Found",
                 "GetOptions",     "LoadOptions",    "PutOptions",    "PutPart",     "Query",        "RangeOf",
                 "ReadOptions",    "ReadUpdatePart", "RemoveOptions", "RemovePart",  "Rest",         "SearchOptions",
                 "SessionOptions", "StreamRecord",   "UpdateOptions", "UpdatePart",  "Write"},
                "import type");
    out += imports({"Decimal", "ModelClient"}, "import");
    return out + "\nexport * from \"./runtime/index.js\";\n\n";
  }

  const TsModel& model_;
  const std::vector<std::string>& left_out_;
  std::string body_;
};

// The description, with whole numbers as the option says.
std::string description_text(const Provable& provable, const TsOptions& options) {
  documents::Tree tree = description_of(*provable.proof);
  for (documents::Tree& table : tree.find("tables")->items)
    for (documents::Tree& entity : table.find("entities")->items)
      for (documents::Tree& field : entity.find("fields")->items) {
        const std::string& kind = field.find("kind")->text;
        if (options.bigint && (kind == "integer" || kind == "unsigned" || kind == "seconds"))
          field.add("bigint", documents::tree_flag(true));
      }
  return "// The model as data, with the plans that Partita's planner has proven. The run time reads it.\n"
         "import type { ModelDescription } from \"./runtime/description.js\";\n\n// prettier-ignore\nexport const "
         "description: ModelDescription = " +
         ts_value(tree) + ";\n";
}

std::string package_name(const Model& model) {
  std::string out = snake(model.name.empty() ? std::string_view("data model") : std::string_view(model.name));
  std::ranges::replace(out, '_', '-');
  return out;
}

std::string package_json(const Model& model) {
  return fmt::format(R"({{
  "name": "{}",
  "version": "0.0.0",
  "private": true,
  "type": "module",
  "exports": "./dist/index.js",
  "types": "./dist/index.d.ts",
  "scripts": {{
    "build": "tsc"
  }},
  "dependencies": {{
    "@aws-sdk/client-dynamodb": "^3.0.0"
  }},
  "devDependencies": {{
    "@types/node": "^22.0.0",
    "typescript": "^5.0.0"
  }}
}}
)",
                     package_name(model));
}

constexpr const char* kTsConfig = R"({
  "compilerOptions": {
    "target": "es2022",
    "module": "nodenext",
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "declaration": true,
    "outDir": "dist"
  },
  "include": ["*.ts", "runtime/*.ts"]
}
)";

}  // namespace

Package ts_package(const Model& model, const TsOptions& options) {
  const Provable provable = provable_part(model, kTypeScript);
  Package out;
  for (const LeftOut& left_out : provable.left_out)
    out.left_out.push_back(fmt::format("The {} {} is left out: {}", left_out.what, left_out.name, left_out.why));
  for (const Pattern& pattern : provable.proof->model().patterns)
    if (std::string lacks = lacks_sentence(pattern); !lacks.empty()) out.left_out.push_back(std::move(lacks));
  const ModelUnits units = units_of_model(provable.proof);
  const TsModel names = ts_names(provable, units, options);
  out.files.push_back({"index.ts", IndexWriter(names, out.left_out).write()});
  out.files.push_back({"description.ts", description_text(provable, options)});
  for (const auto& [path, text] : ts_runtime())
    out.files.push_back({fmt::format("runtime/{}", path), std::string(text)});
  out.files.push_back({"package.json", package_json(model), true});
  out.files.push_back({"tsconfig.json", kTsConfig, true});
  return out;
}

}  // namespace partita::modelling::typescript
