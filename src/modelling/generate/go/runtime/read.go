// Read carries out the plan of an access pattern: a GetItem, or Query pages until Take, ReadAtMost or the end is
// reached. All shards of a sharded index are read side by side and merged by the sort key.

package rt

import (
	"context"
	"iter"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// The state of one read.
type reading struct {
	session  *Session
	prepared *preparedRead
	merge    *shardMerge
	page     RowPage
	counted  int // of the page's rows, those that count for Take
	rounds   int
	stopped  []queryPosition // positions before a row of the next page
}

func (r *reading) isFull() bool {
	take := r.prepared.request.Take
	return take > 0 && r.counted >= take
}

func (r *reading) hasEnough() bool {
	// Items that belong to the part's items come after their owners in the order of the read.
	part := r.prepared.request.part
	isFollowed := r.prepared.forward && part != nil && len(part.below) > 0
	return r.isFull() && (r.stopped != nil || !isFollowed)
}

// True if the key condition, which includes both ends of a range, let an end through that the range excludes.
func (p *preparedRead) isExcluded(item AttributeMap) bool {
	if len(p.queries) == 0 || p.queries[0].excluded == nil {
		return false
	}
	value := item[p.queries[0].last().attribute]
	return value != nil && identical(value, p.queries[0].excluded)
}

// Hands the item out if readers may see it. A read of one item by its primary key has no `match`.
func (r *reading) takeRow(row *storedRow, match *rowMatch) {
	request, pattern, part := &r.prepared.request, r.prepared.pattern, r.prepared.request.part
	switch {
	case r.prepared.isExcluded(row.item):
	case row.entity == nil || !slices.Contains(pattern.entities, row.entity):
		r.counted++
		r.page.Unreadable = append(r.page.Unreadable, row.unreadable(pattern.table, misfit(pattern, row)))
	case match != nil && !match.matches(row.entity, row.item):
		r.page.Cost.Stale++
	case !request.ExpiredToo && row.isExpired(r.session):
	case part != nil && row.entity != part.entity:
		if !part.alone || slices.Contains(part.below, row.entity) {
			r.page.Rows = append(r.page.Rows, row.handedOut())
		}
	default:
		r.counted++
		r.page.Rows = append(r.page.Rows, row.handedOut())
	}
}

// Hands out items of the merge, up to the wanted number.
func (r *reading) collect() {
	request, pattern := &r.prepared.request, r.prepared.pattern
	match := matchOf(pattern, request.Values, request.Range)
	for !r.hasEnough() {
		full := r.isFull()
		var before []queryPosition
		if full {
			before = r.merge.positions()
		}
		item := r.merge.take()
		if item == nil {
			return
		}
		row := storedRowOf(pattern.table, pattern.plan.Index, item)
		if full && request.part != nil && row.entity == request.part.entity {
			r.stopped = before
			return
		}
		r.takeRow(row, match)
	}
}

const (
	// Larger limits are left out, because the service ends a page at 1 MB anyway.
	largestLimit = 1 << 20
	// The smallest limit if a filter or the member of a collection may drop rows.
	filteredPage = 32
	// The smallest limit of the second round. It doubles in each later round.
	secondPage = 32
)

// The number of items that one request should evaluate. 0 sends no limit, so that a full page is read.
func (r *reading) pageLimit() int {
	take, part := r.prepared.request.Take, r.prepared.request.part
	if take == 0 {
		return 0
	}
	wanted := max(take-r.counted, 1)
	if part != nil && !part.alone {
		wanted += part.singles
	}
	limit := wanted
	if shards := len(r.prepared.queries); shards > 1 {
		// Shards hold about equally many items, and a shard that runs dry is asked again.
		limit = min(wanted, wanted/shards*3/2+8)
	}
	if r.prepared.skips() {
		limit = max(2*limit, filteredPage)
	}
	// Further rounds replace the dropped items. They grow, so that a thousand dropped items do not cost as many
	// requests.
	if r.rounds > 0 {
		limit = max(limit, secondPage<<min(r.rounds-1, 20))
	}
	if limit >= largestLimit {
		return 0
	}
	return limit
}

// Returns one request for each query in `dry`. Their limits keep the read from reading more than is wanted and allowed.
// The result is empty if no more items may be read.
func (r *reading) roundRequests(dry []int) ([]*dynamodb.QueryInput, error) {
	limit := r.pageLimit()
	if most := r.prepared.request.ReadAtMost; most > 0 {
		share := (most - r.page.Cost.Evaluated) / len(dry)
		if share < 1 {
			return nil, nil
		}
		if limit == 0 || share < limit {
			limit = share
		}
	}
	requests := make([]*dynamodb.QueryInput, len(dry))
	for i, query := range dry {
		request, err := r.prepared.queryRequest(query, r.merge.queries[query].next)
		if err != nil {
			return nil, err
		}
		if limit > 0 {
			request.Limit = aws.Int32(int32(limit))
		}
		requests[i] = request
	}
	return requests, nil
}

// Hands out the merged items, then asks the queries that ran dry for their next pages, side by side. Returns false if
// the page is complete.
func (r *reading) round(ctx context.Context) (bool, error) {
	r.collect()
	if r.merge.ended() && !r.hasEnough() && r.prepared.hasNextBucket() {
		next, err := r.prepared.nextBucket(r.session)
		if err != nil {
			return false, err
		}
		r.prepared, r.merge, r.rounds = next, newShardMerge(next), 0
	}
	dry := r.merge.dry()
	if len(dry) == 0 || r.hasEnough() || (r.prepared.request.OneRound && r.rounds > 0) {
		return false, nil
	}
	requests, err := r.roundRequests(dry)
	if len(requests) == 0 || err != nil {
		return false, err
	}
	r.rounds++
	cost := &r.page.Cost
	cost.Requests += len(requests)
	answers, err := sideBySide(requests, func(request *dynamodb.QueryInput) (*dynamodb.QueryOutput, error) {
		return r.session.client.Query(ctx, request)
	})
	if err != nil {
		return false, err
	}
	for i, answer := range answers {
		cost.Evaluated += int(answer.ScannedCount)
		cost.Returned += int(answer.Count)
		cost.addReported(answer.ConsumedCapacity)
		r.merge.add(dry[i], answer)
	}
	return true, nil
}

// A page that was read together with other members has a token that continues with this member only.
func (r *reading) tokenOfPart(positions []queryPosition) (string, error) {
	request := r.prepared.request
	part := *request.part
	part.alone = true
	request.part = &part
	alone, err := prepareRead(r.session, request)
	if err != nil {
		return "", err
	}
	own := slices.Clone(positions)
	for i := range own {
		if own[i].kind == afterKey && !isInNarrowed(&alone.queries[i], own[i].key) {
			own[i] = queryPosition{}
		}
	}
	return r.session.makePageToken(own, alone.binding()), nil
}

func (r *reading) tokenOfPage() (string, error) {
	if r.stopped == nil && r.merge.ended() && !r.prepared.hasNextBucket() {
		return "", nil
	}
	positions := r.stopped
	if positions == nil {
		positions = r.merge.positions()
	}
	if part := r.prepared.request.part; part != nil && !part.alone {
		return r.tokenOfPart(positions)
	}
	return r.prepared.tokenOf(r.session, positions), nil
}

func (r *reading) readOne(ctx context.Context) (*RowPage, error) {
	cost := &r.page.Cost
	cost.Requests++
	answer, err := r.session.client.GetItem(ctx, r.prepared.getRequest())
	if err != nil {
		return nil, err
	}
	cost.addReported(answer.ConsumedCapacity)
	if len(answer.Item) > 0 {
		cost.Evaluated, cost.Returned = 1, 1
		pattern := r.prepared.pattern
		r.takeRow(storedRowOf(pattern.table, pattern.plan.Index, answer.Item), nil)
	}
	return &r.page, nil
}

// Reads as Read does, perhaps only a member of a collection.
func readPart(ctx context.Context, session *Session, request partRequest) (*RowPage, error) {
	prepared, err := prepareRead(session, request)
	if err != nil {
		return nil, err
	}
	state := &reading{session: session, prepared: prepared}
	if prepared.itemKey != nil {
		return state.readOne(ctx)
	}
	state.merge = newShardMerge(prepared)
	for more := true; more; {
		if more, err = state.round(ctx); err != nil {
			return nil, err
		}
	}
	state.page.Token, err = state.tokenOfPage()
	return &state.page, err
}

// Read returns the rows of an access pattern. Rows that belong to no entity of the pattern are in Unreadable. The error
// is a *ModelError if the token belongs to another read or a value cannot be in a key, or it is one of the SDK.
func Read(ctx context.Context, session *Session, request ReadRequest) (*RowPage, error) {
	return readPart(ctx, session, partRequest{ReadRequest: request})
}

// Pages returns the pages, one after the other. Each has Take rows, or without Take the rows of one request. A last
// page without rows is left out. The errors are those of Read, and end the sequence.
func Pages(ctx context.Context, session *Session, request ReadRequest) iter.Seq2[*RowPage, error] {
	request.OneRound = request.Take == 0 && request.ReadAtMost == 0
	return func(yield func(*RowPage, error) bool) {
		next := request
		for {
			page, err := Read(ctx, session, next)
			if err != nil {
				yield(nil, err)
				return
			}
			isEmpty := len(page.Rows) == 0 && len(page.Unreadable) == 0
			if (page.Token == "" && isEmpty) || !yield(page, nil) || page.Token == "" {
				return
			}
			next.After = page.Token
		}
	}
}
