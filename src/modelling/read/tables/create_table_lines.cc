// Bodies of CreateTable, one on each line, as `partita model export --to create-table-lines` writes them.
#include <fmt/format.h>

#include "documents/read_file.h"
#include "documents/read_json.h"
#include "modelling/read/reader.h"
#include "modelling/read/tables/create_table.h"

namespace partita::modelling {
namespace {

// The next line that is not blank, with its number, or false at the end.
struct Lines {
  std::string_view rest = {};
  int number = 0;
  std::string_view line = {};

  bool next() {
    while (!rest.empty()) {
      const std::size_t end = rest.find('\n');
      line = rest.substr(0, end);
      rest = end == rest.npos ? std::string_view() : rest.substr(end + 1);
      ++number;
      if (line.find_first_not_of(" \t\r") != line.npos) return true;
    }
    return false;
  }
};

// A file of one body is of the format create-table.
bool recognizes_create_table_lines(const Source& source) {
  Lines lines{source.text};
  if (source.tree || !lines.next()) return false;
  const auto first = documents::read_json(lines.line, std::make_shared<const std::string>(source.path));
  return first && is_create_table(*first);
}

Result<Model> read_create_table_lines(const Source& source) {
  Model model;
  const auto file = std::make_shared<const std::string>(source.path);
  for (Lines lines{source.text}; lines.next();) {
    const Place above{file, lines.number - 1};
    auto body = documents::read_json(lines.line, file);
    if (!body || !body->is_map())
      return fault({file, lines.number}, "this line is not a JSON object; each line is one body of CreateTable");
    move_lines(*body, above);
    PARTITA_TRY(add_create_table(*body, model));
  }
  if (model.tables.empty()) return fault({file, 1}, "there is no table here; each line is one body of CreateTable");
  model.notes.push_back(located({file, 1}, kNoEntitiesOfTables));
  return model;
}

}  // namespace

extern const Reader k_create_table_lines;
const Reader k_create_table_lines{"create-table-lines", "bodies of CreateTable, one on each line (tables only)",
                                  recognizes_create_table_lines, read_create_table_lines};

}  // namespace partita::modelling
