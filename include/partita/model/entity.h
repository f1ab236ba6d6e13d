// Declares an entity: a plain struct, its keys, and the values that the library keeps for it.
//
//   struct OrderE : pt::entity<Order, "ORDER",
//       pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
//       pt::on<"gsi_status_orders", "STATUS#{status}", "ORDER#{createdAt}#{orderId}">,
//       pt::version<"version">> {};
//
// Declare entities as structs of their own, so that a compiler error names OrderE.
#pragma once

#include <partita/model/detail/entity_checks.h>
#include <partita/model/detail/members.h>
#include <partita/model/detail/parse_template.h>
#include <partita/model/detail/placement.h>

#include <type_traits>

namespace partita::model {

// ---- the options of an entity

// The primary key. Without a sort template the table has no sort key.
template <fixed_string Partition, fixed_string Sort = "">
struct key {};

// The entity's key in a global secondary index. The options are sparse, when and added_later.
template <fixed_string Index, fixed_string Partition, fixed_string Sort = "", class... Options>
struct on {};
// The entity's key in a local secondary index, which has the table's partition key. The options are those of `on`.
template <fixed_string Index, fixed_string Sort, class... Options>
struct on_local {};

// Items that lack one of the key's optional fields are not in the index.
struct sparse {};
// The index was added to a table with items, or other programs write items without its key. verify() accepts items that
// lack the key, and upgrade() gives it to them. Until then reads through the index do not find them.
struct added_later {};
// Only items whose member `Field` has the text `Value` are in the index. For an enumerator this is its attribute text.
template <fixed_string Field, fixed_string Value>
struct when {};

// The library checks and increments the member, which must be a whole number of at least 32 bits. A write is refused if
// it would count beyond the range of the member.
template <fixed_string Field>
struct version {};
// No two items of the entity have the same value, or the same values of several members: pt::unique<"tenantId",
// "email">. Items that lack one of the members are exempt. Sentinel items, which the library writes, reserve the
// values.
template <fixed_string Field, fixed_string... More>
struct unique {};
// The member says when an item expires. Its type is epoch_seconds or a whole number of seconds since 1970.
template <fixed_string Field>
struct ttl {};

// Stored items with one of these tags belong to the entity too, because it had or will have another name. Items are
// written with the entity's own tag, and upgrade() replaces the others.
template <fixed_string... Tags>
struct tag_alias {};
// The name in the keys of the sentinels of unique members, in place of the tag. An entity that gets another tag keeps
// its sentinels with the earlier tag as this name.
template <fixed_string Name>
struct sentinels_of {};

// The attribute that stores the member has this name instead of the member's.
template <fixed_string Field, fixed_string Attribute>
struct stored_as {};
// Only keys hold the values of these members, which have no attributes of their own.
template <fixed_string... Fields>
struct only_in_keys {};
// An absent attribute means the initial value of the struct's member: in a read item, in conditions, in increments and
// in keys. Without this option an absent attribute of a required member is an error.
template <fixed_string... Fields>
struct defaults {};

// Items with different values may have one primary key, such as one for each day. They then replace each other.
struct lossy {};

// ---- the data behind the options

namespace detail {

// The settings that an entity has at most once.
struct EntityExtras {
  std::string_view version = {};
  std::string_view ttl = {};
  std::span<const std::string_view> aliases = {};
  std::string_view sentinels = {};
  std::string_view created = {};
  std::string_view updated = {};
};

// Refuses a name that is not a member's.
template <class Entity, fixed_string Field>
inline constexpr bool is_member =
    accept([](Text* where) { return check_member_name(Entity::fields(), Field.view(), Entity::tag(), where); });

// Refuses a default, of pt::defaults or pt::member_options, for a member whose empty value is stored as an absent
// attribute.
template <class Entity>
inline constexpr bool no_empty_is_default =
    accept([](Text* where) { return check_defaults(Entity::fields(), Entity::tag(), where); });

// Refuses a member with a default, because all items without the attribute would share it. Refuses types that have no
// text for the sentinel's key.
template <class Entity, fixed_string Field>
inline constexpr bool can_be_unique =
    accept([](Text* where) { return check_unique_member(Entity::fields(), Field.view(), Entity::tag(), where); });

// The parts of a template, parsed once for each entity and text.
template <class Entity, fixed_string TemplateText>
struct parsed {
  static constexpr std::size_t size = count_parts(TemplateText.view());
  struct Outcome {
    Mistake mistake = Mistake::None;
    std::array<KeyPart, size> parts{};
  };
  static constexpr Outcome parse(Text* where) {
    Outcome out;
    out.mistake = parse_template(TemplateText.view(), Entity::fields(), out.parts, where);
    return out;
  }
  static constexpr Outcome outcome = parse(nullptr);
  struct WriteText {
    constexpr void operator()(Text* where) const {
      *where << "entity " << Entity::tag() << ": ";
      parse(where);
    }
  };
  static constexpr bool ok = accept_unless<outcome.mistake>(WriteText());
  // A template with a mistake has no parts, so that the compiler reports only one message.
  static constexpr std::array<KeyPart, size> parts = ok ? outcome.parts : std::array<KeyPart, size>{};
  static constexpr auto segments = cut_segments<count_segments(parts)>(parts);
  static constexpr std::array<KeyTemplate, 1> list{KeyTemplate{TemplateText.view(), parts, segments}};
};

// Returns the template of a sort key, or an empty list if there is none.
template <class Entity, fixed_string TemplateText>
constexpr std::span<const KeyTemplate> parsed_sort() {
  if constexpr (TemplateText.view().empty())
    return {};
  else
    return parsed<Entity, TemplateText>::list;
}

template <class Option>
struct key_option {
  static constexpr bool known = false;
};
template <class Option>
inline constexpr bool is_when = false;
template <fixed_string Field, fixed_string Value>
inline constexpr bool is_when<when<Field, Value>> = true;
// The last of several conditions would replace the others without a word.
template <class... Options>
constexpr bool has_one_condition() {
  static_assert((int(is_when<Options>) + ... + 0) <= 1,
                "partita: an index has one pt::when: put what decides into one member, such as one of pt::computed");
  return true;
}
template <>
struct key_option<sparse> {
  static constexpr bool known = true;
  template <class Entity>
  static constexpr void apply(DeclaredKey& key) {
    key.sparse = true;
  }
};
template <>
struct key_option<added_later> {
  static constexpr bool known = true;
  template <class Entity>
  static constexpr void apply(DeclaredKey& key) {
    key.added_later = true;
  }
};
template <fixed_string Field, fixed_string Value>
struct key_option<when<Field, Value>> {
  static constexpr bool known = true;
  template <class Entity>
  static constexpr void apply(DeclaredKey& key) {
    static_assert(is_member<Entity, Field>);
    key.when = {find_field(Entity::fields(), Field.view()), Value.view()};
  }
};

// Refuses a member that does not suit the option.
template <class Entity, fixed_string Field>
inline constexpr bool is_whole_number =
    accept([](Text* where) { return check_whole_number(Entity::fields(), Field.view(), Entity::tag(), where); });

// Refuses a member whose range would end after a number of writes.
template <class Entity, fixed_string Field>
inline constexpr bool counts_writes = accept([](Text* where) {
  if constexpr (find_field(Entity::fields(), Field.view()) == kNone) {
    return Mistake::None;  // is_member refuses it
  } else {
    using Member = std::remove_cvref_t<decltype(model::member<Field>(std::declval<typename Entity::value_type&>()))>;
    if (sizeof(typename required<Member>::type) >= 4) return Mistake::None;
  }
  if (where) *where << "the member " << Field.view() << " of entity " << Entity::tag();
  return Mistake::SmallVersion;
});

// The additions of each option to the fields, keys and other data of an entity, and the checks of the option by itself.
struct no_entity_option {
  static constexpr bool known = false;
  static constexpr bool is_key = false;
  static constexpr bool is_primary = false;
  static constexpr bool is_unique = false;
  static constexpr bool is_computed = false;
  static constexpr bool is_copy = false;
  static constexpr void add_to(EntityExtras&) {}
  static constexpr bool is_version = false;
  static constexpr bool is_created = false;
  static constexpr bool is_updated = false;
  static constexpr bool is_alias = false;
  static constexpr bool is_sentinels = false;
  static constexpr bool is_ttl = false;
  static constexpr bool is_lossy = false;
  static constexpr std::string_view stored = {};  // the member that the option stores under another name
  static constexpr void rename(std::span<FieldInfo>) {}
  template <class Entity>
  static constexpr bool right() {
    return true;
  }
};
template <class Option>
struct entity_option : no_entity_option {};
template <>
struct entity_option<void> : no_entity_option {
  static constexpr bool known = true;
};
template <>
struct entity_option<lossy> : entity_option<void> {
  static constexpr bool is_lossy = true;
};

template <fixed_string Partition, fixed_string Sort>
struct entity_option<key<Partition, Sort>> : entity_option<void> {
  static constexpr bool is_key = true;
  static constexpr bool is_primary = true;
  template <class Entity>
  static constexpr DeclaredKey declare() {
    return {.partition = parsed<Entity, Partition>::list, .sort = parsed_sort<Entity, Sort>()};
  }
};
template <fixed_string Index, fixed_string Partition, fixed_string Sort, class... Options>
struct entity_option<on<Index, Partition, Sort, Options...>> : entity_option<void> {
  static constexpr bool is_key = true;
  template <class Entity>
  static constexpr DeclaredKey declare() {
    static_assert((key_option<Options>::known && ...),
                  "partita: pt::on takes the options pt::sparse, pt::when and pt::added_later");
    static_assert(has_one_condition<Options...>());
    DeclaredKey out{
        .index = Index.view(), .partition = parsed<Entity, Partition>::list, .sort = parsed_sort<Entity, Sort>()};
    (key_option<Options>::template apply<Entity>(out), ...);
    return out;
  }
};
template <fixed_string Index, fixed_string Sort, class... Options>
struct entity_option<on_local<Index, Sort, Options...>> : entity_option<void> {
  static constexpr bool is_key = true;
  template <class Entity>
  static constexpr DeclaredKey declare() {
    static_assert((key_option<Options>::known && ...),
                  "partita: pt::on_local takes pt::sparse, pt::when and pt::added_later");
    static_assert(has_one_condition<Options...>());
    DeclaredKey out{.index = Index.view(), .local = true, .sort = parsed<Entity, Sort>::list};
    (key_option<Options>::template apply<Entity>(out), ...);
    return out;
  }
};
template <fixed_string Field>
struct entity_option<version<Field>> : entity_option<void> {
  static constexpr void add_to(EntityExtras& extras) { extras.version = Field.view(); }
  static constexpr bool is_version = true;
  template <class Entity>
  static constexpr bool right() {
    return is_member<Entity, Field> && is_whole_number<Entity, Field> && counts_writes<Entity, Field>;
  }
};
template <fixed_string Field>
struct entity_option<ttl<Field>> : entity_option<void> {
  static constexpr void add_to(EntityExtras& extras) { extras.ttl = Field.view(); }
  static constexpr bool is_ttl = true;
  template <class Entity>
  static constexpr bool right() {
    return is_member<Entity, Field> && is_whole_number<Entity, Field>;
  }
};
template <fixed_string... Tags>
struct entity_option<tag_alias<Tags...>> : entity_option<void> {
  static constexpr bool is_alias = true;
  static constexpr std::array<std::string_view, sizeof...(Tags)> tags{Tags.view()...};
  static constexpr void add_to(EntityExtras& extras) { extras.aliases = tags; }
};
template <fixed_string Name>
struct entity_option<sentinels_of<Name>> : entity_option<void> {
  static constexpr bool is_sentinels = true;
  static constexpr void add_to(EntityExtras& extras) { extras.sentinels = Name.view(); }
};
template <fixed_string Field, fixed_string... More>
struct entity_option<unique<Field, More...>> : entity_option<void> {
  static constexpr bool is_unique = true;
  template <class Entity>
  static constexpr std::array<FieldPosition, sizeof...(More)> more{find_field(Entity::fields(), More.view())...};
  template <class Entity>
  static constexpr UniqueInfo info() {
    return {find_field(Entity::fields(), Field.view()), more<Entity>};
  }
  template <class Entity>
  static constexpr bool right() {
    return is_member<Entity, Field> && (is_member<Entity, More> && ...) && can_be_unique<Entity, Field> &&
           (can_be_unique<Entity, More> && ...);
  }
};
// Refuses an empty name, because an empty name marks the member that holds all unnamed attributes.
template <class Entity, fixed_string Field, fixed_string Attribute>
inline constexpr bool is_named = accept([](Text* where) {
  if (!Attribute.view().empty()) return Mistake::None;
  if (where) *where << "member " << Field.view() << " of entity " << Entity::tag();
  return Mistake::BadAttributeName;
});
template <fixed_string Field, fixed_string Attribute>
struct entity_option<stored_as<Field, Attribute>> : entity_option<void> {
  static constexpr std::string_view stored = Field.view();
  static constexpr void rename(std::span<FieldInfo> fields) {
    const FieldPosition field = find_field(fields, Field.view());
    if (field != kNone) fields[field.number()].attribute = Attribute.view();
  }
  template <class Entity>
  static constexpr bool right() {
    return is_member<Entity, Field> && is_named<Entity, Field, Attribute>;
  }
};
template <fixed_string... Fields>
struct entity_option<only_in_keys<Fields...>> : entity_option<void> {
  static constexpr void rename(std::span<FieldInfo> fields) {
    for (FieldInfo& field : fields) field.stored = field.stored && ((field.name != Fields.view()) && ...);
  }
  template <class Entity>
  static constexpr bool right() {
    return (is_member<Entity, Fields> && ...);
  }
};
template <fixed_string... Fields>
struct entity_option<defaults<Fields...>> : entity_option<void> {
  static constexpr void rename(std::span<FieldInfo> fields) {
    for (FieldInfo& field : fields) field.has_default = field.has_default || ((field.name == Fields.view()) || ...);
  }
  template <class Entity>
  static constexpr bool right() {
    return (is_member<Entity, Fields> && ...);
  }
};

// True if two of the options store one member under another name.
template <class... Options>
constexpr bool stores_twice() {
  if constexpr ((int(!entity_option<Options>::stored.empty()) + ... + 0) > 1) {
    const std::array<std::string_view, sizeof...(Options)> members{entity_option<Options>::stored...};
    for (std::size_t i = 0; i < members.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (!members[i].empty() && members[i] == members[j]) return true;
  }
  return false;
}

template <class T>
concept declared_entity = requires {
  typename T::declaration;
  typename T::value_type;
};

}  // namespace detail

// The base of an entity's declaration. `Tag` names the entity in the type attribute of its items and in messages. All
// functions run at compile time.
template <class Struct, fixed_string Tag, class... Options>
struct entity {
  static_assert(described_struct<Struct>,
                "partita: describe the entity's struct with BOOST_DESCRIBE_STRUCT(Struct, (), (member, ...))");
  static_assert(
      (detail::entity_option<Options>::known && ...),
      "partita: pt::entity takes pt::key, on, on_local, version, unique, ttl, stored_as, only_in_keys, defaults, "
      "tag_alias, sentinels_of, created_at, updated_at, computed, copy_of and lossy");
  using value_type = Struct;
  using declaration = entity;

