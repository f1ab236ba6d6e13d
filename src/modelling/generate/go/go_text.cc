#include "modelling/generate/go/go_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/contains.h"
#include "modelling/generate/prose.h"
#include "modelling/generate/words.h"

namespace partita::modelling::go {
namespace {

constexpr auto kKeywords = std::to_array<std::string_view>(
    {"break", "case",   "chan",   "const",  "continue", "default", "defer",     "else", "fallthrough",
     "for",   "func",   "go",     "goto",   "if",       "import",  "interface", "map",  "package",
     "range", "return", "select", "struct", "switch",   "type",    "var"});

// Names outside of the package that generated functions use, and those that they declare.
constexpr auto kReserved = std::to_array<std::string_view>(
    {"any",    "append", "bool", "byte", "context", "ctx", "error",   "err", "false",  "float32", "float64", "int64",
     "item",   "items",  "keys", "len",  "make",    "nil", "options", "rt",  "string", "time",    "true",    "uint64",
     "vector", "by",     "c",    "d",    "e",       "f",   "one",     "out", "writes", "model",   "json",    "init",
     "main",   "new",    "from", "to",   "take",    "key", "version", "u",   "itemOf"});

// Those of the linters of Go.
constexpr auto kInitialisms = std::to_array<std::string_view>(
    {"acl",  "api", "ascii", "cpu",  "css",  "dns", "eof",  "guid", "html", "http", "https", "id",   "ip",  "json",
     "qps",  "ram", "rpc",   "sla",  "smtp", "sql", "ssh",  "tcp",  "tls",  "ttl",  "udp",   "ui",   "gid", "uid",
     "uuid", "uri", "url",   "utf8", "vm",   "xml", "xmpp", "xsrf", "xss",  "sip",  "rtp",   "amqp", "db",  "ts"});

bool is_keyword(std::string_view name) { return base::contains(kKeywords, name); }

char upper(char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }
char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

std::string lowered(std::string word) {
  std::ranges::transform(word, word.begin(), lower);
  return word;
}

std::string go_word(std::string word) {
  std::string small = lowered(word);
  if (base::contains(kInitialisms, small)) {
    std::ranges::transform(small, small.begin(), upper);
    return small;
  }
  const bool shouts = word.size() > 1 && std::ranges::all_of(word, [](char c) { return upper(c) == c; });
  if (shouts) word = std::move(small);
  word[0] = upper(word[0]);
  return word;
}

}  // namespace

std::string go_exported(std::string_view name) {
  std::string out;
  for (std::string& word : words_in(name)) out += go_word(std::move(word));
  return out;
}

std::string go_unexported(std::string_view name) {
  std::string out;
  for (std::string& word : words_in(name)) out += out.empty() ? lowered(std::move(word)) : go_word(std::move(word));
  return out;
}

std::string go_small(std::string_view type) {
  std::string out(type);
  const auto is_upper = [&](std::size_t at) { return at < out.size() && out[at] >= 'A' && out[at] <= 'Z'; };
  const auto is_lower = [&](std::size_t at) { return at < out.size() && out[at] >= 'a' && out[at] <= 'z'; };
  for (std::size_t i = 0; is_upper(i) && (i == 0 || !is_lower(i + 1)); ++i) out[i] = lower(out[i]);
  return out;
}

std::string go_plural(const std::string& name) {
  const auto ends = [&](std::string_view end) { return name.ends_with(end); };
  const bool vowel_before_y = ends("ay") || ends("ey") || ends("oy") || ends("uy");
  if (ends("y") && !vowel_before_y) return name.substr(0, name.size() - 1) + "ies";
  if (ends("s") || ends("x") || ends("ch") || ends("sh")) return name + "es";
  return name + "s";
}

bool is_go_name(std::string_view name) { return !is_keyword(name) && !base::contains(kReserved, name); }

std::string go_package_name(std::string_view directory) {
  std::string out;
  for (const char c : directory)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 && static_cast<unsigned char>(c) < 128) out += lower(c);
  if (out.empty() || (out[0] >= '0' && out[0] <= '9') || is_keyword(out) || out == "main")
    return {};  // a main package cannot be imported
  return out;
}

std::string go_literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += {'\\', c};
    else if (byte < 0x20 || byte == 0x7f)
      out += fmt::format("\\x{:02x}", byte);
    else
      out += c;
  }
  // A mark of the byte order is an error anywhere in a source but at its beginning.
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  for (std::size_t at = out.find(kMark); at != std::string::npos; at = out.find(kMark, at))
    out.replace(at, kMark.size(), "\\ufeff");
  return out + '"';
}

std::string go_doc(const std::vector<std::string>& paragraphs, std::string_view indent) {
  std::string out;
  // gofmt counts a tab as 8 columns; a line of a comment ends before the 120th.
  const std::size_t width = kGoLineBytes - 3 - 4 * indent.size();
  for (const std::string& paragraph : paragraphs) {
    const std::vector<std::string> lines = prose_lines(paragraph, width);
    if (lines.empty()) continue;
    if (!out.empty()) out += fmt::format("{}//\n", indent);
    for (const std::string& line : lines) out += fmt::format("{}// {}\n", indent, line);
  }
  return out;
}

std::string go_columns(const std::vector<std::pair<std::string, std::string>>& rows, std::string_view indent,
                       std::string_view end) {
  // Columns are counted in characters.
  const auto width = [](std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
  };
  std::size_t widest = 0;
  for (const auto& row : rows) widest = std::max(widest, width(row.first));
  std::string out;
  for (const auto& [first, second] : rows)
    out += fmt::format("{}{}{} {}{}\n", indent, first, std::string(widest - width(first), ' '), second, end);
  return out;
}

std::string go_struct_rows(const std::vector<GoRow>& rows) {
  std::vector<std::pair<std::string, std::string>> tagged;
  for (const GoRow& row : rows) tagged.emplace_back(row.type, row.tag);
  const std::string types = go_columns(tagged, "");
  std::vector<std::pair<std::string, std::string>> named;
  std::size_t at = 0;
  for (const GoRow& row : rows) {
    const std::size_t end = types.find('\n', at);
    named.emplace_back(row.name, types.substr(at, end - at));
    at = end + 1;
  }
  return go_columns(named, "\t");
}

std::string go_json_tag(std::string_view name, std::string_view option) {
  // Other bytes than these would end the tag or the name.
  const auto is_plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
  };
  if (!std::ranges::all_of(name, is_plain)) return "`json:\"-\"`";
  return fmt::format("`json:\"{}{}\"`", name, option);
}

std::string go_parameters(const std::string& head, std::vector<std::string> parameters, std::string_view tail) {
  const auto type_of = [](const std::string& parameter) { return parameter.substr(parameter.find_last_of(' ')); };
  const std::string whole = fmt::format("{}({}){}", head, fmt::join(parameters, ", "), tail);
  if (std::min(whole.find('\n'), whole.size()) > kGoLineBytes && !parameters.empty())
    return fmt::format("{}(\n\t{},\n){}", head, fmt::join(parameters, ",\n\t"), tail);
  for (std::size_t i = 0; i + 1 < parameters.size(); ++i)
    if (const std::string type = type_of(parameters[i]); type == type_of(parameters[i + 1]))
      parameters[i].erase(parameters[i].size() - type.size());
  return fmt::format("{}({}){}", head, fmt::join(parameters, ", "), tail);
}

}  // namespace partita::modelling::go
