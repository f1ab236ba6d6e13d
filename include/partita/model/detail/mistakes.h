// The mistakes that stop the compiler, and their messages.
//
// The checks are constant functions that return a Mistake and write the particulars into a Text. `refuse` has both as
// template arguments. So the compiler's message shows the particulars in quotes next to the assertion, whose text names
// the cure.
#pragma once

#include <partita/model/detail/fixed_string.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace partita::model {

// Each mistake has one assertion in `refuse`.
enum class Mistake : std::uint8_t {
  None,
  NoSuchField,
  UnclosedBrace,
  UnknownFormat,
  FieldsTouch,
  LiteralAfterField,
  LiteralByte,
  UnpaddedNumber,
  FloatInKey,
  DocumentInKey,
  OptionalInKey,
  NoWholeNumber,
  SmallVersion,
  ShardMember,
  ShardsOfPrimaryKey,
  NoSuchIndex,
  IndexTwice,
  BadName,
  BadKeyName,
  BadAttributeName,
  KeyMismatch,
  SameKeyShape,
  KeyTypesDiffer,
  TagInKey,
  AttributeTaken,
  KeysDisagree,
  ValueLost,
  CutPrimaryKey,
  WhenWithoutEffect,
  KeyOfSentinels,
  UniqueTwice,
  VersionInKey,
  TagTwice,
  AliasWithoutTag,
  AliasWithUnique,
  NoSuchEnumerator,
  DefaultOfOptional,
  DefaultOfUnique,
  FloatUnique,
  NoIndexServes,
  RangeNotNext,
  ForeignRows,
  LeavesOut,
  CutMember,
  RawBeforeMore,
  EnumOrder,
  EnumCompared,
  ConditionUnfit,
  EmptyCompared,
  DefaultsCompared,
  NotReached,
  OrderNotProven,
  NotProjected,
  ExpiryNotProjected,
  FilterOnKey,
  NoAttribute,
  ConsistentOnGlobalIndex,
  NotBound,
  ComparedNotGiven,
  NoBuckets,
  AggregateDiffers,
  BoundTwice,
  WrongType,
  NullPointer,
  TextGiven,
  FloatIncremented,
  OtherTypeRead,
  OptionalRead,
  StaleIndex,
  PrimaryKeyField,
  VersionSet,
  VersionUnchecked,
  UniqueWithoutOld,
  UpsertNotWhole,
  UpsertLeavesKey,
  RequiredErased,
  OthersChanged,
  OthersDropped,
  KeptMember,
  KeptTime,
  KeptFromKept,
  StaleComputed,
  BatchNeedsCondition,
  FilterAmbiguous,
  NotNested,
  NotCounted,
  TooManyVectorIndexes,
  NoVectorMember,
  VectorMember,
  VectorLength,
  InlineFilterMember,
  VectorIndexScanned,
  NoVectorIndex,
  SeveralVectorIndexes,
  SearchWithoutKey,
  NoInlineFilter,
  SearchCondition,
  ForeignVectors,
  VectorWithOthers,
};

// A text that constant functions put together. It is cut if it gets too long.
struct Text {
  char bytes[400]{};
  std::size_t size = 0;

  constexpr Text& operator<<(std::string_view more) {
    for (const char c : more)
      if (size + 1 < sizeof(bytes)) bytes[size++] = c;
    return *this;
  }
  constexpr std::string_view view() const { return {bytes, size}; }
};

