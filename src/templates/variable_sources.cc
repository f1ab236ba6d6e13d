// The sources of the values of Serverless variables, with one function for each source.
#include <fmt/format.h>

#include <array>
#include <filesystem>

#include "base/contains.h"
#include "base/try.h"
#include "documents/read_file.h"
#include "templates/pseudo_parameters.h"
#include "templates/variables.h"

namespace partita::templates {
namespace {

// The Serverless Framework asks another service for the values of these sources.
constexpr std::array<std::string_view, 7> kElsewhere = {"cf", "ssm", "s3", "git", "vault", "terraform", "output"};

std::optional<std::string> given(const TemplateOptions& options, const std::string& name) {
  const auto found = options.parameters.find(name);
  return found == options.parameters.end() ? std::nullopt : std::optional(found->second);
}

bool is_program(const std::filesystem::path& path) {
  const std::string extension = path.extension();
  return extension == ".js" || extension == ".cjs" || extension == ".mjs" || extension == ".ts";
}

}  // namespace

Result<Variables::Found> Variables::find_in(const Source& source, const Place& at) {
  if (source.type == "opt") return find_option(source.address, at);
  if (source.type == "self") return find_own(source.address, at);
  if (source.type == "env") return find_environment(source.address, at);
  if (source.type == "param") return find_parameter(source.address, at);
  if (source.type == "sls") return find_serverless(source.address, at);
  if (source.type == "file") return find_file(source, at);
  if (source.type == "strToBool") return find_boolean(source, at);
  if (source.type == "aws" && source.address == "region") {
    PARTITA_TRY_VALUE(value, region());
    return Found{scalar(std::move(value), at)};
  }
  if (source.type == "aws" && source.address == "accountId") return Found{scalar(account_of(options_), at)};
  if (source.type.starts_with("cf") || base::contains(kElsewhere, source.type))
    return Found{{},
                 "needs an answer from another service, which partita does not call; put the value in its place, or "
                 "give a default: ${..., 'value'}"};
  return fault(at, fmt::format("`${{{}:...}}`: there is no such source of variables; the sources are opt, self, env, "
                               "param, sls, file, strToBool and aws",
                               source.type));
}

Result<Variables::Found> Variables::find_option(const std::string& name, const Place& at) {
  if (name == "stage") {
    if (options_.stage) return Found{scalar(*options_.stage, at)};
    return Found{{}, "needs --stage"};
  }
  if (auto value = given(options_, name)) return Found{scalar(std::move(*value), at)};
  return Found{{}, fmt::format("needs --param {}=VALUE", name)};
}

Result<Variables::Found> Variables::find_own(const std::string& path, const Place& at) {
  PARTITA_TRY_VALUE(node, own(path));
  if (node) {
    const Node* name = path == "service" ? node->find("name") : nullptr;
    if (!name) return Found{std::move(node)};
    PARTITA_TRY_VALUE(resolved, resolve(*name));
    return Found{std::move(resolved)};
  }
  // These are the Serverless Framework's defaults.
  if (path == "provider.stage") return Found{scalar(options_.stage.value_or("dev"), at)};
  if (path == "provider.region") return Found{scalar(region_of(options_), at)};
  return Found{{}, fmt::format("needs {} in {}", path, file_)};
}

Result<Variables::Found> Variables::find_environment(const std::string& name, const Place& at) {
  std::optional<std::string> value;
  if (options_.environment) value = options_.environment(name);
  if (value) return Found{scalar(std::move(*value), at)};
  return Found{{}, fmt::format("needs the environment variable {}", name)};
}

Result<Variables::Found> Variables::find_parameter(const std::string& name, const Place& at) {
  if (auto value = given(options_, name)) return Found{scalar(std::move(*value), at)};
  PARTITA_TRY_VALUE(of_stage, stage());
  for (const std::string& section : {fmt::format("params.{}", of_stage), fmt::format("stages.{}.params", of_stage),
                                     std::string("params.default"), std::string("stages.default.params")}) {
    PARTITA_TRY_VALUE(node, own(section + "." + name));
    if (node) return Found{std::move(node)};
  }
  return Found{{}, fmt::format("needs --param {}=VALUE", name)};
}

Result<Variables::Found> Variables::find_serverless(const std::string& name, const Place& at) {
  if (name == "instanceId") return Found{scalar("local", at)};
  if (name != "stage") return Found{{}, "is unknown; sls has stage and instanceId"};
  PARTITA_TRY_VALUE(value, stage());
  return Found{scalar(std::move(value), at)};
}

Result<Variables::Found> Variables::find_boolean(const Source& source, const Place& at) {
  const std::string& text = source.parameter;
  if (text == "true" || text == "1") return Found{scalar("true", at)};
  if (text == "false" || text == "0") return Found{scalar("false", at)};
  return fault(at, fmt::format("strToBool takes true, false, 1 or 0, not '{}'", text));
}

// The path is relative to the main file, as in the Serverless Framework. If no such file exists, it is relative to the
// file with the variable.
Result<Variables::Found> Variables::find_file(const Source& source, const Place& at) {
  if (options_.other_files == OtherFiles::Refuse)
    return Found{
        {},
        fmt::format("needs the file {}, and only one file is read here; put the value in its place", source.parameter)};
  std::filesystem::path path = std::filesystem::path(file_).parent_path() / source.parameter;
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    const auto beside = std::filesystem::path(*at.file).parent_path() / source.parameter;
    if (std::filesystem::exists(beside, ignored)) path = beside;
  }
  path = path.lexically_normal();
  if (is_program(path))
    return Found{
        {}, fmt::format("needs {}, a program, which partita does not run; put the value in its place", path.string())};
  auto loaded = load(path);
  if (!loaded && loaded.error().code == ErrorCode::ResourceNotFoundException)
    return Found{{}, fmt::format("needs the file {}, which does not exist", path.string())};
  if (!loaded) return unexpected(std::move(loaded.error()));
  PARTITA_TRY_VALUE(node, walk(**loaded, source.address));
  if (node) return Found{std::move(node)};
  return Found{{}, fmt::format("needs {} in {}", source.address, path.string())};
}

Result<const Node*> Variables::load(const std::string& path) {
  if (const auto known = files_.find(path); known != files_.end()) return &known->second;
  const std::string extension = std::filesystem::path(path).extension();
  if (extension == ".yml" || extension == ".yaml" || extension == ".json") {
    PARTITA_TRY_VALUE(node, documents::read_file(path));
    return &files_.emplace(path, std::move(node)).first->second;
  }
  PARTITA_TRY_VALUE(text, documents::read_bytes(path));
  const Place start{std::make_shared<const std::string>(path), 1};
  return &files_.emplace(path, scalar(std::move(text), start)).first->second;
}

}  // namespace partita::templates
