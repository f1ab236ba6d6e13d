// How two models are compared
// 1. A table that is only in the later model is created, and filled if its items have origins (origins.h). One that is
//    only in the earlier model stays with its items.
// 2. plan_upgrade() gives the steps of a table that is in both. Items are rewritten before indexes are added, so that a
//    new index is filled with right entries.
// 3. Each step gets its safety: the patterns of the earlier model that read a dropped index, and the judgement of
//    sample items (judged_items.h).
// 4. Settings, type tags, entities and their fields are compared, because no step shows them.
// 5. Patterns that the later model does not serve, or that wait for a new index, are listed.
#include "modelling/diff/compare_models.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/contains.h"
#include "modelling/cost/units.h"
#include "modelling/diff/compare_entities.h"
#include "modelling/diff/compare_patterns.h"
#include "modelling/diff/origins.h"
#include "modelling/diff/step_units.h"
#include "modelling/diff/table_steps.h"
#include "value/limits.h"

namespace partita::modelling::diff {
namespace {

using StepKind = model::UpgradeStep::Kind;
using model::kNone;

std::vector<std::string> names_in(const std::map<std::string, std::size_t>& attributes) {
  std::vector<std::string> out;
  for (const auto& [name, items] : attributes) out.push_back(name);
  return out;
}

class TableComparison {
 public:
  TableComparison(const Proof& proof_was, const ProvenTable& was, const ProvenTable& now, const Shapes& shapes,
                  JudgedItems judged, ModelDiff& out)
      : proof_was_(proof_was), was_(was), now_(now), shapes_(shapes), judged_(std::move(judged)), out_(out) {}

  void compare() {
    const std::vector<model::UpgradeStep> table = table_steps(was_, now_);
    const auto additions = std::find_if(table.begin(), table.end(), [](const model::UpgradeStep& step) {
      return step.kind == StepKind::AddIndex || step.kind == StepKind::EnableTtl || step.kind == StepKind::DisableTtl;
    });
    find_kept_indexes(table);
    for (auto step = table.begin(); step != additions; ++step) add_table_step(*step);
    if (table.empty() || table.front().kind != StepKind::Impossible) add_item_steps();
    for (auto step = additions; step != table.end(); ++step) add_table_step(*step);
    compare_settings(*was_.declared, *now_.declared, out_.changes);
    compare_tags();
    compare_judged();
    for (const std::string& note : judged_.notes) out_.notes.push_back(note);
  }

  // Consistent read units of a scan, or nullopt.
  std::optional<double> scan_units() const {
    if (judged_.entities.empty()) return std::nullopt;
    double bytes = 0;
    for (const JudgedEntity& entity : judged_.entities) {
      const auto count = count_of(entity);
      const ItemShape* shape = shape_of(entity);
      if (!count || !shape) return std::nullopt;
      bytes += *count * shape->bytes;
    }
    return std::ceil(bytes / limits::kReadUnitBytes);
  }

 private:
  const ItemShape* shape_of(const JudgedEntity& entity) const {
    return entity.now ? shapes_.find(now_.declared->name, entity.now->name) : nullptr;
  }

  // ---- the indexes and time to live

  // The names of the patterns of a model that read the index.
  static std::vector<std::string> readers_of(const Proof& proof, const std::string& table, std::string_view index) {
    std::vector<std::string> out;
    for (const ProvenPattern& pattern : proof.patterns()) {
      const bool reads = pattern.served() && pattern.info.plan.index != kNone && pattern.info.table->name == table &&
                         pattern.info.table->at(pattern.info.plan.index).name == index;
      const bool scans = pattern.declared->operation == PatternOperation::Scan && pattern.declared->index == index;
      if (reads || scans) out.push_back(pattern.declared->name);
    }
    return out;
  }
  static std::string quoted(const std::vector<std::string>& names) {
    return fmt::format("\"{}\"", fmt::join(names, "\", \""));
  }

  void find_kept_indexes(const std::vector<model::UpgradeStep>& steps) {
    for (const model::IndexInfo& index : was_.info->indexes) {
      const bool goes = std::any_of(steps.begin(), steps.end(), [&](const model::UpgradeStep& step) {
        return step.subject == index.name && (step.kind == StepKind::DropIndex || step.kind == StepKind::ReplaceIndex);
      });
      if (!goes) kept_.emplace_back(index.name);
    }
  }