namespace compiler {

// Has one assertion for each mistake. `Where` are the particulars, in one or several pieces.
template <Mistake M, fixed_string... Where>
struct refuse {
  static constexpr bool ok = M == Mistake::None;
  static_assert(M != Mistake::NoSuchField,
                "partita: this field is not a member of the entity's struct (the quoted text says which): correct the "
                "name, or add the member to the struct and to BOOST_DESCRIBE_STRUCT");
  static_assert(M != Mistake::UnclosedBrace,
                "partita: a key template has a brace without its partner: write {field}, or {field:format}");
  static_assert(M != Mistake::UnknownFormat,
                "partita: a key template has an unknown format: there are {n:019d}, {n:s019d}, {t:year}, {t:month}, "
                "{t:day}, {t:hour}, {id:shard5}, {id:shard8was5}, {id:^prefix}, {id:raw} and {id:reject}, each for its "
                "kinds of field");
  static_assert(
      M != Mistake::FieldsTouch,
      "partita: two fields of a key template touch, so that the key could not be read back: put a # between them");
  static_assert(
      M != Mistake::LiteralAfterField,
      "partita: a literal after a field must begin with #, which no escaped field value holds: write {field}#LITERAL");
  static_assert(M != Mistake::LiteralByte,
                "partita: a literal of a key template holds a byte <= '$' other than #: such bytes are kept for "
                "escapes and would break the order of keys");
  static_assert(M != Mistake::UnpaddedNumber,
                "partita: a number in a string key sorts as text, 10 before 9: pad it, as in {version:019d}, or "
                "{version:s019d} if it may be negative");
  static_assert(M != Mistake::FloatInKey,
                "partita: a floating-point or decimal number in a string key has no text that keeps the order: use a "
                "whole number in a smaller unit, padded, or a numeric key attribute of its own");
  static_assert(
      M != Mistake::DocumentInKey,
      "partita: a list, map, set or nested struct cannot be in a key, nor can a bool be a key attribute of its own");
  static_assert(M != Mistake::OptionalInKey,
                "partita: an optional field is in a key that is not sparse: make the index sparse with pt::sparse, or "
                "make the field required");
  static_assert(M != Mistake::NoWholeNumber,
                "partita: the member of pt::version or pt::ttl must be a whole number; a time to live is in seconds "
                "since 1970, as pt::epoch_seconds is");
  static_assert(M != Mistake::SmallVersion,
                "partita: the version counts every write of an item, and the item cannot be read once the member is "
                "too small for "
                "it: make the member a std::int64_t");
  static_assert(M != Mistake::ShardMember,
                "partita: a member that shows the shard of an index must be a std::optional of a whole number: its "
                "value is the caller's choice of the shard, and an item that is not in the index has none. Store a "
                "member that is not a shard under another name, with pt::stored_as");
  static_assert(M != Mistake::ShardsOfPrimaryKey,
                "partita: an item is found under one primary key, so the number of its shards cannot change: move the "
                "items with db.move(), or shard an index");
  static_assert(M != Mistake::NoSuchIndex,
                "partita: the table declares no such index: add it to the table with pt::gsi, pt::lsi or "
                "pt::attr_index, or correct the name");
  static_assert(
      M != Mistake::IndexTwice,
      "partita: an index is declared once in a table, and an entity enters it once: give one of them another name");
  static_assert(M != Mistake::BadName,
                "partita: DynamoDB does not accept this name: names of tables and indexes have 3 to 255 letters, "
                "digits, '_', '.' and '-'");
  static_assert(M != Mistake::BadKeyName, "partita: the name of a key attribute has 1 to 255 bytes");
  static_assert(M != Mistake::BadAttributeName,
                "partita: the name of an attribute has at least one byte: give it in pt::stored_as or pt::include, or "
                "leave that out");
  static_assert(M != Mistake::KeyMismatch,
                "partita: a key has a template too many or too few: it must give as many as its table or index has "
                "key attributes");
  static_assert(M != Mistake::SameKeyShape,
                "partita: two entities of one table could have the same primary key: give one of them another literal, "
                "or tell their values apart with {id:^prefix}, or, if a key is a member's own value, with {id:reject}, "
                "which refuses a # in it");
  static_assert(M != Mistake::KeyTypesDiffer,
                "partita: a key attribute has one type for one entity and another for the next: DynamoDB allows one "
                "type per key attribute, and stores no item that has another type there: store the member under "
                "another name with pt::stored_as");
  static_assert(M != Mistake::TagInKey,
                "partita: the attribute of the type tag is a key attribute too, so the entity must write its tag "
                "there: give that key the tag as its template, and no pt::sparse or pt::when");
  static_assert(
      M != Mistake::AttributeTaken,
      "partita: two writers share one attribute, so that one of their values would be lost: store the member under "
      "another name with pt::stored_as<\"member\", \"attribute\">, or let the key be the member's own value");
  static_assert(
      M != Mistake::KeysDisagree,
      "partita: two keys share an attribute and compose it differently, so that one of them would find nothing: "
      "give both the same template, or give one of the indexes a key attribute of its own");
  static_assert(
      M != Mistake::ValueLost,
      "partita: a member that is only in keys is not whole in the primary key, nor in the key of an index that "
      "every item is in: store it, or put it into such a key");
  static_assert(M != Mistake::CutPrimaryKey,
                "partita: two items with different values of this member could have one primary key, so that one would "
                "replace the other: put all of the value into the key, or say that this is meant with pt::lossy");
  static_assert(M != Mistake::WhenWithoutEffect,
                "partita: pt::when cannot keep an item out of this index, because every item has all attributes of the "
                "index's key: give the index a key attribute that is composed for it alone, or leave pt::when out");
  static_assert(
      M != Mistake::KeyOfSentinels,
      "partita: the items that keep unique members unique have partition keys that begin with UNIQUE#, and an item "
      "of this entity could have the same key: begin with another literal, or use {member:reject}");
  static_assert(M != Mistake::UniqueTwice, "partita: pt::unique names the same members twice: leave one of them out");
  static_assert(
      M != Mistake::VersionInKey,
      "partita: the version changes with every write, so it is an attribute of its own outside of the primary key: "
      "take it out of the template of pt::key, and out of pt::only_in_keys");
  static_assert(
      M != Mistake::TagTwice,
      "partita: two entities of a table have one tag, so that their items would be taken for each other: give "
      "each entity a tag of its own");
  static_assert(
      M != Mistake::AliasWithoutTag,
      "partita: an entity has another tag with pt::tag_alias, but the items of the table carry no tag: leave out "
      "pt::tag_alias, or pt::no_type_tag");
  static_assert(
      M != Mistake::AliasWithUnique,
      "partita: the sentinels of unique members are stored under the entity's tag, so that with pt::tag_alias the "
      "existing ones would not be found: give the tag under which they are stored with pt::sentinels_of<\"NAME\">");
  static_assert(
      M != Mistake::NoSuchEnumerator,
      "partita: pt::when compares a member with a text that none of its enumerators has: no item would be in the "
      "index");
  static_assert(M != Mistake::DefaultOfOptional,
                "partita: a member that can be empty is an absent attribute if it is empty, and would be read back as "
                "the default: leave it out of pt::defaults and pt::member_options, or make it required");
  static_assert(
      M != Mistake::DefaultOfUnique,
      "partita: a unique member has a default, which all items without the attribute would share: leave it out of "
      "pt::defaults, or make it a std::optional");
  static_assert(M != Mistake::FloatUnique,
                "partita: a unique value is stored as the text of a key, and a floating-point or decimal number has no "
                "such text: make the member a whole number in a smaller unit, or a std::string");
  static_assert(M != Mistake::NoIndexServes,
                "partita: no key and no index serves this access pattern: it would need a Scan. Add the index that "
                "the quoted text shows");
  static_assert(M != Mistake::RangeNotNext,
                "partita: a range or an order needs the field that comes next in the sort key, after the fields that "
                "are given: the quoted text names that field");
  static_assert(M != Mistake::ForeignRows,
                "partita: this access pattern would read items of an entity that it does not name: collect both "
                "entities, or give them keys that tell them apart");
  static_assert(M != Mistake::NotReached,
                "partita: no item of this entity can be in the answer: its keys do not match the pattern's key "
                "condition, which the quoted text shows beside them. Give it a key under that condition, give fewer "
                "members in pt::by, read all of the partition with pt::whole_partition, or read it by a pattern of its "
                "own");
  static_assert(M != Mistake::LeavesOut,
                "partita: only this index serves the pattern, and it leaves items out, because of pt::when or because "
                "an optional member is absent (the quoted text says which). If that is meant, say so with "
                "pt::using_index, or give the member in pt::by");
  static_assert(M != Mistake::CutMember,
                "partita: the key holds only a part of this member's value (the quoted text says which), so that an "
                "equality, a range or an order would be answered with other items. Put all of it into the sort key, as "
                "in \"{due}#{id}\", where it orders the answer; or read a range over such keys with pt::buckets");
  static_assert(M != Mistake::RawBeforeMore,
                "partita: a raw value may hold the delimiter and bytes before it, so that neither its end nor its "
                "place in the order is certain: only the whole key can be given. Leave :raw out, or use :reject");
  static_assert(M != Mistake::EnumOrder,
                "partita: the enumerators' texts do not sort in the order in which they are declared, so that this "
                "order or range would be wrong: give them texts that do with pt::enum_texts, as in {Status::OPEN, "
                "\"OPEN\", \"1_OPEN\"}, of which the last is used in keys; or leave the order out");
  static_assert(
      M != Mistake::EnumCompared,
      "partita: the database compares the enumerators' stored texts, which do not sort in the order in which they are "
      "declared: compare with == or .in(...), or give them texts that sort with pt::enum_texts");
  static_assert(
      M != Mistake::ConditionUnfit,
      "partita: this condition does not fit the member's type: <, <=, >, >= and between compare numbers, texts and "
      "bytes, begins_with looks into texts and bytes, contains into texts, bytes, lists and sets, and size() is for "
      "all types but numbers and bools. For a condition on a part of a member, name the part: \"address.city\"_f");
  static_assert(M != Mistake::EmptyCompared,
                "partita: an empty optional is an absent attribute, which is not less or greater than any value, and "
                "never in a key: compare with == std::nullopt or .not_exists(), != std::nullopt or .exists()");
  static_assert(M != Mistake::DefaultsCompared,
                "partita: the database compares a struct as it is stored, and does not know that a member which is "
                "absent there means its default, so that the answer would be wrong: compare its members by path, as in "
                "\"address.city\"_f == value, or read the item first, with .read_first() in place of .given(); to find "
                "an element anywhere in a list, read the items and search in them");
  static_assert(M != Mistake::OrderNotProven,
                "partita: the collection is read from the end, so the one item must sort after the many: give it a "
                "sort key with a greater literal");
  static_assert(
      M != Mistake::NotProjected,
      "partita: the index does not project this member: project it or read from the table; or name a struct of "
      "the projected ones with pt::as<Struct>");
  static_assert(M != Mistake::ExpiryNotProjected,
                "partita: expired items could not be hidden, because the index does not project the member that says "
                "when they expire: project it, read from the table, or use pt::with_expired, which returns them too");
  static_assert(M != Mistake::FilterOnKey,
                "partita: DynamoDB cannot filter by a key attribute of the table or index that is read: give the "
                "member in pt::by, or put a range on it with pt::ascending or pt::descending");
  static_assert(M != Mistake::NoAttribute,
                "partita: this member is stored only in keys, so that a filter or condition has no attribute to "
                "compare: store it, or give it in pt::by");
  static_assert(M != Mistake::ConsistentOnGlobalIndex,
                "partita: a global secondary index cannot be read consistently: read the table or a local index, or "
                "leave out pt::consistent");
  static_assert(M != Mistake::NotBound,
                "partita: the call gives too few or other fields than it needs: give each named field once, as in "
                "\"customerId\"_f = value");
  static_assert(
      M != Mistake::ComparedNotGiven,
      "partita: == makes a condition: give the value of a member with =, as in \"status\"_f = value; only the "
      "member that orders the pattern takes ==, <, <=, >, >=, between and begins_with");
  static_assert(M != Mistake::NoBuckets,
                "partita: a pattern with pt::buckets needs both ends of a range, as in \"due\"_f.between(first, last)");
  static_assert(
      M != Mistake::AggregateDiffers,
      "partita: the members of the aggregate are not those of the collection, in the same order: a Struct for "
      "pt::one<Entity>, a std::optional<Struct> for pt::maybe, a std::vector<Struct> for pt::many and "
      "pt::newest_many");
  static_assert(M != Mistake::BoundTwice, "partita: the call gives one field twice");
  static_assert(M != Mistake::WrongType,
                "partita: the value's type does not fit the member's, which the quoted text names beside it");
  static_assert(M != Mistake::NullPointer,
                "partita: nullptr is not the value of any member: an optional member is emptied with std::nullopt, and "
                "an empty text is \"\"");
  static_assert(M != Mistake::TextGiven,
                "partita: a text is not a time, date, decimal or id: give a literal of the type, as in "
                "\"2026-01-05T10:00:00Z\"_utc, \"2026-01-05\"_date, \"12.50\"_dec, \"...\"_uuid or \"...\"_ulid, or "
                "make a value of the text first, with pt::utc_ms::parse and the like");
  static_assert(
      M != Mistake::FloatIncremented,
      "partita: the database adds decimal numbers, and the sum may be one that a float cannot hold, so that the item "
      "could not be read: make the member a double or a pt::decimal");
  static_assert(
      M != Mistake::OtherTypeRead,
      "partita: the type of the struct's member does not hold every value that the entity's member may have stored: "
      "give it the entity's type, or a wider one");
  static_assert(
      M != Mistake::OptionalRead,
      "partita: the entity's member may be absent, and the struct's is required, so that such an item could not be "
      "read: make it a std::optional, or give it a default in pt::member_options");
  static_assert(M != Mistake::StaleIndex,
                "partita: the index would go stale: its key has parts that the write does not know. Give them with "
                ".given(\"field\"_f = value), or read them first with .read_first()");
  static_assert(M != Mistake::PrimaryKeyField,
                "partita: a field of the primary key cannot be updated in place: use db.move()");
  static_assert(
      M != Mistake::VersionSet,
      "partita: every write counts the version by itself: leave it out, and say which version the write expects with "
      ".expect_version(n)");
  static_assert(M != Mistake::VersionUnchecked,
                "partita: the entity has a version: say which one the write expects with .expect_version(n), or accept "
                "any version with .any_version()");
  static_assert(M != Mistake::UniqueWithoutOld,
                "partita: the field is unique, and its old value must be released: give it with .given(\"field\"_f = "
                "old), or read it first with .read_first()");
  static_assert(
      M != Mistake::UpsertNotWhole,
      "partita: an upsert may create the item, which then lacks required members (the quoted text says which): "
      "set each of them, make it a std::optional, or give it a default with pt::defaults");
  static_assert(M != Mistake::UpsertLeavesKey,
                "partita: an upsert may create the item or find it, and the key of an index contains a member that the "
                "upsert leaves to its default, which the stored item may not hold (the quoted text says which): set "
                "the member, or keep the stored value with .set_if_absent(\"field\"_f = value).read_first()");
  static_assert(
      M != Mistake::RequiredErased,
      "partita: the member is required, and without it the item could not be read: make it a std::optional, give "
      "it a default with pt::defaults, or set a value");
  static_assert(M != Mistake::OthersChanged,
                "partita: pt::other_attributes holds the attributes that no member names, and an update does not "
                "change them: change an attribute of your own, or replace the item");
  static_assert(
      M != Mistake::OthersDropped,
      "partita: put would drop the attributes that the struct does not name: create, if the item must not exist; "
      "replace, which says that the whole item is replaced; update, which leaves them; or give the struct, and each "
      "that is nested in it, a member of type pt::other_attributes, which carries them from a read to the put");
  static_assert(M != Mistake::KeptMember,
                "partita: the library sets this member itself, by pt::created_at, pt::updated_at or pt::computed: "
                "leave it out of the write");
  static_assert(M != Mistake::KeptTime,
                "partita: pt::created_at and pt::updated_at keep a pt::utc_ms or pt::epoch_seconds, each of its own; "
                "the time of the last change cannot be in the primary key, which never changes");
  static_assert(M != Mistake::KeptFromKept,
                "partita: a computed member must depend only on members that callers set, not on another computed "
                "member: let the function take those, and name each member in one pt::computed");
  static_assert(M != Mistake::StaleComputed,
                "partita: a computed member would go stale: it depends on members that the write does not know. Give "
                "them with .given(\"field\"_f = value), or read them first with .read_first()");
  static_assert(M != Mistake::BatchNeedsCondition,
                "partita: a batch write has no conditions, which an entity with a version or a unique field needs: "
                "write it alone or in a transaction");
  static_assert(M != Mistake::FilterAmbiguous,
                "partita: the filter fits several members of the collection: say whose items it drops, as in "
                ".filter<LineE>(condition)");
  static_assert(M != Mistake::NotNested,
                "partita: the nested items could not be assigned to their outer items: they need a member for each "
                "member of the outer item's primary key, with the same name");
  static_assert(
      M != Mistake::NotCounted,
      "partita: take(n) cannot count this collection's items, because their keys do not show their position: give them "
      "composed sort keys, nested ones below the item that they belong to, or load all of the collection");
  static_assert(M != Mistake::TooManyVectorIndexes, "partita: a table has at most 5 vector indexes");
  static_assert(M != Mistake::NoVectorMember,
                "partita: no item would be in this vector index, because no member is stored in its attribute, or the "
                "entity that enters it has none: correct the attribute in pt::vector_index, name it with "
                "pt::stored_as, or add the member");
  static_assert(M != Mistake::VectorMember,
                "partita: a member that is stored in the attribute of a vector index must be a std::vector<float>, a "
                "std::array<float, N> or a std::optional of one: the service stores no item that has anything else "
                "there");
  static_assert(M != Mistake::VectorLength,
                "partita: the lengths differ: a std::array<float, N> has as many numbers as the vector index has "
                "dimensions, all indexes over one attribute have the same dimensions, and a search gives as many "
                "numbers");
  static_assert(M != Mistake::InlineFilterMember,
                "partita: an inline filter is the attribute of a member that is a text, number or bytes, in every "
                "entity that has the attribute, or the attribute of the type tag or of a key");
  static_assert(M != Mistake::VectorIndexScanned,
                "partita: DynamoDB cannot scan a vector index: scan the table, or search the index with "
                "db.search<Pattern>(vector, ...)");
  static_assert(M != Mistake::NoVectorIndex,
                "partita: no vector index holds the entity's items (the quoted text says more): add pt::vector_index "
                "to the table, or correct the name in pt::using_index");
  static_assert(M != Mistake::SeveralVectorIndexes,
                "partita: several vector indexes serve this search, and their vectors mean different things: choose "
                "one with pt::using_index");
  static_assert(M != Mistake::SearchWithoutKey,
                "partita: the vector index is divided by a partition key, and a search reads one partition: name the "
                "members of that key in pt::by");
  static_assert(M != Mistake::NoInlineFilter,
                "partita: a search selects items only by the inline filters of its vector index, and by members that "
                "are stored without a default: name the attribute in pt::inline_filters<...> of the index, or filter "
                "the results in the program");
  static_assert(M != Mistake::SearchCondition,
                "partita: a search selects items by equality only: give conditions such as \"kind\"_f == value, of "
                "which all must hold");
  static_assert(M != Mistake::ForeignVectors,
                "partita: this search would find items of another entity, which would take the places of the wanted "
                "ones: name the attribute of the type tag in pt::inline_filters<...> of the index, or compose the keys "
                "of its partitions with pt::on and another literal for each entity. An entity with pt::tag_alias needs "
                "partitions of its own");
  static_assert(M != Mistake::VectorWithOthers,
                "partita: a search gives either the vector or all attributes that no member names: read a struct that "
                "lacks one of the two with pt::as<Struct>");
};

}  // namespace compiler

