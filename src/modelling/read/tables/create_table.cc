// Tables as the service's API writes them: bodies of CreateTable, one or a list, and the output of DescribeTable.
#include "modelling/read/tables/create_table.h"

#include <fmt/format.h>

#include "modelling/read/reader.h"
#include "modelling/read/tables/described_table.h"
#include "modelling/read/tree.h"
#include "protocol/codec.h"
#include "templates/table_properties.h"

namespace partita::modelling {
namespace {

const Node* described_table(const Node& root) {
  const Node* table = root.find("Table");
  return table && is_create_table(*table) ? table : nullptr;
}

bool recognizes_create_table(const Source& source) {
  if (!source.tree) return false;
  if (source.tree->is_list()) return !source.tree->items.empty() && is_create_table(source.tree->items.front());
  return is_create_table(*source.tree) || described_table(*source.tree);
}

// Of a description; a model does not have them.
constexpr std::string_view kNotKept[] = {"Replicas", "RestoreSummary", "ArchivalSummary", "MultiRegionConsistency",
                                         "GlobalTableWitnesses"};

// The service writes times as numbers, and the second version of its command line writes them as texts. A model keeps
// no times, so 0 takes the place of each text.
std::string with_numbers_for_times(std::string_view text) {
  constexpr std::string_view kMember = "DateTime\"", kSpace = " \t\r\n";
  std::string out;
  for (std::size_t at = text.find(kMember); at != text.npos; at = text.find(kMember)) {
    const std::size_t colon = text.find_first_not_of(kSpace, at + kMember.size());
    const std::size_t value =
        colon != text.npos && text[colon] == ':' ? text.find_first_not_of(kSpace, colon + 1) : text.npos;
    const bool is_text = value != text.npos && text[value] == '"';
    const std::size_t end = is_text ? text.find('"', value + 1) : text.npos;
    if (end == text.npos) {
      out += text.substr(0, at + kMember.size());
      text.remove_prefix(at + kMember.size());
      continue;
    }
    out += text.substr(0, value);
    out += '0';
    text.remove_prefix(end + 1);
  }
  return out.append(text);
}

Result<void> read_description(const Source& source, Model& model) {
  auto described = protocol::decode_response<DescribeTableResponse>(with_numbers_for_times(source.text));
  if (!described)
    return fault(source.tree->place, "this is not an output of DescribeTable: " + described.error().message);
  model.tables.push_back(table_of(request_of(described->table), source.tree->place, model.notes));
  const Node& table = *described_table(*source.tree);
  for (const std::string_view name : kNotKept)
    if (const Node* member = present(table, name); member && !(member->is_list() && member->items.empty()))
      model.notes.push_back(
          located(member->place, fmt::format("{} of {} is not kept", name, model.tables.back().name)));
  return {};
}

Result<Model> read_create_table(const Source& source) {
  if (!source.tree) return invalid(fmt::format("{}: this is not JSON", source.path));
  const Node& root = *source.tree;
  Model model;
  if (described_table(root)) {
    PARTITA_TRY(read_description(source, model));
  } else {
    const std::vector<Node> bodies = root.is_list() ? root.items : std::vector<Node>{root};
    for (const Node& body : bodies) PARTITA_TRY(add_create_table(body, model));
  }
  model.notes.push_back(located(root.place, kNoEntitiesOfTables));
  return model;
}

// Requests and templates differ in two properties.
Node as_template_properties(Node body) {
  std::erase_if(body.members, [](const Member& member) {
    const Node* enabled = member.name == "StreamSpecification" ? member.value.find("StreamEnabled") : nullptr;
    return enabled && (enabled->text == "false" || enabled->text == "False");
  });
  for (Member& member : body.members) {
    if (member.name == "StreamSpecification")
      std::erase_if(member.value.members, [](const Member& one) { return one.name == "StreamEnabled"; });
    if (member.name == "SSESpecification")
      for (Member& one : member.value.members)
        if (one.name == "Enabled") one.name = "SSEEnabled";
  }
  return body;
}

}  // namespace

bool is_create_table(const Node& node) { return node.find("TableName") && node.find("KeySchema"); }

Result<void> add_create_table(const Node& body, Model& model) {
  templates::PropertyReport report(templates::Unsupported::Warn);
  PARTITA_TRY_VALUE(draft, templates::read_table(as_template_properties(body), report));
  for (std::string& warning : report.take_warnings()) model.notes.push_back(std::move(warning));
  Table table = table_of(draft, body.place, model.notes);
  if (table.name.empty()) return fault(body.place, "a table needs a TableName");
  if (const Table* earlier = model.table(table.name))
    return fault(body.place,
                 fmt::format("the table {} is here and in line {}; rename one", table.name, earlier->place.line));
  if (!draft.billing_mode && !draft.provisioned_throughput) {
    table.billing = BillingMode::PayPerRequest;
    draft.billing_mode = BillingMode::PayPerRequest;
  }
  table.refusal = refusal_of(draft, RequestIs::Whole);
  model.tables.push_back(std::move(table));
  return {};
}

extern const Reader k_create_table;
const Reader k_create_table{"create-table", "bodies of CreateTable, or the output of DescribeTable (tables only)",
                            recognizes_create_table, read_create_table};

}  // namespace partita::modelling
