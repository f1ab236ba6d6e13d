#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "modelling/core/template_parts.h"
#include "modelling/docs/describe_parts.h"
#include "modelling/docs/value_text.h"

namespace partita::modelling::docs {
namespace {

constexpr std::size_t kPatternsOfMap = 40;

EntityBox box_of(const Described& of, const Table& table, const Entity& entity, const std::vector<Relation>& direct) {
  EntityBox box{.entity = {entity.name, of.colours.of.at(&entity)}};
  if (entity.count) box.note = counted(*entity.count, "item");
  const auto add = [&](const std::string& name, const std::vector<std::string>& templates) {
    for (const std::string& text : templates) box.lines.push_back({name, text});
  };
  add(table.partition_key, entity.primary.partition);
  add(table.sort_key, entity.primary.sort);
  for (const Relation& relation : direct)
    for (const auto& [theirs, ours] : relation.fields) {
      if (relation.child != &entity || relation.kind != Relation::Kind::Refers) continue;
      const std::vector<std::string> key = primary_fields(entity);
      const PictureCell line{"refers", ours};
      const bool known = std::any_of(box.lines.begin(), box.lines.end(), [&](const PictureCell& one) {
        return one.value == ours && one.name == line.name;
      });
      if (!known && !base::contains(key, ours)) box.lines.push_back(line);
    }
  return box;
}

// ---- maps

// One map shows some of the patterns, and the tables and indexes that these need.
class MapMaker {
 public:
  MapMaker(const Document& document, const Described& of) : document_(document), of_(of) {}

  std::vector<DocPicture> make() {
    if (document_.patterns.size() <= kPatternsOfMap) {
      add(all_patterns(), "What each access pattern reads and writes");
      return std::move(maps_);
    }
    for (const DocTable& table : document_.tables) {
      divide(users(table, Side::Reads), fmt::format("Reads of {}", table.name));
      divide(users(table, Side::Writes), fmt::format("Writes to {}", table.name));
    }
    std::vector<std::size_t> refused;
    for (std::size_t i = 0; i < document_.patterns.size(); ++i)
      if (!document_.patterns[i].refused.empty()) refused.push_back(i);
    divide(refused, "Refused access patterns");
    return std::move(maps_);
  }