  void add_table_step(const model::UpgradeStep& step) {
    DiffStep out{.step = step};
    const std::vector<std::string> readers = readers_of(proof_was_, was_.declared->name, step.subject);
    const std::string read_by =
        readers.empty() ? std::string() : fmt::format("programs of the earlier model read it for {}", quoted(readers));
    switch (step.kind) {
      case StepKind::DropIndex:
        out.why = readers.empty() ? "no pattern of the earlier model reads it" : read_by;
        out.safety = readers.empty() ? Safety::Safe : Safety::Unsafe;
        if (!readers.empty()) out.cure = "Drop it when no program of the earlier model runs.";
        break;
      case StepKind::ReplaceIndex:
        out.why = readers.empty() ? "reads of it fail until it is ACTIVE again" : read_by + ", which fails meanwhile";
        out.safety = readers.empty() ? Safety::Careful : Safety::Unsafe;
        out.cure =
            "Give the new index another name, let later programs read that, and drop the earlier one at the end.";
        add_backfill(out);
        break;
      case StepKind::AddIndex:
        out.why = after_addition(step.subject);
        if (!out.why.empty()) out.safety = Safety::Careful;
        add_backfill(out);
        break;
      case StepKind::EnableTtl:
        out.safety = Safety::Careful;
        out.why = fmt::format("items whose {} has passed are deleted", step.subject);
        break;
      case StepKind::DisableTtl:
        out.safety = Safety::Careful;
        out.why = "items of programs of the earlier model do not expire any more";
        break;
      case StepKind::Impossible:
        out.safety = Safety::Unsafe;
        out.why = "an existing table cannot change these: every item must be copied into a second table";
        out.cure =
            "Give the table of the later model another name, write both, copy the items, and change the readers.";
        break;
      default:
        break;
    }
    out_.steps.push_back(std::move(out));
  }

  // Programs of the earlier model go on writing items without the keys of a new index, unless its keys are attributes
  // that their items have.
  std::string after_addition(std::string_view name) const {
    const model::IndexPosition index = now_.info->index(name);
    const auto is_key = [&](const std::string& attribute) {
      const model::IndexInfo& info = now_.info->at(index);
      return base::contains(info.partition, attribute) || base::contains(info.sort, attribute);
    };
    const bool is_lacking = std::any_of(judged_.entities.begin(), judged_.entities.end(), [&](const JudgedEntity& one) {
      return one.items == 0 || index == kNone ||
             std::any_of(one.set.begin(), one.set.end(), [&](const auto& set) { return is_key(set.first); });
    });
    const bool written = std::any_of(proof_was_.model().patterns.begin(), proof_was_.model().patterns.end(),
                                     [](const Pattern& pattern) { return !is_read(pattern.operation); });
    return is_lacking && (written || proof_was_.model().patterns.empty())
               ? "items that programs of the earlier model write meanwhile lack its keys: upgrade again, or run "
                 "`partita model verify --repair`, when none runs any more"
               : "";
  }

  void add_backfill(DiffStep& out) const {
    const model::IndexPosition index = now_.info->index(out.step.subject);
    if (index == kNone) return;
    double units = 0;
    bool known = true;
    for (const JudgedEntity& entity : judged_.entities) {
      const ItemShape* shape = shape_of(entity);
      const EntryShape* entry = shape ? shape->entry(index) : nullptr;
      if (!entry) continue;
      const auto count = count_of(entity);
      known = known && count.has_value();
      ChangedItems items{.entity = entity.now->name, .share = entry->share};
      if (count) {
        items.items = *count * entry->share;
        units += units_of_backfill(*shape, index, *count);
      }
      out.entities.push_back(std::move(items));
    }
    if (known) out.write_units = units;
  }

  // ---- items

  void add_item_steps() {
    add_item_step(StepKind::RewriteItems, judged_.to_rewrite, [](const JudgedEntity& entity) {
      return entity.to_rewrite + (entity.to_rewrite == 0
                                      ? std::min(entity.items, entity.sentinels_to_write + entity.sentinels_to_remove)
                                      : 0);
    });
    add_item_step(StepKind::MoveItems, judged_.to_move, [](const JudgedEntity& entity) { return entity.to_move; });
  }

  template <class Count>
  void add_item_step(StepKind kind, std::size_t count, Count count_in) {
    if (count == 0) return;
    DiffStep out{.step = {.kind = kind, .table = now_.declared->name}};
    double units = 0, items = 0;
    bool known = true;
    for (const JudgedEntity& entity : judged_.entities) {
      const std::size_t changed = count_in(entity);
      if (changed == 0) continue;
      ChangedItems one{.entity = entity.was->name,
                       .share = entity.share(changed),
                       .set = names_in(entity.set),
                       .removed = names_in(entity.removed),
                       .sentinels_to_write = entity.share(entity.sentinels_to_write),
                       .sentinels_to_remove = entity.share(entity.sentinels_to_remove)};
      const ItemShape* shape = shape_of(entity);
      const auto all = count_of(entity);
      known = known && all && shape;
      if (all && shape) {
        one.items = *all * one.share;
        items += *one.items;
        const bool is_rewritten = kind == StepKind::MoveItems || entity.to_rewrite > 0;
        units += (is_rewritten ? *one.items * units_of_rewrite(entity, *shape, kept_) : 0) +
                 (kind == StepKind::RewriteItems ? *all * units_of_sentinels(entity, *shape) : 0);
      }
      out.entities.push_back(std::move(one));
    }
    out.step.items = std::llround(items);
    if (known) out.write_units = units;
    kind == StepKind::MoveItems ? judge_move(out) : judge_rewrite(out);
    out_.steps.push_back(std::move(out));
  }