  static constexpr std::string_view tag() { return Tag.view(); }
  static constexpr std::span<const FieldInfo> fields() { return fields_; }
  // Returns the primary key first, then the indexes in the order of their declaration.
  static constexpr std::span<const detail::DeclaredKey> keys() { return keys_holder<>::list; }
  static constexpr FieldPosition version_field() { return find_field(fields_, extras_.version); }
  static constexpr FieldPosition ttl_field() { return find_field(fields_, extras_.ttl); }
  static constexpr std::span<const std::string_view> aliases() { return extras_.aliases; }
  static constexpr std::string_view sentinels() { return extras_.sentinels; }
  static constexpr std::span<const UniqueInfo> unique_fields() { return unique_holder<>::list; }
  static constexpr FieldPosition created_field() { return find_field(fields_, extras_.created); }
  static constexpr FieldPosition updated_field() { return find_field(fields_, extras_.updated); }
  static constexpr std::span<const ComputedInfo> computed_fields() { return computed_holder<>::list; }
  static constexpr std::span<const CopiedField> copied_fields() { return copies_holder<>::list; }
  static constexpr bool has_lossy_key() { return (detail::entity_option<Options>::is_lossy || ...); }
  // Stops the compiler if the declaration has a mistake by itself.
  static constexpr bool check() {
    static_assert(((detail::entity_option<Options>::is_primary ? 1 : 0) + ... + 0) == 1,
                  "partita: an entity has exactly one pt::key");
    static_assert((int(detail::entity_option<Options>::is_version) + ... + 0) <= 1 &&
                      (int(detail::entity_option<Options>::is_ttl) + ... + 0) <= 1,
                  "partita: an entity has at most one pt::version and one pt::ttl");
    static_assert((int(detail::entity_option<Options>::is_created) + ... + 0) <= 1 &&
                      (int(detail::entity_option<Options>::is_updated) + ... + 0) <= 1,
                  "partita: an entity has at most one pt::created_at and one pt::updated_at");
    static_assert(
        (int(detail::entity_option<Options>::is_alias) + ... + 0) <= 1 &&
            (int(detail::entity_option<Options>::is_sentinels) + ... + 0) <= 1,
        "partita: an entity has at most one pt::tag_alias, which takes several tags, and one pt::sentinels_of");
    static_assert(!detail::stores_twice<Options...>(),
                  "partita: two pt::stored_as name one member: give the member one attribute");
    static_assert((detail::entity_option<Options>::template right<entity>() && ...));
    static_assert(detail::no_empty_is_default<entity>);
    return !keys().empty();
  }

