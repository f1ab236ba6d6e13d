// The requests that the workloads send.
#pragma once

#include "http/prepared.h"
#include "http/table.h"

namespace partita::bench {

// Renders requests for one table at one host ("127.0.0.1:8000").
class Requests {
 public:
  Requests(Table table, std::string host) : table_(std::move(table)), host_(std::move(host)) {}

  const Table& table() const { return table_; }

  Prepared get_item() const;
  Prepared put_item() const;
  // On the condition that the item is there, counts visits up and writes the title; answers with what it wrote.
  Prepared update_item() const;
  // YCSB's: writes one field.
  Prepared update_field(unsigned field) const;
  Prepared delete_item() const;
  Prepared transact_put(unsigned items) const;
  Prepared batch_put(unsigned items) const;
  Prepared batch_delete(unsigned items) const;
  // A page of the item's partition that begins at the item. `index`: "", "gsi" or "lsi".
  Prepared query(std::string_view index, unsigned limit) const;
  // The item's whole partition, of which the items with the item's shade pass the filter.
  Prepared query_filtered() const;
  Prepared query_first() const;
  // A page of the table that begins after the item.
  Prepared scan_after(unsigned limit) const;
  // The first or a later page of a segment; `start_key` is the text of a LastEvaluatedKey or "".
  std::string scan_segment(unsigned segment, unsigned segments, std::string_view start_key) const;

 private:
  PreparedBuilder begin() const;
  std::vector<Attribute> key() const;
  Prepared batch(unsigned items, std::string_view request, std::string_view member,
                 const std::vector<Attribute>& attributes) const;

  Table table_;
  std::string host_;
};

}  // namespace partita::bench
