// The arguments of Terraform's resources for DynamoDB, which .tf files and Terraform's JSON share.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "modelling/core/model.h"
#include "modelling/read/infer.h"
#include "modelling/read/tree.h"

namespace partita::modelling::terraform {

// The arguments and blocks that describe a table or an item, at all depths.
extern const std::vector<std::string_view> kWantedArguments;

// The resources of a file or a plan.
class Resources {
 public:
  // `values` has the arguments of a resource. Resources of other types are skipped. Indexes and items, which are
  // resources of their own, may come before their table.
  Result<void> add(const std::string& type, const std::string& name, const Node& values);
  // Notes that `what` is not read, because of `error`.
  void leave_out(const Place& place, const std::string& what, const Error& error);
  // Infers the entities of tables that have items. Errors: there is no table; then the error says why each that was
  // left out is not read.
  Result<Model> finish(const Place& file);
  void note(const Place& place, std::string_view what) { model_.notes.push_back(located(place, what)); }

 private:
  Result<void> add_table(const std::string& name, const Node& values);
  Result<void> add_item(const Node& values);
  Result<void> add_index(const Node& values);

  Model model_ = {};
  std::vector<std::string> reasons_ = {};                        // of what is left out
  std::vector<std::pair<std::string, Node>> of_tables_ = {};     // indexes and items, by type
  std::map<std::string, std::vector<ObservedItem>> items_ = {};  // by the table's name
};

}  // namespace partita::modelling::terraform
