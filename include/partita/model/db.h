// db is a model's tables on a database. All typed calls begin with it.
//
//   pt::db<Commerce> db{partita::open("./shop").value()};       // or partita::connect(endpoint)
//   db.create_table_if_missing().value();
//   auto page = db.query<StatusFeed>("status"_f = OrderStatus::PAID).take(20).value();
#pragma once

#include <partita/model/detail/table_calls.h>
#include <partita/model/detail/tables_of_db.h>
#include <partita/model/feed.h>
#include <partita/model/kept_members.h>
#include <partita/model/loads.h>
#include <partita/model/reads.h>
#include <partita/model/runtime/table_creation.h>
#include <partita/model/scans.h>
#include <partita/model/search.h>
#include <partita/model/writes.h>

namespace partita::model {

namespace detail {

template <class T>
concept declared_pattern = requires { T::is_collection; };

// Refuses two tables of one name, because the items of one would replace items of the other.
template <class... Tables>
inline constexpr bool named_differently = accept([](Text* where) {
  const std::array<std::string_view, sizeof...(Tables)> names{Tables::declaration::declared_name...};
  for (std::size_t i = 0; i < names.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (names[i] == names[j]) {
        if (where) *where << "two tables of this db have the name " << names[i];
        return Mistake::TableTwice;
      }
  return Mistake::None;
});

template <class T>
inline constexpr bool is_write = false;
template <WriteRequest::Kind K, class Entity, class Known, class Place>
inline constexpr bool is_write<Write<K, Entity, Known, Place>> = true;
template <WriteRequest::Kind K, class Struct>
inline constexpr bool is_write<WholeItem<K, Struct>> = true;

template <class Struct, class Entities>
struct entity_of;
template <class Struct, class... Entities>
struct entity_of<Struct, holds<Entities...>> {
  template <class Entity>
  static constexpr bool is_of_struct = [] {
    if constexpr (declared_entity<Entity>) return std::is_same_v<typename Entity::value_type, Struct>;
    return false;
  }();
  static constexpr bool all_declared = (declared_entity<Entities> && ...);  // if not, the table says so
  static constexpr int count = (int(is_of_struct<Entities>) + ... + 0);
  static_assert(count > 0 || !all_declared, "partita: no entity of this db has this struct");
  static_assert(count < 2,
                "partita: several entities of this db have this struct: name one, as in pt::create<OrderE>(order)");
  static constexpr auto find() {
    std::tuple<std::type_identity<Entities>...> all;
    constexpr std::size_t index = [] {
      std::size_t at = 0, found = 0;
      ((is_of_struct<Entities> ? void(found = at++) : void(at++)), ...);
      return found;
    }();
    return std::get<index>(all);
  }
  using type = typename decltype(find())::type;
};

}  // namespace detail

// A db is cheap to copy and safe to use from several threads. Calls under way keep all that they need, so the db may be
// destroyed before they end.
//
// The functions return calls (call.h), which send their first request when they are run. Errors of every call: those of
// the database (database.h), and ValidationException if a value cannot be stored or cannot be part of a key.
template <class... Tables>
class db {
  // Any use of the db proves its tables and its copies. A mistake in one of them stops the compiler with a message of
  // its own.
  static_assert(((void)detail::proven<typename Tables::declaration>, ..., true));
  static_assert(((void)detail::copies_proven<Tables...>, true));
  static_assert(detail::named_differently<Tables...>);

  template <class Entity>
  using table_of = typename detail::table_of<Entity, Tables...>::type;
  using all_entities = typename detail::joined<typename Tables::entity_list...>::type;
  template <class Struct>
  using entity_of = typename detail::entity_of<Struct, all_entities>::type;

 public:
  // The constructors without options exist because they compile no code for options. The db and the calls under way
  // share the ownership of the database.
  explicit db(std::unique_ptr<Database> database) : db(make_session(std::move(database))) {}
  explicit db(std::shared_ptr<Database> database) : db(make_session(std::move(database))) {}
  db(std::unique_ptr<Database> database, SessionOptions options)
      : db(make_session(std::shared_ptr<Database>(std::move(database)), std::move(options))) {}
  db(std::shared_ptr<Database> database, SessionOptions options)
      : db(make_session(std::move(database), std::move(options))) {}

  // A db that was moved from stays usable, because it is copied.
  db(const db&) = default;
  db& operator=(const db&) = default;
  ~db() = default;

