// Copies: members that repeat a member of another entity's item, such as the name of the customer in each of the
// orders.
//
//   struct OrderE : pt::entity<Order, "ORDER", pt::key<"ORDER#{orderId}">, pt::on<"by_customer", "{customerId}",
//   "{orderId}">,
//       pt::copy_of<"customerName", CustomerE, "name">> {};
//
// An order is a holder of the copy, and the customer is its source. The library finds the source by the members of the
// order that have the values of the customer's primary key. It finds the holders by a key or an index that those
// members fill. If there is none, the program does not compile.
#pragma once

#include <partita/model/detail/copy_checks.h>
#include <partita/model/entity.h>
#include <partita/model/runtime/copies.h>
#include <partita/model/table.h>

namespace partita::model {

// The member `Field` repeats the member `SourceField` of the entity `Source`. The library writes it, and callers must
// not set it: what a struct holds there is replaced.
//
// A write of a holder reads the source first. If the source does not exist, the copy is absent, or the write is refused
// if the copy is not a std::optional. A write that sets `SourceField` changes all copies too. Both are one transaction,
// which is sent again if the source or a holder changes meanwhile. So copies are equal to their source when a write was
// answered. A transaction changes at most 100 items: a write of a source with more holders is refused, and nothing is
// written. If an index finds the holders, and the database answers from an index with a delay, a holder that was
// written at the same moment may be missed. verify() finds it.
//
// Each db that writes the source names the holders' table too, because the holder declares the copy. Another db writes
// the source alone.
//
// If the source is removed, its holders keep the value that they have. The options are refers and followed.
template <fixed_string Field, class Source, fixed_string SourceField, class... Options>
struct copy_of {};
// The member `Field` of the holder has the value of the member `SourceField` of the source's primary key. Without this
// option the member of the same name has it. Callers set the member: one that is computed or a copy is refused.
template <fixed_string Field, fixed_string SourceField>
struct refers {};
// The copies are written after their source, by a program that follows the stream of changes (db.follow_copies), and
// any number of holders may exist. A copy is true a moment after its source. A write of a holder reads the source and
// is no transaction.
struct followed {};

namespace detail {

template <class Option>
struct copy_option {
  static constexpr bool known = false;
  static constexpr bool is_followed = false;
  static constexpr bool is_reference = false;
};
template <fixed_string Field, fixed_string SourceField>
struct copy_option<refers<Field, SourceField>> {
  static constexpr bool known = true;
  static constexpr bool is_followed = false;
  static constexpr bool is_reference = true;
  static constexpr NamedReference named{Field.view(), SourceField.view()};
};
template <>
struct copy_option<followed> {
  static constexpr bool known = true;
  static constexpr bool is_followed = true;
  static constexpr bool is_reference = false;
};

// The fields by which an item of `Entity` refers to its source.
template <class Entity, class Source, class... Options>
struct copy_references {
  static constexpr std::size_t count = count_key_fields(Source::keys()[0], Source::fields().size());
  static constexpr auto named = [] {
    std::array<NamedReference, (int(copy_option<Options>::is_reference) + ... + 0)> out{};
    [[maybe_unused]] std::size_t next = 0;
    (
        [&] {
          if constexpr (copy_option<Options>::is_reference) out[next++] = copy_option<Options>::named;
        }(),
        ...);
    return out;
  }();
  static constexpr std::array<CopyReference, count> list = [] {
    std::array<CopyReference, count> out{};
    fill_key_fields(Source::keys()[0], Source::fields().size(), out);
    for (CopyReference& reference : out) {
      const std::string_view source = Source::fields()[reference.source.number()].name;
      std::string_view name = source;
      for (const NamedReference& one : named)
        if (one.source == source) name = one.holder;
      reference.holder = find_field(Entity::fields(), name);
    }
    return out;
  }();
  static constexpr std::array<FieldPosition, count> holders = [] {
    std::array<FieldPosition, count> out{};
    for (std::size_t i = 0; i < count; ++i) out[i] = list[i].holder;
    return out;
  }();
  static constexpr std::array<std::string_view, count> source_key = [] {
    std::array<std::string_view, count> out{};
    for (std::size_t i = 0; i < count; ++i) out[i] = Source::fields()[list[i].source.number()].name;
    return out;
  }();
  // Refuses a name that is no member of the source's key, a reference without a member, and one to a member of another
  // kind.
  static constexpr bool ok = accept([](Text* where) {
    const Mistake mistake = check_named_references(Entity::tag(), Source::fields(), Source::tag(), list, named, where);
    if (mistake != Mistake::None) return mistake;
    return check_references(Entity::fields(), Entity::tag(), Source::fields(), Source::tag(), list, where);
  });
};

template <fixed_string Field, class Source, fixed_string SourceField, class... Options>
struct entity_option<copy_of<Field, Source, SourceField, Options...>> : entity_option<void> {
  static constexpr bool is_copy = true;
  static_assert((copy_option<Options>::known && ...), "partita: pt::copy_of takes pt::refers and pt::followed");
  template <class Entity>
  static constexpr bool right() {
    static_assert(declared_entity<Source>,
                  "partita: pt::copy_of takes a member, the entity that it repeats, and that entity's member, as in "
                  "pt::copy_of<\"customerName\", CustomerE, \"name\">");
    if constexpr (declared_entity<Source>)
      return is_member<Entity, Field> && is_member<Source, SourceField> &&
             copy_references<Entity, Source, Options...>::ok;
    return false;
  }
  template <class Entity>
  static constexpr CopiedField copied() {
    if constexpr (declared_entity<Source>) {
      using References = copy_references<Entity, Source, Options...>;
      return {.field = find_field(Entity::fields(), Field.view()),
              .source = Source::tag(),
              .source_field = SourceField.view(),
              .references = References::holders,
              .source_key = References::source_key,
              .followed = (copy_option<Options>::is_followed || ...)};
    }
    return {};  // right() refuses it
  }
};

// A copy, with the tables of its holder and of its source.
template <class HolderTable, class Holder, class SourceTable, class Copy>
struct planned_copy;
template <class HolderTable, class Holder, class SourceTable, fixed_string Field, class Source,
          fixed_string SourceField, class... Options>
struct planned_copy<HolderTable, Holder, SourceTable, copy_of<Field, Source, SourceField, Options...>> {
  using Declared = typename Holder::declaration;
  using References = copy_references<Declared, Source, Options...>;
  static constexpr const EntityInfo& holder = HolderTable::template entity_info<Holder>();
  static constexpr const EntityInfo& source = SourceTable::template entity_info<Source>();
  static constexpr FieldPosition field = find_field(holder.fields, Field.view());
  static constexpr FieldPosition source_field = find_field(source.fields, SourceField.view());