namespace detail {

#ifdef __clang__
// Clang cuts the strings in its messages after about thirty bytes.
inline constexpr std::size_t kPieceBytes = 28;
#else
inline constexpr std::size_t kPieceBytes = sizeof(Text);
#endif

template <Mistake M, const Text& Where, std::size_t... Piece>
constexpr bool refuse_in_pieces(std::index_sequence<Piece...>) {
  return compiler::refuse<M, fixed_string<std::min(kPieceBytes, Where.size - Piece * kPieceBytes) + 1>(
                                 Where.view().substr(Piece * kPieceBytes, kPieceBytes))...>::ok;
}

// The text that a failed check writes.
template <class WriteText>
inline constexpr Text written_text = [] {
  Text text;
  WriteText{}(&text);
  return text;
}();

}  // namespace detail

// Stops the compiler if M is a mistake. `WriteText` is a captureless lambda that takes a Text* and writes the
// particulars.
template <Mistake M, class WriteText>
constexpr bool accept_unless(WriteText) {
  if constexpr (M == Mistake::None) {
    return true;
  } else {
    constexpr const Text& where = detail::written_text<WriteText>;
    return detail::refuse_in_pieces<M, detail::written_text<WriteText>>(
        std::make_index_sequence<(where.size + detail::kPieceBytes - 1) / detail::kPieceBytes>{});
  }
}

// Does the same with a function that also returns the mistake. `check` is called with a Text* or nullptr.
template <class Check>
constexpr bool accept(Check check) {
  constexpr Mistake mistake = Check{}(static_cast<Text*>(nullptr));
  return accept_unless<mistake>(check);
}

}  // namespace partita::model
