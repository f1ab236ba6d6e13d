#include "modelling/generate/cpp/cpp_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "base/contains.h"
#include "modelling/core/copies.h"

namespace partita::modelling {
namespace {

constexpr auto kKeywords = std::to_array<std::string_view>(
    {"alignas",     "alignof",   "and",        "and_eq",    "asm",      "auto",         "bitand",
     "bitor",       "bool",      "break",      "case",      "catch",    "char",         "char8_t",
     "char16_t",    "char32_t",  "class",      "compl",     "concept",  "const",        "consteval",
     "constexpr",   "constinit", "const_cast", "continue",  "co_await", "co_return",    "co_yield",
     "decltype",    "default",   "delete",     "do",        "double",   "dynamic_cast", "else",
     "enum",        "explicit",  "export",     "extern",    "false",    "float",        "for",
     "friend",      "goto",      "if",         "inline",    "int",      "long",         "mutable",
     "namespace",   "new",       "noexcept",   "not",       "not_eq",   "nullptr",      "operator",
     "or",          "or_eq",     "private",    "protected", "public",   "register",     "reinterpret_cast",
     "requires",    "return",    "short",      "signed",    "sizeof",   "static",       "static_assert",
     "static_cast", "struct",    "switch",     "template",  "this",     "thread_local", "throw",
     "true",        "try",       "typedef",    "typeid",    "typename", "union",        "unsigned",
     "using",       "virtual",   "void",       "volatile",  "wchar_t",  "while",        "xor",
     "xor_eq",      "errno",     "assert",     "NULL",      "EOF",      "stdin",        "stdout",
     "stderr",      "offsetof",  "linux",      "unix"});

// Namespaces, and functions and types of the global namespace, that the headers of a generated one declare. A namespace
// of the same name would extend them or collide with them.
constexpr auto kGlobalNames = std::to_array<std::string_view>(
    {"abort",    "abs",      "accept", "access",  "acct",    "acos",       "alarm",   "asin",      "atan",   "atexit",
     "atof",     "atoi",     "bind",   "boost",   "brk",     "bsearch",    "cbrt",    "ceil",      "chdir",  "chmod",
     "chown",    "clock",    "close",  "confstr", "connect", "cos",        "creat",   "crypt",     "ctime",  "daemon",
     "daylight", "div",      "dup",    "encrypt", "environ", "erf",        "exit",    "exp",       "fabs",   "fcntl",
     "floor",    "fmod",     "fork",   "free",    "getenv",  "gmtime",     "index",   "initstate", "ioctl",  "isatty",
     "kill",     "labs",     "ldiv",   "link",    "listen",  "localtime",  "lock",    "lockf",     "log",    "logb",
     "lrand",    "malloc",   "mktime", "nice",    "open",    "partita",    "pause",   "pipe",      "poll",   "pow",
     "printf",   "profil",   "pt",     "putenv",  "qsort",   "quick_exit", "raise",   "rand",      "random", "read",
     "realloc",  "recv",     "remove", "rename",  "rindex",  "rint",       "round",   "scanf",     "select", "send",
     "setenv",   "shutdown", "signal", "sin",     "sleep",   "socket",     "sqrt",    "srand",     "stat",   "std",
     "stime",    "strtol",   "swab",   "symlink", "sync",    "syscall",    "sysinfo", "system",    "tan",    "time",
     "timer",    "timezone", "times",  "tm",      "trunc",   "truncate",   "tzname",  "tzset",     "umask",  "ungetc",
     "unlink",   "utimes",   "vfork",  "wait",    "write",   "y0",         "y1",      "yn"});

bool is_keyword(std::string_view name) { return base::contains(kKeywords, name); }
bool is_word_byte(char c) { return std::isalnum(static_cast<unsigned char>(c)) && static_cast<unsigned char>(c) < 128; }

void rename_in(std::vector<std::string>& names, const std::map<std::string, std::string>& renamed) {
  for (std::string& name : names)
    if (const auto found = renamed.find(name); found != renamed.end()) name = found->second;
}
void rename_in(std::string& name, const std::map<std::string, std::string>& renamed) {
  if (const auto found = renamed.find(name); found != renamed.end()) name = found->second;
}

// Replaces "{field}" and "{field:format}".
void rename_in_template(std::string& text, const std::map<std::string, std::string>& renamed) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    out += text[i];
    if (text[i++] != '{') continue;
    const std::size_t end = std::min(text.find_first_of(":}", i), text.size());
    std::string name = text.substr(i, end - i);
    rename_in(name, renamed);
    out += name;
    i = end;
  }
  text = std::move(out);
}