  static constexpr bool same_type = [] {
    if constexpr (field != kNone && source_field != kNone) {
      using Copied = member_type<typename Holder::value_type, field.number()>;
      using Original = member_type<typename Source::value_type, source_field.number()>;
      return std::is_same_v<Copied, Original> || std::is_same_v<Copied, std::optional<Original>>;
    }
    return false;
  }();

  static bool read(const AttributeValue& value, Fault& fault) {
    if constexpr (std::is_default_constructible_v<typename Source::value_type>) {
      typename Source::value_type item{};
      auto& member = model::member<SourceField>(item);
      return value_codec<std::remove_cvref_t<decltype(member)>>::decode(StoredValue(value), &member, fault);
    }
    return true;
  }

  static constexpr std::array<EntityPosition, 1> positions{HolderTable::template position<Holder>.or_first()};
  static constexpr PlanRequest request() {
    return {.table = &HolderTable::info(),
            .separation = HolderTable::description::separation.data(),
            .entities = positions,
            .by = References::holders,
            .among_others = true};
  }
  static constexpr PlanResult outcome = plan(request(), nullptr);
  struct WriteText {
    constexpr void operator()(Text* where) const {
      *where << "the items with the copy " << Field.view() << " of " << holder.name << ": ";
      plan(request(), where);
    }
  };
  static constexpr bool has_plan = accept_unless<outcome.mistake>(WriteText());
  static constexpr std::array<const EntityInfo*, 1> entities{&holder};
  static constexpr PatternInfo find{.name = "the items with a copy",
                                    .table = &HolderTable::info(),
                                    .entities = entities,
                                    .by = References::holders,
                                    .plan = has_plan ? outcome.plan : Plan{},
                                    .asked = {.with_expired = true}};
  static constexpr CopyInfo info{.holder_table = &HolderTable::info(),
                                 .holder = &holder,
                                 .field = field,
                                 .source_table = &SourceTable::info(),
                                 .source = &source,
                                 .source_field = source_field,
                                 .references = References::list,
                                 .find = &find,
                                 .followed = (copy_option<Options>::is_followed || ...),
                                 .read = &read};
  static constexpr bool ok = has_plan && accept([](Text* where) { return check_copy(info, same_type, where); });
};

// The copies that an entity declares.
template <class Option>
inline constexpr bool is_copy_of = false;
template <fixed_string Field, class Source, fixed_string SourceField, class... Options>
inline constexpr bool is_copy_of<copy_of<Field, Source, SourceField, Options...>> = true;
template <class Copy>
struct source_of_copy;
template <fixed_string Field, class Source, fixed_string SourceField, class... Options>
struct source_of_copy<copy_of<Field, Source, SourceField, Options...>> {
  using type = Source;
};

}  // namespace detail

}  // namespace partita::model