 private:
  std::vector<std::size_t> all_patterns() const {
    std::vector<std::size_t> all(document_.patterns.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    return all;
  }

  enum class Side { Reads, Writes };

  // The patterns whose first access is of the table or one of its indexes, in the order of the indexes.
  std::vector<std::size_t> users(const DocTable& table, Side side) const {
    std::vector<std::size_t> out;
    const auto add_those = [&](const std::string& index) {
      for (std::size_t i = 0; i < document_.patterns.size(); ++i) {
        const DocPattern& one = document_.patterns[i];
        if (one.write == (side == Side::Writes) && one.refused.empty() && !one.accesses.empty() &&
            one.accesses.front().table == table.name && one.accesses.front().index == index)
          out.push_back(i);
      }
    };
    add_those({});
    for (const DocIndex& index : table.indexes) add_those(index.name);
    return out;
  }

  void divide(const std::vector<std::size_t>& patterns, const std::string& title) {
    const std::size_t parts = (patterns.size() + kPatternsOfMap - 1) / kPatternsOfMap;
    for (std::size_t part = 0; part < parts; ++part) {
      const std::size_t begin = patterns.size() * part / parts, end = patterns.size() * (part + 1) / parts;
      add({patterns.begin() + static_cast<std::ptrdiff_t>(begin), patterns.begin() + static_cast<std::ptrdiff_t>(end)},
          parts == 1 ? title : fmt::format("{}, part {} of {}", title, part + 1, parts));
    }
  }

  void add(const std::vector<std::size_t>& patterns, const std::string& title) {
    AccessMap map{.title = title};
    const bool whole = patterns.size() == document_.patterns.size();
    std::size_t reads = 0, writes = 0, refused = 0;
    for (const std::size_t i : patterns) {
      const DocPattern& one = document_.patterns[i];
      ++(!one.refused.empty() ? refused : one.write ? writes : reads);
    }
    map.subtitle = sums(reads, writes, refused);
    const auto is_needed = [&](const std::string& table, const std::string* index) {
      return whole || std::any_of(patterns.begin(), patterns.end(), [&](std::size_t i) {
               const DocPattern& one = document_.patterns[i];
               return one.refused.empty() &&
                      std::any_of(one.accesses.begin(), one.accesses.end(), [&](const DocAccess& access) {
                        return access.table == table && (!index || access.index == *index);
                      });
             });
    };
    for (std::size_t t = 0; t < document_.tables.size(); ++t) {
      const DocTable& table = document_.tables[t];
      const model::TableInfo& info = *of_.proof.tables()[t].info;
      if (!is_needed(table.name, nullptr)) continue;
      add_target(map, table.name, {}, info, nullptr);
      for (std::size_t i = 0; i < table.indexes.size(); ++i)
        if (is_needed(table.name, &table.indexes[i].name))
          add_target(map, table.name, table.indexes[i].name, info, &info.indexes[i]);
    }
    for (const std::size_t i : patterns) add_pattern(map, document_.patterns[i]);
    targets_.clear();
    const std::string file = anchor_of("access", {}, maps_.size() + 1);
    map.id = file;
    maps_.push_back({file, std::move(map)});
  }

  static std::string sums(std::size_t reads, std::size_t writes, std::size_t refused) {
    std::vector<std::string> parts;
    if (reads > 0) parts.push_back(counted(static_cast<double>(reads), "read"));
    if (writes > 0) parts.push_back(counted(static_cast<double>(writes), "write"));
    if (refused > 0) parts.push_back(counted(static_cast<double>(refused), "refused pattern"));
    if (reads + writes == 0) return listed(parts) + '.';
    return listed(parts) + ". RU and WU are the read and write request units of one call.";
  }

  void add_target(AccessMap& map, const std::string& table, const std::string& index, const model::TableInfo& info,
                  const model::IndexInfo* index_info) {
    std::string note;
    for (const auto& names : {partition_attributes(info, index_info), sort_attributes(info, index_info)})
      for (const std::string& name : names) note += (note.empty() ? "" : " · ") + name;
    if (index_info && index_info->shards.count > 0) note += fmt::format(" · {} shards", index_info->shards.count);
    targets_.emplace_back(table, index);
    map.targets.push_back({index.empty() ? table : index, note, index.empty()});
  }

  void add_pattern(AccessMap& map, const DocPattern& pattern) {
    MapPattern out{.name = pattern.name, .note = pattern.requests, .write = pattern.write, .refused = pattern.refused};
    if (!pattern.entities.empty())
      out.note = pattern.entities + (pattern.requests.empty() ? "" : " · " + pattern.requests);
    for (const auto& [entity, colour] : of_.colours.of)
      if (pattern.entities == entity->name || pattern.entities.starts_with(entity->name + ',') ||
          pattern.entities.starts_with(entity->name + " and "))
        out.colour = colour;
    for (const DocAccess& access : pattern.accesses) {
      const auto target = std::find(targets_.begin(), targets_.end(), std::pair(access.table, access.index));
      if (target == targets_.end() || !out.refused.empty()) continue;
      out.accesses.push_back({static_cast<std::size_t>(target - targets_.begin()), access.items, access.units});
    }
    if (out.accesses.empty() && out.refused.empty()) out.refused = "It names no table or entity of the model.";
    map.patterns.push_back(std::move(out));
  }

  const Document& document_;
  const Described& of_;
  std::vector<DocPicture> maps_;
  std::vector<std::pair<std::string, std::string>> targets_;  // of the map that is made
};

}  // namespace

std::string in_words(const Relation& relation) {
  std::vector<std::string> fields;
  for (const auto& [theirs, ours] : relation.fields)
    fields.push_back(theirs == ours ? ours : fmt::format("{} is {} of {}", ours, theirs, relation.parent->name));
  const std::string_view verb = relation.kind == Relation::Kind::Twin      ? "at most one"
                                : relation.kind == Relation::Kind::Belongs ? "many"
                                                                           : "any number of";
  return fmt::format("{} has {} {} ({})", relation.parent->name, verb, relation.child->name, listed(fields));
}

RelationsPicture describe_relations(const Described& of, const std::vector<Relation>& direct) {
  RelationsPicture picture{.id = "relations", .title = "Entities and their relations"};
  std::map<const Entity*, std::size_t> positions;
  for (const Table& table : of.proof.model().tables)
    for (const Entity& entity : table.entities) {
      positions[&entity] = picture.boxes.size();
      picture.boxes.push_back(box_of(of, table, entity, direct));
    }
  for (const Relation& relation : direct)
    picture.edges.push_back({.parent = positions.at(relation.parent),
                             .child = positions.at(relation.child),
                             .many = relation.kind != Relation::Kind::Twin,
                             .optional = relation.optional,
                             .refers = relation.kind == Relation::Kind::Refers,
                             .whole = in_words(relation)});
  picture.subtitle = direct.empty() ? "Their keys and fields show no relations."
                                    : "The relations follow from key templates and references.";
  return picture;
}

std::vector<DocPicture> describe_maps(const Document& document, const Described& of) {
  if (document.patterns.empty()) return {};
  return MapMaker(document, of).make();
}

}  // namespace partita::modelling::docs