  // The database below the model, for requests that the model cannot express.
  Database& database() const { return database_of(*session_); }
  const std::shared_ptr<Session>& session() const { return session_; }

  // ---- tables

  // Creates every table that is missing, and waits until all are ACTIVE.
  // Errors: ValidationException that lists the differences if an existing table differs from the model.
  auto create_table_if_missing() const { return detail::create_tables(session_, tables_); }

  // ---- reads

  // Reads the items of an access pattern, one page or all: see QueryCall. `given` are the pattern's members and perhaps
  // a range.
  template <class Pattern, class... Given>
  auto query(const Given&... given) const {
    if constexpr (detail::declared_pattern<Pattern>) {
      static_assert(!Pattern::is_collection, "partita: a collection is loaded: db.load<Collection>(...)");
      return QueryCall<table_of<typename Pattern::entity>, Pattern>(session_, given...);
    } else {
      static_assert(
          detail::declared_pattern<Pattern>,
          "partita: a query takes a pattern, as in using Feed = pt::pattern<\"feed\", OrderE, pt::by<\"status\">>: one "
          "item is read with db.get<OrderE>(...), all of them with db.scan<OrderE>()");
    }
  }
  // Reads the items of a collection: see LoadCall.
  template <class Collection, class... Given>
  auto load(const Given&... given) const {
    if constexpr (detail::declared_pattern<Collection>) {
      static_assert(Collection::is_collection, "partita: a pattern is queried: db.query<Pattern>(...)");
      if constexpr (Collection::is_collection && !std::is_void_v<typename Collection::entity>)
        return LoadCall<table_of<typename Collection::entity>, Collection>(session_, given...);
    } else {
      static_assert(
          detail::declared_pattern<Collection>,
          "partita: a load takes a collection, as in using LoadOrder = pt::collect<\"An order\", OrderWithLines, "
          "pt::one<OrderE>, pt::many<LineE>, pt::by<\"orderId\">>: one item is read with db.get<OrderE>(...)");
    }
  }
  // Finds the items whose vectors are the most similar to `vector`: see SearchCall. The vector is a std::vector<float>,
  // a std::array<float, N> or a std::span<const float>. `given` are the members of the search's pt::by.
  template <class Search, class Vector, class... Given>
  auto search(const Vector& vector, const Given&... given) const {
    constexpr bool is_search = detail::declared_search<Search>;
    constexpr bool is_vector = std::is_convertible_v<const Vector&, std::span<const float>>;
    static_assert(is_search,
                  "partita: a search takes a declaration such as using LikeText = pt::similar<\"notes like a text\", "
                  "NoteE, pt::by<\"tenantId\">>: a pattern is read with db.query<Pattern>(...)");
    static_assert(is_vector,
                  "partita: a search begins with the vector, a std::vector<float> or a std::array<float, N>, and then "
                  "come the members of pt::by, as in \"tenantId\"_f = value");
    if constexpr (is_search && is_vector) {
      using Table = table_of<typename Search::entity>;
      static_assert(detail::has_dimensions<Vector, detail::planned_search<Table, Search>::dimensions>);
      return SearchCall<Table, Search>(session_, std::span<const float>(vector), given...);
    }
  }
  // Reads one item by its primary key. The answer is an optional, empty if the table has no such item.
  template <class Entity, class... Key>
  auto get(const Key&... key) const {
    if constexpr (detail::declared_entity<Entity>)
      return GetCall<table_of<Entity>, Entity>(session_, key_of<Entity>(key...));
    else
      (void)sizeof(detail::table_of<Entity>);  // This instantiation reports the mistake.
  }
  // Reads any number of items by their keys. Errors: if the database leaves keys unread until the attempts are used up,
  // ProvisionedThroughputExceededException or the error of the last request, with their positions in Error::unfinished.
  template <class Entity>
  auto get_many(std::vector<key_values<Entity>> keys, ConsistentRead consistent = ConsistentRead::No) const {
    using Gets = detail::PendingGets;
    const auto kind = consistent == ConsistentRead::Yes ? Gets::Kind::ConsistentBatch : Gets::Kind::Batch;
    return ManyCall<table_of<Entity>, Entity>(session_, kind, std::move(keys));
  }
  // Takes keys of one or more entities in the db's tables: get_many(pt::key_of<OrderE>(...),
  // pt::key_of<CustomerE>(...)).
  template <class... Keys>
    requires(sizeof...(Keys) > 0 && (is_key<Keys> && ...))
  auto get_many(const Keys&... keys) const {
    return many_of(detail::PendingGets::Kind::Batch, keys...);
  }
  // Reads at most 100 keys, all as of one moment.
  template <class Entity>
  auto get_snapshot(std::vector<key_values<Entity>> keys) const {
    return ManyCall<table_of<Entity>, Entity>(session_, detail::PendingGets::Kind::Snapshot, std::move(keys));
  }
  template <class... Keys>
    requires(sizeof...(Keys) > 0 && (is_key<Keys> && ...))
  auto get_snapshot(const Keys&... keys) const {
    return many_of(detail::PendingGets::Kind::Snapshot, keys...);
  }
  // Reads the whole table, or one of its indexes, for the items of one entity. The cost grows with the table. The call
  // reads page by page, or all pages for a job.
  template <class Entity, fixed_string Index = "">
  auto scan() const {
    return ScanCall<table_of<Entity>, Entity, Index>(session_);
  }
  // Reads the whole table for the items of one entity. `each` receives one page after the other, and ends the scan if
  // it returns false. Items that cannot be read are in the answer.
  template <class Entity>
  auto scan(int segments, std::function<bool(std::vector<typename Entity::value_type>)> each) const {
    const auto all = scan<Entity>().segments(segments);
    return AnyCall<Scanned>([all, each = std::move(each)](Mode mode, Done<Scanned> done) {
      auto scanned = std::make_shared<Scanned>();
      all.for_each([scanned, each](Page<typename Entity::value_type> page) {
           std::move(page.unreadable.begin(), page.unreadable.end(), std::back_inserter(scanned->unreadable));
           return page.items.empty() || each(std::move(page.items));
         })
          .start(mode, [scanned, done = std::move(done)](Result<Cost> cost) {
            if (!cost) return done(unexpected(std::move(cost.error())));
            static_cast<Cost&>(*scanned) = *cost;
            done(std::move(*scanned));
          });
    });
  }

