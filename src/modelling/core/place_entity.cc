// How an entity of a file becomes the description that the compiler makes of one in C++
// 1. Fields get their kinds, and unknown names in keys and options are refused.
// 2. Templates are parsed into parts, and each key is drafted against the attributes of its table or index.
// 3. The checks of the compiler run on each key, and then on the entity by itself: members, shared keys, fields that
//    only keys hold, unique members, the version.
// A check that fails adds a refusal, and the entity is described all the same if its keys could be read.
#include "modelling/core/place_entity.h"

#include <partita/model/detail/entity_checks.h>
#include <partita/model/detail/ledger.h>

#include <algorithm>
#include <optional>

namespace partita::modelling {
namespace {

using model::kNone;
using model::Mistake;
using model::Text;

// A part of a template that cannot be used at all, and not only badly.
bool is_unreadable(Mistake mistake) {
  return mistake == Mistake::NoSuchField || mistake == Mistake::UnclosedBrace || mistake == Mistake::UnknownFormat;
}

class EntityPlacer {
 public:
  EntityPlacer(const Table& table, const PlacedTable& placed, const Entity& entity, Arena& arena, Refusals& refusals)
      : table_(table), placed_(placed), entity_(entity), arena_(arena), refusals_(refusals) {}

  const model::EntityInfo* place() {
    fields_ = arena_.keep(field_infos());
    check_options();
    model::detail::DeclaredEntity declared{.tag = entity_.name, .fields = fields_};
    if (!read_keys()) return nullptr;
    std::vector<model::KeyPart> parts;
    for (std::size_t i = 0; i < fields_.size(); ++i) parts.push_back(model::detail::natural_part(i));
    declared.natural_parts = arena_.keep(std::move(parts));
    std::vector<model::KeyPart> shard_parts;
    for (const model::detail::DeclaredIndex& index : placed_.indexes)
      shard_parts.push_back(model::detail::shard_part(fields_, index.info.shards));
    declared.shard_parts = arena_.keep(std::move(shard_parts));
    declared.tag_template = tag_template();
    return place_keys(declared);
  }

 private:
  Subject subject(const std::string& index, const Place& place) const {
    return {
        .table = table_.name, .entity = entity_.name, .index = index, .place = place.line > 0 ? place : entity_.place};
  }
  Subject subject() const { return subject({}, entity_.place); }

  std::vector<model::FieldInfo> field_infos() {
    std::vector<model::FieldInfo> out;
    for (const Field& field : entity_.fields) {
      std::vector<model::EnumeratorInfo> enumerators;
      for (const Enumerator& one : field.enumerators) enumerators.push_back({one.name, one.attribute, one.key});
      out.push_back({.name = field.name,
                     .attribute = field.attribute,
                     .kind = field.kind,
                     .optional = field.optional,
                     .stored = field.stored,
                     .enumerators = arena_.keep(std::move(enumerators)),
                     .has_default = field.has_default});
    }
    return out;
  }

  model::FieldPosition field(const std::string& name) {
    return name.empty() ? kNone : model::find_field(fields_, name);
  }

  void check_options() {
    const auto named = [&](const std::string& name) {
      return name.empty() || refusals_.accept(subject(), [&](Text* where) {
        return model::detail::check_member_name(fields_, name, entity_.name, where);
      });
    };
    for (const std::string& name : {entity_.version, entity_.ttl}) {
      if (name.empty() || !named(name)) continue;
      refusals_.accept(subject(), [&](Text* where) {
        return model::detail::check_whole_number(fields_, name, entity_.name, where);
      });
    }
    named(entity_.created_at);
    named(entity_.updated_at);
    for (const Computed& computed : entity_.computed) {
      named(computed.field);
      for (const std::string& from : computed.from) named(from);
    }
    for (const std::vector<std::string>& together : entity_.unique)
      for (const std::string& name : together) {
        named(name);
        refusals_.accept(subject(), [&](Text* where) {
          return model::detail::check_unique_member(fields_, name, entity_.name, where);
        });
      }
    refusals_.accept(subject(),
                     [&](Text* where) { return model::detail::check_enumerators(fields_, entity_.name, where); });
    refusals_.accept(subject(),
                     [&](Text* where) { return model::detail::check_defaults(fields_, entity_.name, where); });
  }

