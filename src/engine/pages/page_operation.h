// The steps that Query and Scan share. They prepare, find the range to read with `resolve`, read a page and answer.
// `action` is the operation's name.
#pragma once

#include <memory>

#include "engine/find_table.h"
#include "engine/pages/page.h"
#include "ops/prepare.h"

namespace partita::engine {

template <class Response, class Request>
void run_page_operation(Context& context, Request request, MayWait may_wait, Completion<Response> done,
                        std::string_view action,
                        Result<PageRange> (*resolve)(const Context&, const ops::PreparedPage&)) {
  auto owned = std::make_shared<Request>(std::move(request));
  auto page = ops::prepare(*owned);
  if (!page) return done(unexpected(std::move(page.error())));
  if (auto ours = check_arn(context, *owned->table_name, action); !ours)
    return done(unexpected(std::move(ours.error())));
  auto where = resolve(context, *page);
  if (!where) return done(unexpected(std::move(where.error())));
  const Request* given = owned.get();  // lives until the page is answered
  run_page(context, *std::move(page), *std::move(where), std::move(owned), may_wait,
           [given, done = std::move(done)](Result<PageResponse> read) {
             if (!read) return done(unexpected(std::move(read.error())));
             // The answer names the table as the request does.
             if (read->consumed_capacity) read->consumed_capacity->table_name = given->table_name;
             done(Response{*std::move(read)});
           });
}

}  // namespace partita::engine
