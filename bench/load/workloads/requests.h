// The requests that the workloads send.
#pragma once

#include "load/generator/prepared.h"
#include "load/workloads/table.h"

namespace partita::bench {

// Builds the requests for one table at one host ("127.0.0.1:8000").
class Requests {
 public:
  Requests(Table table, std::string host) : table_(std::move(table)), host_(std::move(host)) {}

  const Table& table() const { return table_; }

  Prepared get_item() const;
  // The same item by a statement of PartiQL, with the key as parameters.
  Prepared select_item() const;
  Prepared put_item() const;
  // Counts visits up and writes the title, on the condition that the item exists. The answer has the new values.
  Prepared update_item() const;
  // YCSB's update, which writes one field.
  Prepared update_field(unsigned field) const;
  Prepared delete_item() const;
  Prepared transact_put(unsigned items) const;
  Prepared batch_put(unsigned items) const;
  Prepared batch_delete(unsigned items) const;
  // A page of the item's partition that begins at the item. `index` is "", "gsi" or "lsi".
  Prepared query(std::string_view index, unsigned limit) const;
  // The item's whole partition, with a filter that passes the items of the item's shade.
  Prepared query_filtered() const;
  Prepared query_first() const;
  // A page of the table that begins after the item.
  Prepared scan_after(unsigned limit) const;
  // The items whose vectors are nearest to that of an item, which need not be in the table.
  Prepared search_vectors(unsigned top_k) const;
  // The first or a later page of a segment. `start_key` is the text of a LastEvaluatedKey, or "" for the first page.
  std::string scan_segment(unsigned segment, unsigned segments, std::string_view start_key) const;
  std::string get_records(std::string_view iterator) const;

 private:
  PreparedBuilder begin() const;
  std::vector<Attribute> key() const;
  Prepared batch(unsigned items, std::string_view request, std::string_view member,
                 const std::vector<Attribute>& attributes) const;

  Table table_;
  std::string host_;
};

}  // namespace partita::bench
