// Templates of CloudFormation and SAM, and serverless.yml files: their tables, without entities.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "modelling/read/reader.h"
#include "modelling/read/tables/described_table.h"
#include "modelling/read/tree.h"
#include "templates/read_template.h"

namespace partita::modelling {
namespace {

bool recognizes_cloudformation(const Source& source) {
  if (!source.tree) return false;
  const Node& root = *source.tree;
  if (const Node* resources = root.find("Resources"); resources && resources->is_map()) return true;
  const Node* section = root.find("resources");  // alone in a file that a serverless.yml includes
  if (section && section->is_map() && section->find("Resources")) return true;
  return root.find("service") && (root.find("provider") || section);
}

Result<Model> read_cloudformation(const Source& source) {
  if (!source.tree) return unexpected(*source.why_no_tree);
  templates::TemplateOptions options = source.options;
  options.faults = templates::Faults::LeaveOut;
  options.unsupported = templates::Unsupported::WarnOfUnknown;
  PARTITA_TRY_VALUE(read, templates::read_template(*source.tree, source.path, options));
  if (read.tables.empty())
    return read.unread.empty() ? Result<Model>(fault(source.tree->place, "the template defines no table of DynamoDB"))
                               : invalid(fmt::format("{}", fmt::join(read.unread, "\n")));
  Model model;
  for (const templates::TemplateTable& one : read.tables) {
    Table table = table_of(one.request, one.place, model.notes);
    if (one.time_to_live) table.ttl_attribute = one.time_to_live->attribute_name.value_or("");
    table.point_in_time_recovery = one.recovery.has_value();
    if (one.recovery && one.recovery->recovery_period_in_days)
      model.notes.push_back(located(one.place, "RecoveryPeriodInDays: the period of recovery is not kept"));
    table.refusal = refusal_of(one.request, one.is_partial ? RequestIs::Partial : RequestIs::Whole);
    model.tables.push_back(std::move(table));
  }
  std::ranges::move(read.warnings, std::back_inserter(model.notes));
  std::ranges::move(read.unread, std::back_inserter(model.notes));
  model.notes.push_back(located(source.tree->place, "a template says nothing about entities and access patterns"));
  return model;
}

}  // namespace

extern const Reader k_cloudformation;
const Reader k_cloudformation{"cloudformation",
                              "a template of CloudFormation or SAM, or a serverless.yml (tables only)",
                              recognizes_cloudformation, read_cloudformation};

}  // namespace partita::modelling
