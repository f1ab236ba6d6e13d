// Subscription: the records of a table's stream, given to a program as they are written. Database::subscribe makes it.
//
//   auto changes = db->subscribe({.table_name = "orders"}).value();
//   while (true) {
//     auto records = changes->next();  // waits for the next changes
//     if (!records || records->empty()) break;
//     for (const partita::Record& record : *records) ...
//   }
//
// The program pulls: nothing is read before next() is called, so a slow program holds neither memory nor writers, and
// it finds the records in the stream for 24 hours. There is no thread for a subscription.
//
// An embedded database wakes next() with the write. A remote one reads the stream four times a second while a next() is
// under way, each shard before its children. Its endpoint may have several open shards, whose records come in turns.
//
// Records of one item come in the order of its changes, each of them exactly once. A program that must not lose its
// place stores the sequence number of the last record that it has handled, in one transaction with what it made of the
// record, and subscribes after that number when it starts again.
#pragma once

#include <partita/database_class.h>
#include <partita/stream_operations.h>

#include <string>
#include <vector>

namespace partita {

// The place at which a subscription begins.
enum class SubscribeFrom : std::uint8_t {
  TrimHorizon,          // at the oldest record, of up to 24 hours ago
  Latest,               // at the next change after subscribe()
  AfterSequenceNumber,  // at the record after the one with SubscribeRequest::sequence_number
};

// The request of Database::subscribe.
struct SubscribeRequest {
  OptionalString table_name = {};  // required; the table's latest stream is read
  SubscribeFrom from = SubscribeFrom::TrimHorizon;
  OptionalString sequence_number = {};  // required with AfterSequenceNumber
  OptionalInteger limit = {};           // the most records that next() returns: 1 to 1000, default: 1000
};

// All functions may be called from any thread, but only one next() may be under way at a time. A subscription must be
// destroyed before its database. If it is destroyed while a next() is under way, that next() ends with Cancelled before
// the destructor returns. A completion may destroy its own subscription.
class PARTITA_API Subscription {
 public:
  virtual ~Subscription();

  // Returns the next records, at least one, in the order of the changes: up to `limit` or 1 MB of them. It waits if
  // there are none. No records mean that the stream was disabled, or its table deleted, and was read to its end.
  // After an error, the next call goes on from the same place.
  // Errors: Cancelled; ResourceNotFoundException if the stream is gone; TrimmedDataAccessException if records that were
  // not read are older than 24 hours, after which the next call goes on with the oldest record; ValidationException if
  // another next() is under way, or if a completion calls the waiting form; InternalServerError, Corruption. On a
  // remote database also those of its endpoint, and ExpiredIteratorException if a subscription with
  // SubscribeFrom::Latest did not ask for 15 minutes and may have lost the records of that time.
  virtual Result<std::vector<Record>> next() = 0;
  // Does the same without waiting. `done` is called once, on this thread or one of the database's threads, with the
  // duties of every Completion.
  virtual void next(Completion<std::vector<Record>> done) = 0;
};

}  // namespace partita
