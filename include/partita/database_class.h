// The class Database without the structs of its operations: enough to open, connect and own one and to give it to the model
// layer. <partita/database.h> has the structs too, which cost a compiler as much as the standard library's headers.
#pragma once

#include <partita/error.h>
#include <partita/export.h>

#include <functional>

namespace partita {

#define PARTITA_OPERATION(function, Name) \
  struct Name##Request;                   \
  struct Name##Response;
#include <partita/operations.def>
#undef PARTITA_OPERATION

// Called exactly once with the answer, on any thread, perhaps before the starting call returns. It must not block.
template <class Response>
using Completion = std::function<void(Result<Response>)>;

// DynamoDB's operations, whoever carries them out. Embedded, remote and fake databases implement it; the server and the
// model layer know nothing else.
//
// Safe to use from several threads. Every operation comes twice: one waits for its answer, one hands it to a
// completion and never waits for a disk. Both refuse the same requests with the same error and text.
// Destroying a Database waits for the operations under way; their completions are called.
class PARTITA_API Database {
 public:
  virtual ~Database();

#define PARTITA_OPERATION(function, Name)                    \
  virtual Result<Name##Response> function(Name##Request) = 0; \
  virtual void function(Name##Request, Completion<Name##Response>) = 0;
#include <partita/operations.def>
#undef PARTITA_OPERATION
};

}  // namespace partita