 private:
  static constexpr auto fields_ = [] {
    auto list = member_infos<Struct>;
    (detail::entity_option<Options>::rename(list), ...);
    return list;
  }();

  static constexpr detail::EntityExtras extras_ = [] {
    detail::EntityExtras extras;
    (detail::entity_option<Options>::add_to(extras), ...);
    return extras;
  }();

  // These are templates, so that the compiler instantiates them when the class is complete.
  template <class Self = entity>
  struct keys_holder {
    static constexpr auto list = [] {
      std::array<detail::DeclaredKey, ((detail::entity_option<Options>::is_key ? 1 : 0) + ... + 0)> out{};
      std::size_t next = (detail::entity_option<Options>::is_primary || ...) ? 1 : 0;
      (
          [&] {
            if constexpr (detail::entity_option<Options>::is_primary)
              out[0] = detail::entity_option<Options>::template declare<Self>();
            else if constexpr (detail::entity_option<Options>::is_key)
              out[next++] = detail::entity_option<Options>::template declare<Self>();
          }(),
          ...);
      return out;
    }();
  };
  template <class Self = entity>
  struct unique_holder {
    static constexpr auto list = [] {
      std::array<UniqueInfo, ((detail::entity_option<Options>::is_unique ? 1 : 0) + ... + 0)> out{};
      std::size_t next = 0;
      (
          [&] {
            if constexpr (detail::entity_option<Options>::is_unique)
              out[next++] = detail::entity_option<Options>::template info<Self>();
          }(),
          ...);
      return out;
    }();
  };
  template <class Self = entity>
  struct computed_holder {
    static constexpr auto list = [] {
      std::array<ComputedInfo, ((detail::entity_option<Options>::is_computed ? 1 : 0) + ... + 0)> out{};
      std::size_t next = 0;
      (
          [&] {
            if constexpr (detail::entity_option<Options>::is_computed)
              out[next++] = detail::entity_option<Options>::template compute<Self>();
          }(),
          ...);
      return out;
    }();
  };
  template <class Self = entity>
  struct copies_holder {
    static constexpr auto list = [] {
      std::array<CopiedField, ((detail::entity_option<Options>::is_copy ? 1 : 0) + ... + 0)> out{};
      std::size_t next = 0;
      (
          [&] {
            if constexpr (detail::entity_option<Options>::is_copy)
              out[next++] = detail::entity_option<Options>::template copied<Self>();
          }(),
          ...);
      return out;
    }();
  };
};

}  // namespace partita::model