  // ---- streams

  // Enables a stream with old and new images, unless the table has one.
  template <class Table>
  AnyCall<void> enable_stream() const {
    static_assert((std::is_same_v<Table, Tables> || ...), "partita: the table is none of this db's tables");
    return AnyCall<void>([session = session_](Mode mode, Done<void> done) {
      model::enable_stream(session, mode, Table::info(), std::move(done));
    });
  }
  // Subscribes to the changes of a table with a stream: see pt::changes (feed.h). `most` is the largest number of
  // changes that its next() gives at once, 1 to 1000. Errors: those of Database::subscribe.
  template <class Table>
  AnyCall<changes<Table>> subscribe(ChangesFrom from = {}, int most = 1000) const {
    static_assert((std::is_same_v<Table, Tables> || ...), "partita: the table is none of this db's tables");
    return AnyCall<changes<Table>>([session = session_, from = std::move(from), most](Mode, Done<changes<Table>> done) {
      auto feed = open_feed(session, Table::info(), from, most);
      if (!feed) return done(unexpected(std::move(feed.error())));
      done(changes<Table>(std::move(*feed)));
    });
  }

  // ---- writes. Each can be run directly or refined first: db.replace(order).expect_version(3).value().

  // Writes an item that must not exist.
  template <class Struct>
  auto create(const Struct& item) const {
    return one<WriteRequest::Kind::Create>(item);
  }
  // Writes the whole item and keeps the attributes in its member of type other_attributes.
  template <class Struct>
  auto put(const Struct& item) const {
    static_assert(detail::keeps_others<Struct>);
    return one<WriteRequest::Kind::Put>(item);
  }
  // Writes the whole item. Stored attributes that the struct does not name are lost.
  template <class Struct>
  auto replace(const Struct& item) const {
    return one<WriteRequest::Kind::Put>(item);
  }
  // Removes an item. The arguments are the members of the primary key. If the entity has a version or unique members,
  // the call must state more: db.remove<OrderE>("orderId"_f = "O1").any_version().value(). The same holds for db.move.
  template <class Entity, class... Key>
  auto remove(const Key&... key) const {
    return detail::keyed<WriteRequest::Kind::Remove, Entity>(key_of<Entity>(key...), place_of<Entity>());
  }
  // Gives the item with the old key another primary key, in one transaction.
  template <class Entity, class... Key>
  auto move(const typename Entity::value_type& item, const Key&... old_key) const {
    return detail::moved<Entity>(item, key_of<Entity>(old_key...), place_of<Entity>());
  }
  // Changes an item, which must exist: db.update<OrderE>("orderId"_f = "O1").set("status"_f = PAID).value().
  template <class Entity, class... Key>
  auto update(const Key&... key) const {
    return detail::keyed<WriteRequest::Kind::Update, Entity>(key_of<Entity>(key...), place_of<Entity>());
  }
  // Changes an item or creates it. The changes must set all required members.
  template <class Entity, class... Key>
  auto upsert(const Key&... key) const {
    return detail::keyed<WriteRequest::Kind::Upsert, Entity>(key_of<Entity>(key...), place_of<Entity>());
  }
  // Runs a write that pt::update, pt::remove or the like made: db.run(pt::remove<OrderE>(...).any_version()).
  template <WriteRequest::Kind K, class Entity, class Known, class Place>
  auto run(const Write<K, Entity, Known, Place>& write) const {
    static_assert(K != WriteRequest::Kind::Check, "partita: a check is possible only in a transaction");
    return WriteCall<table_of<Entity>, Entity>(session_, request_of(write));
  }
  // Runs the write of a whole item: db.run(pt::create(order)) does the same as db.create(order).
  template <WriteRequest::Kind K, class Struct>
  auto run(const WholeItem<K, Struct>& whole) const {
    return run(detail::whole_item<K, entity_of<Struct>>(whole.item));
  }
  // Carries out all of the writes or none, over one or more of the db's tables. The service's limit of 100 items
  // includes the sentinels of unique members.
  template <class... Writes>
  auto transact(const Writes&... writes) const {
    std::vector<Result<WriteRequest>> requests;
    static_assert(
        (detail::is_write<Writes> && ...),
        "partita: a transaction takes writes, as in db.transact(pt::create(order), pt::update<OrderE>(...)); if their "
        "number is known only at run time, it takes a std::vector of the results of db.request_of(write)");
    if constexpr ((detail::is_write<Writes> && ...)) {
      requests.reserve(sizeof...(Writes));
      (requests.push_back(request_of(writes)), ...);
    }
    return transact(std::move(requests));
  }
  // Does the same for a number of writes that is known only at run time. db.request_of(write) makes its elements.
  auto transact(std::vector<Result<WriteRequest>> requests) const {
    return detail::transact_all(session_, std::move(requests));
  }
  // Returns the request of a write, for transact().
  template <WriteRequest::Kind K, class Entity, class Known, class Place>
  Result<WriteRequest> request_of(const Write<K, Entity, Known, Place>& write) const {
    return write.template on_table<table_of<Entity>>();
  }
  template <WriteRequest::Kind K, class Struct>
  Result<WriteRequest> request_of(const WholeItem<K, Struct>& whole) const {
    return request_of(detail::whole_item<K, entity_of<Struct>>(whole.item));
  }