  static void judge_move(DiffStep& out) {
    out.safety = Safety::Unsafe;
    out.why = "programs with the earlier primary key do not find the items any more";
    out.cure = "Stop the earlier programs first, or write a second entity with the new key beside the earlier one.";
  }

  // A rewrite is safe if it changes no key that programs of the earlier model compose too.
  void judge_rewrite(DiffStep& out) const {
    std::vector<std::string> shared;
    bool tag = false;
    for (const JudgedEntity& entity : judged_.entities)
      for (const auto* names : {&entity.set, &entity.removed})
        for (const auto& [name, items] : *names) {
          tag = tag || (!was_.info->type_attribute.empty() && name == was_.info->type_attribute);
          if (entity.was && is_composed_by(entity.was->name, name)) shared.push_back(name);
        }
    std::sort(shared.begin(), shared.end());
    shared.erase(std::unique(shared.begin(), shared.end()), shared.end());
    if (tag) {
      out.safety = Safety::Unsafe;
      out.why = "programs of the earlier model do not know the new type tag";
      out.cure = "Upgrade when no program of the earlier model runs.";
    } else if (!shared.empty()) {
      out.safety = Safety::Unsafe;
      out.why = fmt::format("programs of the earlier model write and read other values of {}", fmt::join(shared, ", "));
      out.cure = "Declare the new keys in an index of another name, and drop the earlier one at the end.";
    } else if (was_.info->type_attribute != now_.info->type_attribute) {
      out.safety = Safety::Careful;
      out.why = "until then, programs of the later model tell the items' entities by their keys alone";
    } else if (judged_.unclaimed > 0) {
      out.safety = Safety::Careful;
      out.why = "unique values have no sentinel until then, so that other items may get them too";
    } else {
      out.why = "programs of the earlier model do not use these attributes";
    }
  }

  // True if the earlier model gives the entity this attribute as a key of an index that stays.
  bool is_composed_by(const std::string& entity, std::string_view attribute) const {
    const model::EntityInfo* info = proof_was_.entity(was_.declared->name, entity);
    if (!info) return false;
    for (const model::EntityKey& key : info->indexes) {
      const std::string_view index = was_.info->at(key.index).name;
      if (!base::contains(kept_, index)) continue;
      for (const auto& attributes : {key.partition, key.sort})
        for (const model::KeyAttribute& one : attributes)
          if (one.attribute == attribute) return true;
    }
    return false;
  }

  // ---- entities

  void compare_judged() {
    const std::string& table = now_.declared->name;
    std::vector<const Entity*> found;
    for (const JudgedEntity& entity : judged_.entities) {
      if (!entity.now) {
        add_removed(entity);
        continue;
      }
      found.push_back(entity.now);
      compare_entities(table, *entity.was, *entity.now, out_.changes);
      if (entity.unreadable > 0)
        out_.changes.push_back({table, entity.now->name,
                                fmt::format("{:.0f} % of the stored items cannot be read by later programs",
                                            entity.share(entity.unreadable) * 100),
                                Safety::Unsafe, fmt::format("the first reason: {}", entity.unreadable_because),
                                "Change the items before later programs read them."});
    }
    for (const Entity& entity : now_.declared->entities)
      if (!base::contains(found, &entity) && !was_.declared->entity(entity.name))
        out_.changes.push_back({table,
                                entity.name,
                                "it is new",
                                Safety::Safe,
                                "reads of the earlier model that meet its items leave them out and say so",
                                {}});
  }

  static std::vector<std::string_view> templates_of(const model::EntityInfo& entity) {
    std::vector<std::string_view> out;
    for (const auto& attributes : {entity.primary.partition, entity.primary.sort})
      for (const model::KeyAttribute& attribute : attributes) out.push_back(attribute.value.text);
    return out;
  }

  // The new entity that has the same primary key as one that is gone, or nullptr.
  const model::EntityInfo* find_successor(const JudgedEntity& gone) const {
    const model::EntityInfo* was = proof_was_.entity(was_.declared->name, gone.was->name);
    if (!was) return nullptr;
    for (const model::EntityInfo* entity : now_.info->entities)
      if (!was_.declared->entity(std::string(entity->name)) && templates_of(*entity) == templates_of(*was))
        return entity;
    return nullptr;
  }

