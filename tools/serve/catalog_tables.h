// The tables of an account in a region of an embedded database, for the policies that a server asks.
#pragma once

#include "engine/context.h"
#include "permissions/tables.h"

namespace partita::tools {

class CatalogTables final : public permissions::Tables {
 public:
  // `context` must outlive the object.
  explicit CatalogTables(const engine::Context& context) : context_(context) {}

  std::string_view region() const override { return context_.region; }
  std::string_view account() const override { return context_.account; }
  std::uint64_t version() const override { return context_.catalog.version(); }
  std::shared_ptr<const permissions::TableFacts> find(std::string_view name) const override;
  std::shared_ptr<const permissions::StreamFacts> find_stream(std::string_view arn) const override;

 private:
  const engine::Context& context_;
};

}  // namespace partita::tools
