// The arguments of Terraform's resources for DynamoDB, which .tf files and Terraform's JSON share.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "modelling/core/model.h"
#include "modelling/read/infer/infer.h"
#include "modelling/read/tree.h"

namespace partita::modelling::terraform {

// The arguments and blocks that describe a table or an item, at all depths.
extern const std::vector<std::string_view> kWantedArguments;

// The effect of auto scaling on tables is not in a model.
std::string scaling_note(const std::string& address);

// The resources of a file or a plan.
class Resources {
 public:
  // `values` has the arguments of a resource. Resources of other types are skipped. Indexes and items, which are
  // resources of their own, may come before their table.
  Result<void> add(const std::string& type, const std::string& name, const Node& values);
  // A name that no table has yet: `name`, or with a number behind it. A table that gets it, because its own name is not
  // known, may make another one with this name take a further one.
  std::string free_name(const std::string& name);
  // A note that is the error too if there is no table.
  void note_reason(const Place& place, std::string_view what);
  // Says that the next table lacks an index that its file has.
  void lacks_index() { lacks_index_ = true; }
  // Notes that a part is not read, because of `error`.
  void leave_out(const Place& place, const std::string& what, const Error& error);
  // Infers the entities of tables that have items. Errors: there is no table; then the error says why each that was
  // left out is not read.
  Result<Model> finish(const Place& file);
  // Equal notes are one.
  void note(const Place& place, std::string_view what);

 private:
  Result<void> add_table(const std::string& name, const Node& values);
  // The name of a table in the model. Errors: another table has it, and is of the same region.
  Result<std::string> name_in_model(const std::string& name, const std::string& region, const Place& place);
  Result<void> add_item(const Node& values);
  Result<void> add_index(const Node& values);

  // The service's refusal of the table, or an empty text.
  std::string refusal_of_table(const Table& table) const;

  Model model_ = {};
  bool lacks_index_ = false;
  std::set<std::string> stand_ins_ = {};                         // names of tables whose own names are not known
  std::map<std::string, std::string> regions_ = {};              // of tables, by name
  std::set<std::string> partial_ = {};                           // tables of which an index is left out
  std::vector<std::string> reasons_ = {};                        // of all parts that are left out
  std::vector<std::pair<std::string, Node>> of_tables_ = {};     // indexes and items, by type
  std::map<std::string, std::vector<ObservedItem>> items_ = {};  // by the table's name
};

}  // namespace partita::modelling::terraform
