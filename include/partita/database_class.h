// The class Database without the structs of its operations. It is enough to open, connect and own a database and to
// give it to the model layer. <partita/database.h> has the structs too. They cost the compiler as much as the headers
// of the standard library.
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

// A function that receives the answer of an operation. It is called exactly once, on any thread, perhaps before the
// call that started the operation returns. It must not block. The response belongs to the completion.
template <class Response>
using Completion = std::function<void(Result<Response>)>;

// The operations of DynamoDB. An embedded database (open.h), a remote one (connect.h) and the fakes of tests implement
// this class. The server and the model layer use only this class.
//
// All functions are safe to use from several threads. Every operation has two forms. One waits for its answer and
// returns it. The other hands the answer to a completion, and never waits for a disk on the calling thread. Both forms
// refuse the same requests with the same error and text. <partita/database.h> lists the errors. An operation owns
// its request.
//
// The destructor waits for the operations under way, whose completions are called before it returns. It must not run
// inside a completion.
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
