// Writes a model as a package of TypeScript on the AWS SDK for JavaScript.
#pragma once

#include "modelling/core/model.h"
#include "modelling/generate/package.h"
#include "modelling/generate/typescript/ts_parts.h"

namespace partita::modelling::typescript {

// index.ts begins with the parts that are left out.
Package ts_package(const Model& model, const TsOptions& options);

// The files of the library beside the generated ones: path and text, in the order of the paths.
LibraryFiles ts_runtime();

}  // namespace partita::modelling::typescript
