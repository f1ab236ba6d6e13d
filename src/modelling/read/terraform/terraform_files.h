// The files of a Terraform module: a directory's .tf and .tf.json files, and the values of its variables in .tfvars
// files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "modelling/read/reader.h"

namespace partita::modelling::terraform {

// True for names such as main.tf and main.tf.json.
bool is_terraform_name(std::string_view path);
// True for main.tf.json.
bool is_terraform_json_name(std::string_view path);
// True for override.tf and names such as main_override.tf, whose blocks Terraform merges into those of other files.
bool is_override_name(std::string_view path);
// True for the files of variables that Terraform reads by itself: terraform.tfvars, *.auto.tfvars, and both with .json
// behind them.
bool is_variables_name(std::string_view path);

// The files of the directory that Terraform reads, by name, and then the files of variables: those whose values come
// first in Terraform are in front of the others. Subdirectories are other modules. Errors: the directory or a file
// cannot be read.
Result<std::vector<SourceFile>> files_of_directory(const std::string& directory);

}  // namespace partita::modelling::terraform
