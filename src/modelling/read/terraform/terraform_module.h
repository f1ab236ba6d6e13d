// The resources of a Terraform module, and of the modules that it calls.
#pragma once

#include <map>
#include <string>

#include "modelling/read/hcl/hcl_scope.h"
#include "modelling/read/terraform/terraform_table.h"
#include "templates/options.h"

namespace partita::modelling::terraform {

// A .tf, .tf.json, .tfvars or .tfvars.json file.
Result<hcl::Section> read_file(const std::string& path, std::string_view text);

// The sections of directories that were read, by path.
using ReadModules = std::map<std::string, hcl::Section>;

struct CalledModule {
  const hcl::Section* sections = nullptr;  // of all files
  std::size_t own = 0;                     // the first sections, which are read and not only referred to
  std::string directory = {};              // at which paths to other modules begin
  const hcl::Inputs* inputs = nullptr;     // nullptr: it is the root
  std::string address = {};                // "module.tables.", or empty
  std::string label = {};                  // "tables-", which tables without a known name have in front, or empty
  std::string region = {};                 // the provider's name that the call gives, such as "west", or empty
  int depth = 0;
  ReadModules* read_modules = nullptr;
};

// Adds the resources for DynamoDB. `module.read_modules` must not be nullptr. One that cannot be read is left out with
// the reason. A module with a path is read from its directory unless options.other_files refuses; the calls of one
// published module for tables are known.
void add_module(const CalledModule& module, const templates::TemplateOptions& options, Resources& resources);

}  // namespace partita::modelling::terraform