  // Puts any number of items, without conditions and not atomically. The struct and those nested in it must have a
  // member of type other_attributes. Errors of this call, replace_many and remove_many: those of batch_write()
  // (item_writes.h). Error::unfinished has the positions of the items that may not be written.
  template <class Struct>
  auto put_many(const std::vector<Struct>& items) const {
    static_assert(detail::keeps_others<Struct>);
    return many(items);
  }
  // Does the same for any struct. Stored attributes that the struct does not name are lost.
  template <class Items>
  auto replace_many(const Items& items) const {
    static_assert(detail::is_list<Items>,
                  "partita: replace_many takes a std::vector of items: write one item with db.replace(item)");
    if constexpr (detail::is_list<Items>)
      return many(items);
    else
      return one<WriteRequest::Kind::Put>(items);
  }
  // Does not compile, and its message says which call to use.
  template <class Items>
  auto create_many(const Items& items) const {
    static_assert(!std::is_same_v<Items, Items>,
                  "partita: a create has a condition, and a batch write has none: create several items with "
                  "db.transact(requests), a std::vector of the results of db.request_of(pt::create(item)), or replace "
                  "them with db.replace_many(items)");
    return replace_many(items);
  }
  // Removes any number of items, without conditions and not atomically.
  template <class Entity>
  auto remove_many(const std::vector<key_values<Entity>>& keys) const {
    return batch<Entity>(
        keys, [](const key_values<Entity>& key) { return detail::keyed<WriteRequest::Kind::Remove, Entity>(key); });
  }

