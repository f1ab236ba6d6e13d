#include "modelling/read/read_model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "base/try.h"
#include "documents/read_file.h"
#include "documents/whole_text.h"
#include "modelling/read/terraform/terraform_files.h"

namespace partita::modelling {

#define PARTITA_READER(name) extern const Reader k_##name;
#include "modelling/read/readers.def"
#undef PARTITA_READER

namespace {

std::string names_of_formats() {
  std::vector<std::string_view> names;
  for (const Reader* reader : readers()) names.push_back(reader->name);
  return fmt::format("{}", fmt::join(names, ", "));
}

Result<const Reader*> choose(const Source& source, const std::string& format, const Result<Node>& tree) {
  for (const Reader* reader : readers())
    if (format.empty() ? reader->recognizes(source) : reader->name == format) return reader;
  if (!format.empty())
    return invalid(fmt::format("there is no format '{}': the formats are {}", format, names_of_formats()));
  if (!tree) return unexpected(tree.error());
  if (tree->is_null())
    return invalid(fmt::format(
        "{}: this file is empty: a model begins with the line \"format: 1\", and its tables follow", source.path));
  if (tree->find("tables") || tree->find("patterns"))
    return invalid(
        fmt::format("{}: this file is in no known format: if it is a model of Partita, put the line \"format: "
                    "1\" at its beginning{}",
                    source.path, tree->find("tables") ? "" : ", and its tables under \"tables:\""));
  return invalid(
      fmt::format("{}: this file is in no known format; say which one with --format, of {}. A model of "
                  "Partita itself begins with the line \"format: 1\"",
                  source.path, names_of_formats()));
}

}  // namespace

std::span<const Reader* const> readers() {
  static constexpr const Reader* kReaders[] = {
#define PARTITA_READER(name) &k_##name,
#include "modelling/read/readers.def"
#undef PARTITA_READER
  };
  return kReaders;
}

namespace {

void drop_byte_order_mark(Source& source) {
  source.text.erase(0, source.text.size() - documents::without_byte_order_mark(source.text).size());
}

Result<Model> read_source(Source source, const std::string& format) {
  drop_byte_order_mark(source);
  const Result<Node> tree = documents::read_text(source.text, source.path);
  source.tree = tree ? &*tree : nullptr;
  source.why_no_tree = tree ? nullptr : &tree.error();
  PARTITA_TRY_VALUE(reader, choose(source, format, tree));
  return reader->read(source);
}

Result<Model> read_directory(const std::string& path, const ReadOptions& options) {
  PARTITA_TRY_VALUE(files, terraform::files_of_directory(path));
  const bool has_terraform =
      std::ranges::any_of(files, [](const SourceFile& file) { return terraform::is_terraform_name(file.path); });
  if (!has_terraform)
    return invalid(fmt::format(
        "{} is a directory without Terraform files (.tf or .tf.json); give the file of a model instead", path));
  return read_source({.path = path, .beside = std::move(files), .is_directory = true, .options = options.templates},
                     options.format);
}

}  // namespace

Result<Model> read_model_text(std::string text, const std::string& name, const ReadOptions& options) {
  return read_source({.path = name, .text = std::move(text), .options = options.templates}, options.format);
}

Result<std::string> format_of(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return std::string("terraform");
  PARTITA_TRY_VALUE(text, documents::read_bytes(path));
  Source source{.path = path, .text = std::move(text)};
  drop_byte_order_mark(source);
  const Result<Node> tree = documents::read_text(source.text, source.path);
  source.tree = tree ? &*tree : nullptr;
  const auto reader = std::ranges::find_if(readers(), [&](const Reader* one) { return one->recognizes(source); });
  return reader == readers().end() ? std::string() : std::string((*reader)->name);
}

Result<Model> read_model(const std::string& path, const ReadOptions& options) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return read_directory(path, options);
  PARTITA_TRY_VALUE(text, documents::read_bytes(path));
  Source source{.path = path, .text = std::move(text), .options = options.templates};
  if (terraform::is_terraform_name(path)) {
    PARTITA_TRY_VALUE(files, terraform::files_of_directory(std::filesystem::path(path).parent_path().string()));
    std::erase_if(files, [&](const SourceFile& file) {
      return std::filesystem::path(file.path).filename() == std::filesystem::path(path).filename();
    });
    source.beside = std::move(files);
  }
  return read_source(std::move(source), options.format);
}

}  // namespace partita::modelling
