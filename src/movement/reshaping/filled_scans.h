// A database whose scans give the items as they are once a migration has filled their fields. So the plan of a change
// that follows can be made before.
#pragma once

#include <partita/database.h>

#include <memory>
#include <string>

#include "modelling/derive/new_fields.h"

namespace partita::movement {

// All other operations are those of the database. An item whose fields cannot be derived is given as it is.
class FilledScans final : public Database {
 public:
  FilledScans(std::shared_ptr<Database> database, modelling::derive::NewFields fields, std::string prefix)
      : database_(std::move(database)), fields_(std::move(fields)), prefix_(std::move(prefix)) {}

#define PARTITA_OPERATION(function, Name)                          \
  Result<Name##Response> function(Name##Request request) override; \
  void function(Name##Request request, Completion<Name##Response> done) override;
#include <partita/operations.def>
#undef PARTITA_OPERATION

 private:
  template <class Request, class Forward>
  auto answer(Request request, const Forward& forward) const;
  Result<ScanResponse> fill(const std::string& table, Result<ScanResponse> page) const;

  const std::shared_ptr<Database> database_;
  const modelling::derive::NewFields fields_;
  const std::string prefix_;
};

}  // namespace partita::movement
