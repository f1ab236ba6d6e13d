#include "modelling/core/text_table.h"

#include <algorithm>

#include "base/check.h"

namespace partita::modelling {
namespace {

// Characters, for texts without combining ones.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

void append_cell(std::string& line, const std::string& cell, std::size_t width, TextTable::Align align) {
  const std::string blanks(width - std::min(width, width_of(cell)), ' ');
  line += align == TextTable::Align::Left ? cell + blanks : blanks + cell;
}

}  // namespace

void TextTable::add(std::vector<std::string> cells) {
  PARTITA_CHECK(cells.size() <= columns_.size());
  cells.resize(columns_.size());
  rows_.push_back(std::move(cells));
}

std::string TextTable::text(std::size_t indent) const {
  std::vector<std::string> heads;
  for (const Column& column : columns_) heads.push_back(column.head);
  std::vector<std::size_t> widths(columns_.size());
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    widths[i] = width_of(heads[i]);
    for (const auto& row : rows_) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string out;
  const auto add_line = [&](const std::vector<std::string>& cells) {
    std::string line(indent, ' ');
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i > 0) line += "  ";
      append_cell(line, cells[i], widths[i], columns_[i].align);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  };
  add_line(heads);
  for (const auto& row : rows_) add_line(row);
  return out;
}

}  // namespace partita::modelling