  void add_removed(const JudgedEntity& entity) {
    const auto count = count_of(entity);
    const std::string items =
        fmt::format("its {}items stay in the table", count ? fmt::format("{:.0f} ", *count) : std::string());
    if (const model::EntityInfo* successor = find_successor(entity)) {
      out_.changes.push_back(
          {now_.declared->name, entity.was->name, "it is gone", Safety::Unsafe,
           fmt::format("{} with its tag, so programs of the later model do not take them for {}, which has the same "
                       "primary key",
                       items, successor->name),
           fmt::format("If {0} is the new name of {1}, say aliases: [{1}] in {0}. Otherwise give {0} other keys.",
                       successor->name, entity.was->name)});
      return;
    }
    out_.changes.push_back({now_.declared->name, entity.was->name, "it is gone", Safety::Careful,
                            items + ", belong to no entity, and cost storage",
                            "Delete the items with the earlier model when no program needs them."});
  }

  // ---- the type tag

  // Items without a tag belong to the entity whose keys have the form of theirs. A search that selects by the tag does
  // not find them.
  void compare_tags() {
    const std::string_view was = was_.info->type_attribute, now = now_.info->type_attribute;
    if (was == now) return;
    const auto selects_by = [](const model::TableInfo& table) {
      return std::any_of(table.indexes.begin(), table.indexes.end(), [&](const model::IndexInfo& index) {
        return !table.type_attribute.empty() && index.is_vector() &&
               base::contains(index.vector.filters, table.type_attribute);
      });
    };
    const bool searched = selects_by(*was_.info) || selects_by(*now_.info);
    out_.changes.push_back(
        {now_.declared->name,
         {},
         now.empty()   ? fmt::format("items have no type tag any more; it was in {}", was)
         : was.empty() ? fmt::format("items have a type tag, in {}", now)
                       : fmt::format("the type tag is in {} instead of {}", now, was),
         searched ? Safety::Unsafe : Safety::Careful,
         searched ? "searches that select by the tag do not find the items that programs of the other model write"
                  : "programs of each model tell the items that the other's write by their keys alone; filters of "
                    "collections and other programs that read the tag do not see it there",
         now.empty()   ? fmt::format("Keep type_attribute: {}, unless nothing but the keys tells entities apart.", was)
         : was.empty() ? std::string("Upgrade, so that every item has the tag, before a program relies on it.")
                       : fmt::format("Keep type_attribute: {}, which every stored item has.", was)});
  }

  const Proof& proof_was_;
  const ProvenTable& was_;
  const ProvenTable& now_;
  const Shapes& shapes_;
  const JudgedItems judged_;
  ModelDiff& out_;
  std::vector<std::string> kept_;  // indexes that stay as they are
};

}  // namespace

std::string_view to_text(Safety safety) {
  switch (safety) {
    case Safety::Safe:
      return "safe";
    case Safety::Careful:
      return "careful";
    case Safety::Unsafe:
      return "unsafe";
  }
  return "";
}

std::size_t ModelDiff::count(Safety safety) const {
  const auto is = [&](const auto& one) { return one.safety == safety; };
  return static_cast<std::size_t>(std::count_if(steps.begin(), steps.end(), is) +
                                  std::count_if(changes.begin(), changes.end(), is));
}

ModelDiff compare_models(const std::shared_ptr<const Proof>& was, const std::shared_ptr<const Proof>& now,
                         std::size_t items) {
  ModelDiff out;
  Assumptions assumptions;
  const Shapes shapes(*now, assumptions);
  const Origins origins = Origins::make(was, now, out);
  double scan = 0;
  bool known = true;
  for (const ProvenTable& table : now->tables()) {
    const ProvenTable* before = was->table(table.declared->name);
    if (!before) {
      out.steps.push_back(origins.creation(table, shapes));
      // The plan of a migration to new tables tells its reads.
      known = known && out.steps.back().entities.empty();
      continue;
    }
    if (auto step = origins.filling(table, shapes)) out.steps.push_back(*std::move(step));
    TableComparison comparison(*was, *before, table, shapes,
                               judge_items(*was, *before, table, items, origins.new_fields()), out);
    comparison.compare();
    const auto units = comparison.scan_units();
    known = known && units;
    scan += units.value_or(0);
  }
  for (const ProvenTable& table : was->tables())
    if (!now->table(table.declared->name)) out.changes.push_back(origins.removal(table));
  origins.add_lost_fields(out);
  compare_patterns(*was, *now, out);
  if (known) out.scan_read_units = scan;
  const bool priced = std::any_of(out.steps.begin(), out.steps.end(),
                                  [](const DiffStep& step) { return step.write_units.value_or(0) > 0; });
  if (priced && !assumptions.sentences().empty())
    out.notes.push_back(
        fmt::format("{} sizes are assumed, because the model does not say them: `partita model cost` "
                    "lists them",
                    assumptions.sentences().size()));
  return out;
}

}  // namespace partita::modelling::diff
