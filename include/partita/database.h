// Database: DynamoDB's operations, whoever carries them out. Embedded, remote and fake databases implement it; the
// server and the model layer know nothing else.
#pragma once

#include <partita/error.h>
#include <partita/export.h>
#include <partita/item_operations.h>
#include <partita/table_operations.h>

#include <functional>

namespace partita {

// Called exactly once with the answer, on any thread, perhaps before the starting call returns. It must not block.
template <class Response>
using Completion = std::function<void(Result<Response>)>;

// Safe to use from several threads. Every operation comes twice: one waits for its answer, one hands it to a
// completion and never waits for a disk. Both refuse the same requests with the same error and text.
// Destroying a Database waits for the operations under way; their completions are called.
class PARTITA_API Database {
 public:
  virtual ~Database() = default;

#define PARTITA_OPERATION(function, Name)                    \
  virtual Result<Name##Response> function(Name##Request) = 0; \
  virtual void function(Name##Request, Completion<Name##Response>) = 0;
#include <partita/operations.def>
#undef PARTITA_OPERATION
};

}  // namespace partita
