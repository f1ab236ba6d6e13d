#include "server/subject/table_of.h"

#include <boost/beast/core/string.hpp>

namespace partita::server {
namespace {

constexpr std::string_view kWhite = " \t\r\n";

// Removes the first word of `text` and returns it. A quoted text is a word, with its quotes.
std::string_view take_word(std::string_view& text) {
  const auto begin = text.find_first_not_of(kWhite);
  text.remove_prefix(begin == text.npos ? text.size() : begin);
  if (text.empty()) return {};
  std::size_t length = text.find_first_of(" \t\r\n\"'.", 1);
  if (text.front() == '"' || text.front() == '\'') length = text.find(text.front(), 1);
  length = length == text.npos ? text.size() : length;
  if (length < text.size() && (text.front() == '"' || text.front() == '\'')) ++length;
  const std::string_view word = text.substr(0, length);
  text.remove_prefix(length);
  return word;
}

}  // namespace

std::string_view table_name_in(std::string_view name_or_arn) {
  constexpr std::string_view kBefore = ":table/";
  if (!name_or_arn.starts_with("arn:")) return name_or_arn;
  const auto found = name_or_arn.find(kBefore);
  if (found == name_or_arn.npos) return kNoTable;
  name_or_arn.remove_prefix(found + kBefore.size());
  return name_or_arn.substr(0, name_or_arn.find('/'));
}

std::string_view table_of_statement(std::string_view statement) {
  while (!statement.empty()) {
    const std::string_view word = take_word(statement);
    const auto is = [&](boost::beast::string_view keyword) {
      return boost::beast::iequals({word.data(), word.size()}, keyword);
    };
    if (!is("from") && !is("into") && !is("update")) continue;
    std::string_view name = take_word(statement);
    if (name.size() >= 2 && name.front() == '"' && name.back() == '"') name = name.substr(1, name.size() - 2);
    return name.empty() ? kNoTable : table_name_in(name);
  }
  return kNoTable;
}

}  // namespace partita::server
