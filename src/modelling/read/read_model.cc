#include "modelling/read/read_model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/try.h"
#include "templates/read_file.h"

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

Result<Model> read_model_text(std::string text, const std::string& name, const ReadOptions& options) {
  const Result<Node> tree = templates::read_text(text, name);
  Source source{name, std::move(text), tree ? &*tree : nullptr, options.templates};
  PARTITA_TRY_VALUE(reader, choose(source, options.format, tree));
  return reader->read(source);
}

Result<Model> read_model(const std::string& path, const ReadOptions& options) {
  PARTITA_TRY_VALUE(text, templates::read_bytes(path));
  return read_model_text(std::move(text), path, options);
}

}  // namespace partita::modelling
