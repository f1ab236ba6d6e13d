// shardMerge joins the answers of queries that run side by side into one answer in the order of the sort key.
//
// Invariant: a row is handed out only while every query that has not ended has a row waiting. So no row can come later
// that belongs before it. A query's position is directly after its last item that was handed out.

package rt

import "github.com/aws/aws-sdk-go-v2/service/dynamodb"

type queryState struct {
	items     []AttributeMap // of the last page
	handedOut int            // of the items
	pageStart queryPosition  // before the last page
	next      queryPosition  // after the last page
}

func (q *queryState) isWaiting() bool { return q.handedOut < len(q.items) }
func (q *queryState) isOver() bool    { return !q.isWaiting() && q.next.kind == atEnd }

type shardMerge struct {
	prepared *preparedRead
	queries  []queryState
	order    []string
}

func newShardMerge(prepared *preparedRead) *shardMerge {
	merge := &shardMerge{prepared: prepared, order: prepared.sortAttributes()}
	merge.queries = make([]queryState, len(prepared.queries))
	for i := range merge.queries {
		start := prepared.startOf(i)
		merge.queries[i] = queryState{pageStart: start, next: start}
	}
	return merge
}

// Returns the numbers of the queries that may have more rows but have no row waiting. If no query is left, take
// can continue or all queries have ended.
func (m *shardMerge) dry() []int {
	var numbers []int
	for i := range m.queries {
		if query := &m.queries[i]; !query.isWaiting() && query.next.kind != atEnd {
			numbers = append(numbers, i)
		}
	}
	return numbers
}

// Returns true if all queries have ended and all their rows were handed out.
func (m *shardMerge) ended() bool {
	for i := range m.queries {
		if !m.queries[i].isOver() {
			return false
		}
	}
	return true
}

// Adds a page of a query, which must be dry.
func (m *shardMerge) add(number int, page *dynamodb.QueryOutput) {
	query := &m.queries[number]
	query.pageStart = query.next
	query.next = positionAfter(page)
	query.handedOut = 0
	query.items = page.Items
}

// Returns the next item, or nil if a query is dry or all have ended.
func (m *shardMerge) take() AttributeMap {
	var first *queryState
	for i := range m.queries {
		query := &m.queries[i]
		if !query.isWaiting() {
			if query.next.kind != atEnd {
				return nil
			}
		} else if first == nil || m.isBefore(query, first) {
			first = query
		}
	}
	if first == nil {
		return nil
	}
	first.handedOut++
	return first.items[first.handedOut-1]
}

// Returns the position of each query after the items that take has handed out.
func (m *shardMerge) positions() []queryPosition {
	names := keyAttributes(m.prepared.pattern.table, m.prepared.pattern.plan.Index)
	out := make([]queryPosition, len(m.queries))
	for i := range m.queries {
		query := &m.queries[i]
		switch {
		case !query.isWaiting():
			out[i] = query.next
		case query.handedOut == 0:
			out[i] = query.pageStart
		default:
			out[i] = queryPosition{kind: afterKey, key: onlyNamed(names, query.items[query.handedOut-1])}
		}
	}
	return out
}

func (m *shardMerge) isBefore(a, b *queryState) bool {
	left, right := a.items[a.handedOut], b.items[b.handedOut]
	for _, name := range m.order {
		if order, _ := orderBetween(left[name], right[name]); order != 0 {
			return (order < 0) == m.prepared.forward
		}
	}
	return false
}

// Returns the position from which a query continues after one of its pages.
func positionAfter(page *dynamodb.QueryOutput) queryPosition {
	if len(page.LastEvaluatedKey) > 0 {
		return queryPosition{kind: afterKey, key: page.LastEvaluatedKey}
	}
	return queryPosition{kind: atEnd}
}
