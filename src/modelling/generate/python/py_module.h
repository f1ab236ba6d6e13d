// A module of a generated package, which imports the names that it uses.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace partita::modelling::python {

// A module with names that generated code may use: "typing" or ".runtime.query".
struct PySource {
  std::string module = {};
  std::vector<std::string> names = {};
};

// The modules of the language and of the library, without those that are generated.
std::vector<PySource> py_library_sources();

// The names that a module defines at its outermost level, in the order of the text.
std::vector<std::string> py_defined(std::string_view body);

// `from module import names`, with the names in the order of the import sorter.
std::string py_import(const std::string& module, std::vector<std::string> names);
// The order of the import sorter: constants, then classes, then others.
void py_sort_names(std::vector<std::string>& names);
// The same for the names that a module exports, in which capital letters come first.
void py_sort_exported(std::vector<std::string>& names);

// The text of a module: `head`, imports of the names that `body` uses, and `body`. Names that the body defines are not
// imported.
std::string py_module(const std::string& head, const std::string& body, const std::vector<PySource>& sources);

}  // namespace partita::modelling::python