  // ---- upkeep

  // Begins to keep the copies that the changes of a table concern: see CopyFollower. `from` and `most` are those of
  // subscribe(). Errors: those of Database::subscribe.
  template <class Table>
  AnyCall<CopyFollower> follow_copies(ChangesFrom from = {}, int most = 100) const {
    static_assert((std::is_same_v<Table, Tables> || ...), "partita: the table is none of this db's tables");
    static_assert(detail::copies_of_tables<Tables...>::count > 0,
                  "partita: no entity of this db has a copy, which pt::copy_of declares");
    return detail::follow_table(session_, Table::info(), std::move(from), most);
  }

  // Reads every item of every table and recomputes its keys. verify() only reports, and repair() also corrects.
  auto verify() const { return upkeep(Repair::No); }
  auto repair() const { return upkeep(Repair::Yes); }

  // Returns the steps that would make the tables, and every item in them, match the model. It changes no data.
  auto plan_upgrade() const { return detail::plan_tables(session_, tables_); }
  // Carries out these steps. It drops no index and moves no item unless the options ask for it. It can be repeated
  // after any failure.
  auto upgrade(UpgradeOptions options = {}) const {
    return detail::upgrade_tables(session_, tables_, std::move(options));
  }

 private:
  template <class Entity>
  InTable<table_of<Entity>> place_of() const {
    return {session_};
  }

  template <WriteRequest::Kind K, class Struct>
  auto one(const Struct& item) const {
    if constexpr (detail::is_list<Struct>) {
      static_assert(detail::one_item<Struct>());
      return many(item);
    } else {
      using Entity = entity_of<Struct>;
      return detail::whole_item<K, Entity>(item, place_of<Entity>());
    }
  }
  template <class Struct>
  auto many(const std::vector<Struct>& items) const {
    using Entity = entity_of<Struct>;
    return batch<Entity>(items,
                         [](const Struct& item) { return detail::whole_item<WriteRequest::Kind::Put, Entity>(item); });
  }

  template <class Entity, class List, class Make>
  auto batch(const List& list, Make make) const {
    using Table = table_of<Entity>;
    static_assert(accept([](Text* where) { return check_batch(Table::template entity_info<Entity>(), where); }));
    static_assert(accept([](Text* where) {
      return detail::check_batch_of_sources<Tables...>(Table::template entity_info<Entity>(), where);
    }));
    std::vector<Result<WriteRequest>> requests;
    requests.reserve(list.size());
    for (const auto& one : list) requests.push_back(make(one).template on_table<Table>());
    return detail::write_batch(session_, std::move(requests));
  }

  template <class... Entities>
  auto many_of(detail::PendingGets::Kind kind, const key_values<Entities>&... keys) const {
    return ManyOfCall<detail::held<table_of<Entities>, Entities>...>(session_, kind, keys...);
  }

  // Returns the reason for which the row cannot be decoded, or nullopt if it can.
  template <class Table>
  static std::optional<Error> why_unreadable(Row row) {
    std::optional<Error> error;
    const auto decode = [&]<class Entity>(std::type_identity<Entity>) {
      if (row.entity != &Table::template entity_info<Entity>()) return;
      typename Entity::value_type item{};
      if (auto done = detail::decode_into<Table, Entity>(item, row); !done) error = std::move(done.error());
    };
    [&]<class... Entities>(holds<Entities...>) {
      (decode(std::type_identity<Entities>()), ...);
    }(typename Table::entity_list{});
    return error;
  }
  auto upkeep(Repair repair) const {
    static constexpr std::array<detail::RowDecoder, sizeof...(Tables)> decoders{&why_unreadable<Tables>...};
    return detail::verify_tables(session_, tables_, decoders, repair);
  }

  explicit db(std::shared_ptr<Session> session) : session_(std::move(session)) {
    using Copies = detail::copies_of_tables<Tables...>;
    if constexpr (Copies::count > 0)
      if constexpr (Copies::ok) declare_copies(*session_, Copies::list);
    if constexpr (sizeof...(Tables) > 1) check_table_names(*session_, tables_);
  }

  static constexpr std::array<const TableInfo*, sizeof...(Tables)> tables_{&Tables::info()...};

  std::shared_ptr<Session> session_;
};

}  // namespace partita::model
