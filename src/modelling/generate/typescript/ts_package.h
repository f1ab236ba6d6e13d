// Writes a model as a package of TypeScript on the AWS SDK for JavaScript.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "modelling/core/model.h"
#include "modelling/generate/typescript/ts_parts.h"

namespace partita::modelling::typescript {

struct PackageFile {
  std::string path = {};  // within the package, such as "runtime/read.ts"
  std::string text = {};
  bool is_kept = false;  // a file that a program may change, such as package.json: it is written only if it is missing
};

struct TsPackage {
  std::vector<PackageFile> files = {};
  // The parts of the model that the package lacks, each in a sentence with the reason; index.ts begins with the same.
  std::vector<std::string> left_out = {};
};

TsPackage ts_package(const Model& model, const TsOptions& options);

// The files of the library beside the generated ones: path and text, in the order of the paths.
std::vector<std::pair<std::string_view, std::string_view>> ts_runtime();

}  // namespace partita::modelling::typescript
