#include "modelling/verify_data/verify_data.h"

#include <fmt/format.h>
#include <partita/database.h>
#include <partita/model/runtime/table_creation.h>
#include <partita/model/upgrade.h>

#include "base/contains.h"
#include "base/try.h"
#include "model/tables/table_changes.h"
#include "model/tables/verify.h"
#include "modelling/core/kind_names.h"
#include "modelling/run/context.h"
#include "modelling/run/refused_parts.h"
#include "modelling/verify_data/duplicates.h"
#include "modelling/write/table_request.h"

namespace partita::modelling::verify_data {
namespace {

using run::answer_of;

bool has_document_type(DocumentType type, const AttributeValue& value) {
  switch (type) {
    case DocumentType::Map:
      return value.is(AttributeType::M);
    case DocumentType::List:
      return value.is(AttributeType::L);
    case DocumentType::StringSet:
      return value.is(AttributeType::SS);
    case DocumentType::NumberSet:
      return value.is(AttributeType::NS);
    case DocumentType::BinarySet:
      return value.is(AttributeType::BS);
    case DocumentType::Any:
      break;
  }
  return true;
}

// The reason for which a document has not the type that the model says. The model layer compares all other types.
std::optional<Error> fault_of_documents(const Table& table, const model::Row& row) {
  const Entity* entity = table.entity(row.entity->name);
  if (!entity) return std::nullopt;
  for (const Field& field : entity->fields) {
    if (field.kind != model::FieldKind::Document || !field.stored || field.document == DocumentType::Any) continue;
    const AttributeMap item = row.attributes();
    const AttributeValue* value = item.find(field.attribute);
    if (value && !value->is(AttributeType::Null) && !has_document_type(field.document, *value))
      return invalid(fmt::format("{} is not a {}", field.name, modelling::to_text(field.document))).error();
  }
  return std::nullopt;
}

class DataVerifier {
 public:
  DataVerifier(const Proof& proof, const std::shared_ptr<model::Session>& session, const VerifyDataOptions& options)
      : proof_(proof), refused_(proof), session_(session), options_(options), report_(options.findings) {
    model::declare_copies(*session_, proof.copies());
  }

  Result<DataReport> verify() {
    PARTITA_TRY_VALUE(tables, chosen_tables());
    for (const ProvenTable* table : tables)
      if (options_.repair) PARTITA_TRY(repair(*table));
    for (const ProvenTable* table : tables) {
      if (options_.compare_tables) PARTITA_TRY(compare_table(*table));
      PARTITA_TRY(verify_items(*table));
      PARTITA_TRY(find_duplicates(session_, *table->info, {}, report_));
    }
    return std::move(report_);
  }

 private:
  Result<std::vector<const ProvenTable*>> chosen_tables() {
    std::vector<const ProvenTable*> out;
    for (const ProvenTable& table : proof_.tables())
      if (options_.tables.empty() || base::contains(options_.tables, table.declared->name)) out.push_back(&table);
    for (const std::string& name : options_.tables)
      if (!proof_.table(name)) return invalid(fmt::format("the model has no table {}", name));
    for (const ProvenTable* table : out) {
      // The keys of an entity with a mistake may be unknown, and all its items would be findings.
      if (const lint::Finding* found = refused_.of_table(table->declared->name))
        return invalid(fmt::format("the model refuses the table {}: {}", table->declared->name, run::text_of(*found)));
      for (const Entity& entity : table->declared->entities)
        if (const lint::Finding* found = refused_.of_entity(table->declared->name, entity.name))
          return invalid(fmt::format("the model refuses {}, so its items cannot be judged: {}. {}", entity.name,
                                     run::text_of(*found), found->cure));
    }
    return out;
  }

  // ---- the table itself