void rename_in_key(EntityKey& key, const std::map<std::string, std::string>& renamed) {
  for (std::string& text : key.partition) rename_in_template(text, renamed);
  for (std::string& text : key.sort) rename_in_template(text, renamed);
  if (key.when) rename_in(key.when->field, renamed);
}

// Returns the fields that got another name.
std::map<std::string, std::string> rename_fields(Entity& entity) {
  std::map<std::string, std::string> renamed;
  CppNames names;
  for (const Field& field : entity.fields)
    if (CppNames::identifier(field.name) == field.name) names.distinct(field.name);
  for (Field& field : entity.fields) {
    if (CppNames::identifier(field.name) == field.name) continue;
    const std::string made = names.distinct(CppNames::identifier(field.name));
    renamed.emplace(field.name, made);
    field.name = made;
  }
  if (renamed.empty()) return renamed;
  rename_in_key(entity.primary, renamed);
  for (EntityKey& key : entity.indexes) rename_in_key(key, renamed);
  for (std::string* name : {&entity.version, &entity.ttl, &entity.created_at, &entity.updated_at})
    rename_in(*name, renamed);
  for (std::vector<std::string>& together : entity.unique) rename_in(together, renamed);
  for (Computed& computed : entity.computed) {
    rename_in(computed.field, renamed);
    rename_in(computed.from, renamed);
  }
  return renamed;
}

// The new names of the fields of an entity, by their earlier names.
using RenamedFields = std::map<std::pair<const Table*, std::string>, std::map<std::string, std::string>>;

// Renames the fields that copies name. `before` is the model with the earlier names.
void rename_copies(const Model& before, RenamedFields& renamed, Model& model) {
  for (std::size_t t = 0; t < model.tables.size(); ++t)
    for (Entity& entity : model.tables[t].entities)
      for (Field& field : entity.fields) {
        if (field.copy_of.empty()) continue;
        const auto source = source_of_copy(before, field);
        if (!source) continue;
        const auto at = static_cast<std::size_t>(source->table - before.tables.data());
        const auto& of_source = renamed[{&model.tables[at], source->entity->name}];
        for (auto& [here, there] : field.copy_by) {
          rename_in(here, renamed[{&model.tables[t], entity.name}]);
          rename_in(there, of_source);
        }
        std::string name = source->field->name;
        rename_in(name, of_source);
        field.copy_of = source->entity->name + "." + name;
      }
}

}  // namespace

std::string CppNames::snake(std::string_view name) {
  const std::string out = modelling::snake(name);
  return is_keyword(out) ? out + "_" : out;
}

std::string CppNames::name_space(std::string_view name) {
  const std::string out = snake(name);
  const bool taken = base::contains(kGlobalNames, out);
  return taken ? out + "_model" : out;
}

std::string CppNames::identifier(std::string_view name) {
  std::string out;
  for (const char c : name) out += is_word_byte(c) || c == '_' ? c : '_';
  // Names with a leading underscore or two underscores in a row are kept for the language's library.
  for (std::size_t at = out.find("__"); at != std::string::npos; at = out.find("__")) out.erase(at, 1);
  if (out.empty() || std::isdigit(static_cast<unsigned char>(out[0])) || out[0] == '_') out = "x" + out;
  return is_keyword(out) ? out + "_" : out;
}

Model with_identifiers(Model model) {
  RenamedFields renamed;
  const Model before = model;
  for (Table& table : model.tables)
    for (Entity& entity : table.entities) renamed[{&table, entity.name}] = rename_fields(entity);
  rename_copies(before, renamed, model);
  for (Pattern& pattern : model.patterns) {
    if (!pattern.entities.empty()) {
      const std::string& name = pattern.entities.front();
      const auto& of_first = renamed[{model.table_of(name, pattern.table), name}];
      for (std::vector<std::string>* names : {&pattern.by, &pattern.wanted}) rename_in(*names, of_first);
      rename_in(pattern.range, of_first);
      rename_in(pattern.buckets, of_first);
      for (FilterCondition& condition : pattern.filter) rename_in(condition.field, of_first);
      for (When& one : pattern.where) rename_in(one.field, of_first);
    }
    for (Action& action : pattern.actions) {
      const Table* table = model.table_of(action.entity, action.table.empty() ? pattern.table : action.table);
      rename_in(action.set, renamed[{table, action.entity}]);
      rename_in(action.given, renamed[{table, action.entity}]);
    }
  }
  return model;
}

std::string cpp_literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += {'\\', c};
    else if (byte < 0x20 || byte == 0x7f)
      out += fmt::format("\\{:03o}", byte);
    else
      out += c;
  }
  return out + '"';
}

}  // namespace partita::modelling