  // Reads as much of the template as it can.
  std::optional<model::KeyTemplate> read_template(const std::string& text, const EntityKey& key) {
    std::vector<model::KeyPart> parts;
    bool readable = !text.empty();
    if (!readable)
      refusals_.add(Mistake::KeyMismatch, "entity " + entity_.name + ": an empty template",
                    subject(key.index, key.place));
    for (std::size_t at = 0; at < text.size();) {
      model::KeyPart part;
      Text where;
      const bool after_field = !parts.empty() && parts.back().is_field();
      const Mistake mistake = model::detail::parse_part(text, at, after_field, fields_, part, &where);
      if (mistake != Mistake::None) {
        where << ", in the template \"" << text << "\"";
        refusals_.add(mistake, where.view(), subject(key.index, key.place));
        readable = readable && !is_unreadable(mistake);
      }
      parts.push_back(part);
    }
    if (!readable) return std::nullopt;
    const std::span<const model::KeyPart> kept = arena_.keep(std::move(parts));
    const std::span<model::Segment> segments = arena_.keep(std::vector<model::Segment>(model::count_segments(kept)));
    model::fill_segments(kept, segments);
    return model::KeyTemplate{text, kept, segments};
  }

  // Returns false if the key cannot be used.
  bool read_key(const EntityKey& key) {
    model::detail::DeclaredKey out{.index = key.index, .sparse = key.sparse, .added_later = key.added_later};
    const model::IndexPosition index = placed_.declared.find(key.index);
    out.local = !key.index.empty() && index != kNone && placed_.infos[index.number()].scope == model::IndexScope::Local;
    if (key.when) {
      out.when = {field(key.when->field), key.when->equals};
      if (!refusals_.accept(subject(key.index, key.place), [&](Text* where) {
            return model::detail::check_member_name(fields_, key.when->field, entity_.name, where);
          }))
        return false;
    }
    bool readable = true;
    const auto read_all = [&](const std::vector<std::string>& texts) {
      std::vector<model::KeyTemplate> list;
      for (const std::string& text : texts) {
        const auto read = read_template(text, key);
        readable = readable && read;
        if (read) list.push_back(*read);
      }
      return arena_.keep(std::move(list));
    };
    if (!out.local) out.partition = read_all(key.partition);
    out.sort = read_all(key.sort);
    if (readable) keys_.push_back(out);
    return readable;
  }

  bool read_keys() {
    if (!read_key(entity_.primary)) return false;
    for (const EntityKey& key : entity_.indexes) {
      // A key without an index would be taken for the primary key.
      if (key.index.empty())
        refusals_.add(Mistake::NoSuchIndex, "entity " + entity_.name + ": a key in an index without a name",
                      subject({}, key.place));
      else
        read_key(key);
    }
    return true;
  }

  model::KeyTemplate tag_template() {
    if (table_.type_attribute.empty()) return {};
    const auto parts = arena_.keep(std::vector<model::KeyPart>{model::KeyPart{.literal = entity_.name}});
    const auto segments = arena_.keep(std::vector<model::Segment>(model::count_segments(parts)));
    model::fill_segments(parts, segments);
    return {entity_.name, parts, segments};
  }

  // Removes the declared keys that do not fit their indexes, until the others can be placed.
  const model::EntityInfo* place_keys(model::detail::DeclaredEntity& declared) {
    for (;;) {
      declared.keys = keys_;
      const model::detail::PlacedSize size = model::detail::placed_size(placed_.declared, declared);
      const auto drafts = arena_.keep(std::vector<model::detail::KeyDraft>(size.keys));
      const auto attributes = arena_.keep(std::vector<model::KeyAttribute>(size.attributes));
      model::detail::KeyDrafts to{drafts, attributes};
      Text where;
      const Mistake mistake = model::detail::place_keys(placed_.declared, declared, to, &where);
      if (mistake == Mistake::None) {
        set_numeric_keys(to);
        return describe(declared, to);
      }
      const std::size_t refused = to.draft_count - 1;
      const std::string index(keys_[refused].index);
      refusals_.add(mistake, where.view(), subject(index, place_of(index)));
      if (refused == 0) return nullptr;
      keys_.erase(keys_.begin() + static_cast<std::ptrdiff_t>(refused));
    }
  }

  // A key attribute that the file declares as a number, and whose template is one number, holds this number. A model in
  // C++ has such a key only in the field's own attribute.
  void set_numeric_keys(const model::detail::KeyDrafts& all) {
    for (model::KeyAttribute& key : all.attributes) {
      const auto declared = table_.attribute_types.find(std::string(key.attribute));
      if (declared == table_.attribute_types.end() || declared->second != ScalarAttributeType::N) continue;
      const auto parts = key.value.parts;
      if (parts.size() == 1 && parts[0].is_field() && parts[0].format == model::KeyFormat::Plain &&
          model::natural_type(fields_[parts[0].field.number()].kind) == ScalarAttributeType::N)
        key.type = ScalarAttributeType::N;
    }
  }