  Result<void> compare_table(const ProvenTable& table) {
    Database& database = model::database_of(*session_);
    CreateTableRequest wanted = keys_request(*table.declared, *table.info, model::table_name(*session_, *table.info));
    PARTITA_TRY_VALUE(described, database.describe_table({.table_name = wanted.table_name}));
    for (const model::UpgradeStep& step : model::table_changes(wanted, described.table)) add_step(table, step);
    PARTITA_TRY_VALUE(expiry, database.describe_time_to_live({.table_name = wanted.table_name}));
    const auto attribute = ttl_attribute(*table.declared);
    if (!attribute) return {};
    const auto wanted_expiry = attribute->empty() ? std::nullopt : std::optional(*attribute);
    for (const model::UpgradeStep& step :
         model::ttl_changes(*wanted.table_name, wanted_expiry, expiry.time_to_live_description))
      add_step(table, step);
    return {};
  }

  void add_step(const ProvenTable& table, const model::UpgradeStep& step) {
    report_.findings.add({.kind = std::string(kTable),
                          .table = table.declared->name,
                          .entity = {},
                          .key = {},
                          .detail = model::to_text(step),
                          .cure = "Change the table, or the model: `partita model diff` says what that means.",
                          .repairable = false});
  }

  // ---- items

  Result<model::PassReport> pass(const ProvenTable& table, model::PassOptions options) {
    options.progress = [&](const model::PassReport& so_far) {
      if (options_.progress) options_.progress(report_.items + so_far.found.items);
      return true;
    };
    return answer_of<model::PassReport>([&](model::Done<model::PassReport> done) {
      model::pass_over_items(session_, model::Mode::Wait, *table.info, std::move(options), std::move(done));
    });
  }

  Result<void> repair(const ProvenTable& table) {
    PARTITA_TRY_VALUE(done, pass(table, {.repair = model::Repair::Yes, .attempts = 5, .most_findings = 0}));
    report_.repaired += done.counts.rewritten;
    return {};
  }

  Result<void> verify_items(const ProvenTable& table) {
    model::PassOptions options{.most_findings = 0};
    options.found = [&](const model::Finding& finding) {
      report_.findings.add({.kind = std::string(model::to_text(finding.kind)),
                            .table = table.declared->name,
                            .entity = finding.entity,
                            .key = finding.key,
                            .detail = finding.detail,
                            .cure = cure_of(finding),
                            .repairable = finding.repairable});
    };
    options.decode = [&](const model::Row& row) { return fault_of_documents(*table.declared, row); };
    PARTITA_TRY_VALUE(done, pass(table, std::move(options)));
    report_.items += done.found.items;
    report_.sentinels += done.found.sentinels;
    return {};
  }

  const Proof& proof_;
  const run::RefusedParts refused_;
  const std::shared_ptr<model::Session> session_;
  const VerifyDataOptions& options_;
  DataReport report_;
};

}  // namespace

void DataFindings::add(DataFinding finding) {
  Group& group = groups_[{finding.kind, finding.entity}];
  ++group.count;
  group.repairable += finding.repairable ? 1 : 0;
  if (group.first.size() < most_) group.first.push_back(std::move(finding));
}

std::int64_t DataFindings::count() const {
  std::int64_t sum = 0;
  for (const auto& [name, group] : groups_) sum += group.count;
  return sum;
}

std::int64_t DataFindings::repairable() const {
  std::int64_t sum = 0;
  for (const auto& [name, group] : groups_) sum += group.repairable;
  return sum;
}

std::string cure_of(const model::Finding& finding) {
  using Kind = model::Finding::Kind;
  switch (finding.kind) {
    case Kind::Stale:
      return finding.repairable ? "--repair --yes writes what the fields say."
                                : "Write the item under the key that its fields give, and delete this one.";
    case Kind::Foreign:
      return "Declare its entity, or name its tag in the aliases of one, or delete it.";
    case Kind::Phantom:
    case Kind::Unreadable:
      return "Change the item, or the model: an optional field, a default, another kind, or a further enumerator.";
    case Kind::Orphan:
      return finding.repairable ? "--repair --yes writes or removes the sentinel."
                                : "Change the value of one of the items that have it.";
  }
  return {};
}

Result<DataReport> verify_data(const Proof& proof, const std::shared_ptr<model::Session>& session,
                               const VerifyDataOptions& options) {
  return DataVerifier(proof, session, options).verify();
}

}  // namespace partita::modelling::verify_data
