// The resources of a Terraform module, and of the modules that it calls.
#pragma once

#include <string>

#include "modelling/read/hcl_scope.h"
#include "modelling/read/terraform_table.h"
#include "templates/options.h"

namespace partita::modelling::terraform {

// A .tf or a .tf.json file.
Result<hcl::Section> read_file(const std::string& path, std::string_view text);

struct CalledModule {
  const hcl::Section* sections = nullptr;  // of all files
  std::size_t own = 0;                     // the first sections, which are read and not only referred to
  std::string directory = {};              // where paths to other modules begin
  const hcl::Inputs* inputs = nullptr;     // nullptr: it is the root
  std::string address = {};                // "module.tables.", or empty
  int depth = 0;
};

// Adds the resources for DynamoDB. One that cannot be read is left out with the reason. A module with a path is read
// from its directory unless options.other_files refuses; the calls of one published module for tables are known.
void add_module(const CalledModule& module, const templates::Options& options, Resources& resources);

}  // namespace partita::modelling::terraform
