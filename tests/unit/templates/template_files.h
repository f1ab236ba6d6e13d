// Templates as a test writes them, and their tables in a form that reads well in a test.
#pragma once

#include <fstream>
#include <map>
#include <string>

#include "support/temporary_directory.h"
#include "templates/read_template.h"

namespace partita::templates {

// Files in a directory of their own, which is removed with this object.
class TemplateFiles {
 public:
  void add(const std::string& name, const std::string& text) {
    const std::filesystem::path path = std::filesystem::path(directory_.string()) / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  // Errors name files without the directory.
  Result<Template> read(const std::string& name, const TemplateOptions& options = {}) const {
    auto result = read_template(directory_.string() + "/" + name, options);
    if (!result) without_directory(result.error().message);
    if (result)
      for (std::string& warning : result->warnings) without_directory(warning);
    return result;
  }

 private:
  void without_directory(std::string& text) const {
    const std::string prefix = directory_.string() + "/";
    for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix))
      text.erase(at, prefix.size());
  }

  const test::TemporaryDirectory directory_;
};

// The one template in a file with this text. Errors call it "template.yml".
inline Result<Template> read_one(const std::string& text, const TemplateOptions& options = {}) {
  TemplateFiles files;
  files.add("template.yml", text);
  return files.read("template.yml", options);
}

// The names of the tables, or the error.
inline std::string names_in(const Result<Template>& read) {
  if (!read) return "error: " + read.error().message;
  std::string names;
  for (const TemplateTable& table : read->tables) names += (names.empty() ? "" : " ") + *table.request.table_name;
  return names;
}

inline TemplateOptions with_parameters(std::map<std::string, std::string> parameters) {
  TemplateOptions options;
  options.parameters = std::move(parameters);
  return options;
}

inline TemplateOptions with_stage(std::string stage) {
  TemplateOptions options;
  options.stage = std::move(stage);
  return options;
}

}  // namespace partita::templates
