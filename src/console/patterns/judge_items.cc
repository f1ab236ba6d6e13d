#include "console/patterns/judge_items.h"

#include <fmt/format.h>

#include <map>

#include "base/contains.h"
#include "console/wire.h"
#include "model/export/template_text.h"
#include "model/plan/judge.h"
#include "model/plan/unique.h"
#include "model/reads/row.h"
#include "modelling/run/refused_parts.h"
#include "modelling/verify_data/verify_data.h"

namespace partita::console {

constexpr std::size_t kMostItems = 10'000;

struct JudgeItemsRequest {
  std::string table = {};
  std::optional<std::string> index = {};
  std::vector<Item> items = {};
};
template <class V, protocol::Is<JudgeItemsRequest> T>
void fields(V& v, T& of) {
  v("Table", of.table);
  v("Index", of.index);
  v("Items", of.items, protocol::AtMost{kMostItems});  // of more, one more is read
}

struct ItemFinding {
  std::string kind = {};
  std::optional<std::string> attribute = {};  // the key attribute that the model would have composed differently
  std::string detail = {};
  std::string cure = {};
};
template <class V, protocol::Is<ItemFinding> T>
void fields(V& v, T& of) {
  v("Kind", of.kind);
  v("Attribute", of.attribute);
  v("Detail", of.detail);
  v("Cure", of.cure);
}

struct JudgedItem {
  OrNull<std::string> entity = {};
  std::map<std::string, std::string> templates = {};  // by key attribute
  std::vector<ItemFinding> findings = {};
};
template <class V, protocol::Is<JudgedItem> T>
void fields(V& v, T& of) {
  v("Entity", of.entity);
  v("Templates", of.templates);
  v("Findings", of.findings);
}

struct JudgeItemsAnswer {
  std::vector<JudgedItem> items = {};
};
template <class V, protocol::Is<JudgeItemsAnswer> T>
void fields(V& v, T& of) {
  v("Items", of.items);
}

namespace {

using model::kNone;

// The attribute with which the finding's text begins, if the judgement says that the item should have another value
// there.
std::optional<std::string> attribute_of(const model::Finding& finding, const model::TableInfo& table,
                                        const model::Judgement& judgement) {
  std::vector<std::string> candidates(judgement.remove);
  for (const AttributeMap* map : {&judgement.set, &judgement.moved_to, &judgement.key})
    for (const Attribute& attribute : *map) candidates.push_back(attribute.name);
  if (!table.type_attribute.empty() && finding.detail.find("type tag") != finding.detail.npos)
    return std::string(table.type_attribute);
  for (const std::string& name : candidates)
    if (finding.detail.starts_with(name + " is ")) return name;
  return std::nullopt;
}

std::string cure_here(const model::Finding& finding) {
  std::string cure = modelling::verify_data::cure_of(finding);
  // The text of the command's report names only the option.
  return cure.starts_with("--repair") ? "`partita model verify` with " + cure : cure;
}

class ItemJudge {
 public:
  ItemJudge(const modelling::Proof& proof, const modelling::ProvenTable& table, model::IndexPosition index)
      : table_(*table.info), index_(index) {
    const modelling::run::RefusedParts refused(proof);
    table_refused_ = refused.of_table(table.declared->name) != nullptr;
    for (const model::EntityInfo* entity : table_.entities)
      if (refused.of_entity(table.declared->name, entity->name)) refused_.push_back(entity);
  }

  JudgedItem judge(const Item& item) const {
    JudgedItem out;
    const AttributeMap stored = item.to_map();
    if (model::owner_of_sentinel(table_, stored)) {
      // A sentinel reserves a unique value, and does not belong to an entity of the program.
      out.findings.push_back({.kind = "sentinel", .detail = "it reserves a unique value of another item"});
      return out;
    }
    if (!has_whole_item()) {
      AttributeMap added;
      const model::StoredAttributes attributes(item, {});
      describe(model::identify(table_, index_, attributes, added), stored, out);
      return out;
    }
    const model::Judgement judgement = model::judge(table_, stored);
    describe(judgement.entity, stored, out);
    // The keys of an entity with mistakes may be unknown.
    if (table_refused_ || base::contains(refused_, judgement.entity)) return out;
    for (const model::Finding& finding : judgement.findings)
      out.findings.push_back({.kind = std::string(model::to_text(finding.kind)),
                              .attribute = attribute_of(finding, table_, judgement),
                              .detail = finding.detail,
                              .cure = cure_here(finding)});
    return out;
  }

 private:
  bool has_whole_item() const { return index_ == kNone || table_.at(index_).projection == ProjectionType::All; }

  static void describe(const model::EntityInfo* entity, const AttributeMap& stored, JudgedItem& out) {
    if (!entity) return;
    out.entity.value = entity->name;
    add_templates(*entity, entity->primary, stored, out);
    for (const model::EntityKey& key : entity->indexes) add_templates(*entity, key, stored, out);
  }

  static void add_templates(const model::EntityInfo& entity, const model::EntityKey& key, const AttributeMap& stored,
                            JudgedItem& out) {
    for (const auto& attributes : {key.partition, key.sort})
      for (const model::KeyAttribute& attribute : attributes)
        if (stored.contains(attribute.attribute))
          out.templates.emplace(attribute.attribute,
                                model::leading_text(attribute, entity.fields, attribute.value.parts.size()));
  }

  const model::TableInfo& table_;
  const model::IndexPosition index_;
  bool table_refused_ = false;
  std::vector<const model::EntityInfo*> refused_;
};

}  // namespace

Result<std::string> judge_items(const modelling::Proof& proof, std::string_view body) {
  PARTITA_TRY_VALUE(request, read_request<JudgeItemsRequest>(body));
  if (request.items.size() > kMostItems) return invalid(fmt::format("Give at most {} items at once", kMostItems));
  const modelling::ProvenTable* table = proof.table(request.table);
  if (!table || !table->info) return invalid(fmt::format("The model has no table '{}'", request.table));
  const model::IndexPosition index = request.index ? table->info->index(*request.index) : kNone;
  if (request.index && index == kNone)
    return invalid(fmt::format("The table {} of the model has no index '{}'", request.table, *request.index));
  const ItemJudge judge(proof, *table, index);
  JudgeItemsAnswer answer;
  for (const Item& item : request.items) answer.items.push_back(judge.judge(item));
  return json_of(answer);
}

}  // namespace partita::console
