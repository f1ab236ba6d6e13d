#include "modelling/read/terraform/terraform_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/try.h"
#include "documents/read_file.h"

namespace partita::modelling::terraform {

bool is_terraform_json_name(std::string_view path) { return path.ends_with(".tf.json"); }

bool is_terraform_name(std::string_view path) { return path.ends_with(".tf") || is_terraform_json_name(path); }

bool is_override_name(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const std::string_view stem = name.substr(0, name.find(".tf"));
  return is_terraform_name(name) && (stem == "override" || stem.ends_with("_override"));
}

bool is_variables_name(std::string_view path) {
  if (path.ends_with(".json")) path.remove_suffix(std::string_view(".json").size());
  return path.ends_with(".auto.tfvars") || path == "terraform.tfvars" || path.ends_with("/terraform.tfvars");
}

namespace {

// Terraform takes terraform.tfvars, then terraform.tfvars.json, then the others by name, and the last one wins.
bool comes_before(const std::string& one, const std::string& other) {
  const bool is_variables = is_variables_name(one), is_other = is_variables_name(other);
  if (is_variables != is_other) return !is_variables;
  if (!is_variables) return one < other;
  const auto is_auto = [](const std::string& path) { return path.find(".auto.tfvars") != path.npos; };
  if (is_auto(one) != is_auto(other)) return is_auto(one);
  return one > other;
}

}  // namespace

Result<std::vector<SourceFile>> files_of_directory(const std::string& directory) {
  std::error_code error;
  std::vector<std::string> paths;
  for (std::filesystem::directory_iterator entry(directory.empty() ? "." : directory, error), end;
       !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const std::string path = directory.empty() ? name : (std::filesystem::path(directory) / name).string();
    // Terraform skips the hidden files and drafts of editors.
    if (name.starts_with(".") || !(is_terraform_name(name) || is_variables_name(name))) continue;
    if (std::filesystem::is_directory(path, error)) continue;
    paths.push_back(path);
  }
  if (error) return invalid(fmt::format("cannot read the directory {}: {}", directory, error.message()));
  std::ranges::sort(paths, comes_before);
  std::vector<SourceFile> files;
  for (std::string& path : paths) {
    PARTITA_TRY_VALUE(text, documents::read_bytes(path));
    files.push_back({std::move(path), std::move(text)});
  }
  return files;
}

}  // namespace partita::modelling::terraform
