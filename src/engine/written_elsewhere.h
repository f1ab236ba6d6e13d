// WrittenElsewhere: the parts of batches that another than the engine has written, of which the engine keeps copies.
#pragma once

#include "engine/records/sequence_numbers.h"
#include "storage/batch.h"

namespace partita::engine {

class WrittenElsewhere {
 public:
  void add(const storage::Batch& batch) noexcept;
  // Whether the batches have descriptions of tables, streams or backups.
  bool has_descriptions() const { return has_descriptions_; }
  // The highest number of a stream record in the batches, or 0.
  SequenceNumber newest_number() const { return newest_number_; }

 private:
  bool has_descriptions_ = false;
  SequenceNumber newest_number_ = 0;
};

}  // namespace partita::engine
