// A package of a language as files: the generated ones, and those of the library beside them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace partita::modelling {

struct PackageFile {
  std::string path = {};  // within the package, such as "runtime/read.ts"
  std::string text = {};
  bool is_kept = false;  // a file that a program may change, such as package.json: it is written only if it is missing
};

struct Package {
  std::vector<PackageFile> files = {};
  // The parts of the model that the package lacks, each in a sentence with the reason.
  std::vector<std::string> left_out = {};
};

// The files of a library: path and text, in the order of the paths.
using LibraryFiles = std::vector<std::pair<std::string_view, std::string_view>>;

}  // namespace partita::modelling
