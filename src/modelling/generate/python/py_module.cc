#include "modelling/generate/python/py_module.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "modelling/generate/python/py_text.h"

namespace partita::modelling::python {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The code without comments, doc strings and texts, which name things too.
std::string code_of(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '#') {
      at = std::min(text.find('\n', at), text.size());
    } else if (text[at] == '"' || text[at] == '\'') {
      const bool is_long = text.substr(at, 3) == "\"\"\"";
      const std::string_view end = text.substr(at, is_long ? 3 : 1);
      at += end.size();
      while (at < text.size() && text.substr(at, end.size()) != end) at += text[at] == '\\' ? 2 : 1;
      at += end.size();
      out += ' ';
    } else {
      out += text[at++];
    }
  }
  return out;
}

std::set<std::string, std::less<>> words_of_code(std::string_view code) {
  std::set<std::string, std::less<>> out;
  for (std::size_t at = 0; at < code.size();) {
    if (!is_word(code[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < code.size() && is_word(code[at])) ++at;
    // An attribute or the name of an argument is another thing.
    const bool is_argument = at < code.size() && code[at] == '=';
    if (!is_argument && (begin == 0 || code[begin - 1] != '.')) out.emplace(code.substr(begin, at - begin));
  }
  return out;
}

int sort_class(std::string_view name) {
  const bool has_small = std::ranges::any_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
  if (!has_small && name.size() > 1) return 0;
  return name[0] >= 'A' && name[0] <= 'Z' ? 1 : 2;
}

// Numbers within names are compared as numbers.
bool natural_less(std::string_view a, std::string_view b, int (*same)(int)) {
  std::size_t i = 0, j = 0;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  while (i < a.size() && j < b.size()) {
    if (is_digit(a[i]) && is_digit(b[j])) {
      const auto number = [&](std::string_view text, std::size_t& at) {
        std::string digits;
        while (at < text.size() && is_digit(text[at])) digits += text[at++];
        digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
        return digits;
      };
      const std::string left = number(a, i), right = number(b, j);
      if (left.size() != right.size()) return left.size() < right.size();
      if (left != right) return left < right;
      continue;
    }
    const int left = same(static_cast<unsigned char>(a[i++])), right = same(static_cast<unsigned char>(b[j++]));
    if (left != right) return left < right;
  }
  return a.size() - i < b.size() - j;
}

int small(int c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }

}  // namespace

std::vector<PySource> py_library_sources() {
  return {{"collections.abc", {"Coroutine", "Iterable", "Mapping", "Sequence"}},
          {"dataclasses", {"dataclass", "field"}},
          {"datetime", {"datetime"}},
          {"decimal", {"Decimal"}},
          {"typing", {"Any", "Generic", "Literal", "NoReturn", "TypeAlias", "TypedDict", "TypeVar", "overload"}},
          {".runtime.attributes", {"AttributeValue"}},
          {".runtime.calls", {"Cost"}},
          {".runtime.changes", {"MemberChange"}},
          {".runtime.collection", {"AsyncCollection", "Collection", "MemberOf"}},
          {".runtime.conditions",
           {"BytesField", "DocumentField", "Field", "OrderedField", "SetField", "TextField", "Where"}},
          {".runtime.description",
           {"ComputedDescription", "EntityDescription", "EntityKey", "EnumeratorDescription", "FieldDescription",
            "IndexDescription", "KeyAttribute", "KeyField", "ModelDescription", "PatternDescription", "PlanDescription",
            "ShardsDescription", "TableDescription", "VectorDescription", "WhenDescription"}},
          {".runtime.documents", {"DocumentList", "DocumentMap", "DocumentSet", "DocumentValue"}},
          {".runtime.entity_client", {"AsyncBatchClient", "AsyncEntityClient", "BatchClient", "EntityClient"}},
          {".runtime.entity_type", {"EntityType"}},
          {".runtime.entity_writer", {"EntityParts", "PlainWriter", "Version", "VersionedWriter", "Write"}},
          {".runtime.model_client", {"AsyncModelClient", "Found", "ModelClient"}},
          {".runtime.query", {"AsyncQuery", "Pattern", "Query", "ReadOptions"}},
          {".runtime.ranges", {"Between", "Range"}},
          {".runtime.session", {"AsyncClient", "Client", "SessionOptions"}},
          {".runtime.streams", {"Changed", "parse_change"}}};
}

std::vector<std::string> py_defined(std::string_view body) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < body.size();) {
    const std::size_t end = std::min(body.find('\n', at), body.size());
    std::string_view line = body.substr(at, end - at);
    at = end + 1;
    if (line.starts_with("class ")) line.remove_prefix(6);
    const std::size_t size = static_cast<std::size_t>(std::ranges::find_if_not(line, is_word) - line.begin());
    if (size == 0 || size == line.size()) continue;
    const std::string_view rest = line.substr(size);
    if (rest.starts_with(" = ") || rest.starts_with(": ") || rest.starts_with(":") || rest.starts_with("("))
      out.emplace_back(line.substr(0, size));
  }
  return out;
}

void py_sort_names(std::vector<std::string>& names) {
  std::ranges::sort(names, [](const std::string& a, const std::string& b) {
    if (sort_class(a) != sort_class(b)) return sort_class(a) < sort_class(b);
    if (natural_less(a, b, small) || natural_less(b, a, small)) return natural_less(a, b, small);
    return a < b;
  });
}

void py_sort_exported(std::vector<std::string>& names) {
  std::ranges::sort(names, [](const std::string& a, const std::string& b) {
    if (sort_class(a) != sort_class(b)) return sort_class(a) < sort_class(b);
    return natural_less(a, b, [](int c) { return c; });
  });
}

std::string py_import(const std::string& module, std::vector<std::string> names) {
  py_sort_names(names);
  std::string line = fmt::format("from {} import {}\n", module, fmt::join(names, ", "));
  if (line.size() <= kPyLineBytes + 1) return line;
  return fmt::format("from {} import (\n    {},\n)\n", module, fmt::join(names, ",\n    "));
}

std::string py_module(const std::string& head, const std::string& body, const std::vector<PySource>& sources) {
  const auto used = words_of_code(code_of(body));
  const std::vector<std::string> defined = py_defined(body);
  std::string of_language, of_package;
  for (const PySource& source : sources) {
    std::vector<std::string> names;
    for (const std::string& name : source.names)
      if (used.contains(name) && std::ranges::find(defined, name) == defined.end()) names.push_back(name);
    if (names.empty()) continue;
    (source.module.starts_with('.') ? of_package : of_language) += py_import(source.module, names);
  }
  std::string out = head + "\nfrom __future__ import annotations\n";
  if (!of_language.empty()) out += '\n' + of_language;
  if (!of_package.empty()) out += '\n' + of_package;
  return out + '\n' + body;
}

}  // namespace partita::modelling::python