  Place place_of(const std::string& index) const {
    for (const EntityKey& key : entity_.indexes)
      if (key.index == index) return key.place;
    return entity_.primary.place;
  }

  void check_keys(const model::detail::DeclaredEntity& declared, const model::detail::KeyDrafts& all) {
    refusals_.accept(
        subject(), [&](Text* where) { return model::detail::check_shard_members(placed_.declared, declared, where); });
    for (std::size_t i = 0; i < all.draft_count; ++i) {
      const model::detail::KeyDraft& draft = all.drafts[i];
      const std::string index = draft.index == kNone ? std::string() : table_.at(draft.index).name;
      for (const model::KeyAttribute& key :
           all.attributes.subspan(draft.first, draft.partition_count + draft.sort_count)) {
        // Such a key sorts as a number.
        if (!key.natural && key.type == ScalarAttributeType::N) continue;
        refusals_.accept(subject(index, place_of(index)), [&](Text* where) {
          *where << "entity " << entity_.name << ": the field ";
          return model::detail::check_attribute(key, fields_, draft.sparse, i == 0, where);
        });
      }
    }
  }

  const model::EntityInfo* describe(const model::detail::DeclaredEntity& declared,
                                    const model::detail::KeyDrafts& all) {
    check_keys(declared, all);
    std::vector<model::EntityKey> keys;
    for (const model::detail::KeyDraft& draft : all.drafts) keys.push_back(draft.view(all.attributes));
    const std::span<const model::EntityKey> kept = arena_.keep(std::move(keys));
    model::EntityInfo& info = arena_.make<model::EntityInfo>();
    info = {.name = entity_.name,
            .fields = fields_,
            .primary = kept[0],
            .indexes = kept.subspan(1),
            .version = field(entity_.version),
            .ttl = field(entity_.ttl),
            .unique = unique_infos(),
            .carries_other_attributes = entity_.other_attributes,
            .aliases = arena_.views(entity_.aliases),
            .sentinels = entity_.sentinels,
            .created = field(entity_.created_at),
            .updated = field(entity_.updated_at),
            .computed = computed_infos(),
            .lossy_key = entity_.lossy_key};
    check_by_itself(info);
    return &info;
  }

  std::span<const model::UniqueInfo> unique_infos() {
    std::vector<model::UniqueInfo> out;
    for (const std::vector<std::string>& together : entity_.unique) {
      std::vector<model::FieldPosition> fields;
      for (const std::string& name : together) fields.push_back(field(name));
      if (fields.empty() || std::count(fields.begin(), fields.end(), kNone) > 0) continue;
      const std::span<const model::FieldPosition> kept = arena_.keep(std::move(fields));
      out.push_back({.field = kept[0], .more = kept.subspan(1)});
    }
    return arena_.keep(std::move(out));
  }

  std::span<const model::ComputedInfo> computed_infos() {
    std::vector<model::ComputedInfo> out;
    for (const Computed& computed : entity_.computed) {
      std::vector<model::FieldPosition> from;
      for (const std::string& name : computed.from)
        if (field(name) != kNone) from.push_back(field(name));
      if (field(computed.field) != kNone)
        out.push_back({.field = field(computed.field), .from = arena_.keep(std::move(from))});
    }
    return arena_.keep(std::move(out));
  }

  void check_by_itself(const model::EntityInfo& info) {
    using namespace model::detail;
    const auto check = [&](auto function) { refusals_.accept(subject(), function); };
    check([&](Text* where) { return check_members(table_.type_attribute, info, where); });
    check([&](Text* where) { return check_shared_keys(info, where); });
    check([&](Text* where) { return check_only_in_keys(info, where); });
    check([&](Text* where) { return check_primary_key(info, where); });
    check([&](Text* where) { return check_kept(placed_.infos, info, where); });
    check([&](Text* where) { return check_unique(info, where); });
    check([&](Text* where) { return check_version(info, where); });
  }

  const Table& table_;
  const PlacedTable& placed_;
  const Entity& entity_;
  Arena& arena_;
  Refusals& refusals_;
  std::span<const model::FieldInfo> fields_;
  std::vector<model::detail::DeclaredKey> keys_;
};

}  // namespace

const model::EntityInfo* place_entity(const Table& table, const PlacedTable& placed, const Entity& entity, Arena& arena,
                                      Refusals& refusals) {
  return EntityPlacer(table, placed, entity, arena, refusals).place();
}

}  // namespace partita::modelling
