// A table for terminals: columns as wide as their longest cell, two spaces apart.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace partita::modelling {

class TextTable {
 public:
  enum class Align : unsigned char { Left, Right };
  struct Column {
    std::string head = {};
    Align align = Align::Left;
  };

  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}
  // Missing cells are empty. Requires: there are not more cells than columns.
  void add(std::vector<std::string> cells);
  bool empty() const { return rows_.empty(); }
  // Each line begins with `indent` spaces and ends without a blank.
  std::string text(std::size_t indent = 0) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace partita::modelling
