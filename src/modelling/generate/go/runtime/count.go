// CountRows counts the rows of an access pattern on the database, so that the rows do not cross the network.

package rt

import (
	"context"
	"slices"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// The field by which rows of the pattern expire, unless they do not expire.
func expiryOf(pattern *askedPattern, request *ReadRequest) *Field {
	if request.ExpiredToo {
		return nil
	}
	for _, entity := range pattern.entities {
		if entity.TTL != nil {
			return &entity.Fields[*entity.TTL]
		}
	}
	return nil
}

// The condition of rows that have not expired, which is the opposite of hasExpired.
func notExpired(field *Field, session *Session) *Predicate {
	if field == nil {
		return nil
	}
	now := session.now().Unix()
	seconds := func(at int64) AttributeValue { return numberValue(strconv.FormatInt(at, 10)) }
	past := Predicate{
		Kind: IsBetween, Path: Path{Name(field.Attribute)},
		Values: []AttributeValue{seconds(now - longestPastSeconds), seconds(now)},
	}
	return &Predicate{Kind: Not, Children: []Predicate{past}}
}

// Reads and counts the rows, if a filter of the database cannot tell which rows readers may see.
func countByReading(ctx context.Context, session *Session, request ReadRequest) (int, Cost, error) {
	page, err := Read(ctx, session, request)
	if err != nil {
		return 0, Cost{}, err
	}
	return len(page.Rows) + len(page.Unreadable), page.Cost, nil
}

// Sends the queries side by side, until each has ended.
func countQueries(ctx context.Context, session *Session, prepared *preparedRead) (count int, cost Cost, err error) {
	positions := make([]queryPosition, len(prepared.queries))
	for i := range positions {
		positions[i] = prepared.startOf(i)
	}
	for {
		var round []int
		for i := range positions {
			if positions[i].kind != atEnd {
				round = append(round, i)
			}
		}
		if len(round) == 0 {
			return count, cost, nil
		}
		cost.Requests += len(round)
		answers, err := sideBySide(round, func(query int) (*dynamodb.QueryOutput, error) {
			request, err := prepared.queryRequest(query, positions[query])
			if err != nil {
				return nil, err
			}
			request.Select = types.SelectCount
			return session.client.Query(ctx, request)
		})
		if err != nil {
			return 0, cost, err
		}
		for i, answer := range answers {
			count += int(answer.Count)
			cost.Evaluated += int(answer.ScannedCount)
			cost.Returned += int(answer.Count)
			cost.addReported(answer.ConsumedCapacity)
			positions[round[i]] = positionAfter(answer)
		}
	}
}

// CountRows returns the number of rows on all pages. Only the numbers come over the wire, unless no filter can tell
// which rows count. Rows that could not be read are counted too. The errors are those of Read, and that of a request
// with Take or ReadAtMost.
func CountRows(ctx context.Context, session *Session, request ReadRequest) (int, Cost, error) {
	if request.Take != 0 || request.ReadAtMost != 0 {
		return 0, Cost{}, modelError("count counts all items: leave out take and read_at_most")
	}
	pattern := askedOf(request.Table, request.Pattern)
	index := pattern.plan.Index
	expires := expiryOf(pattern, &request)
	// A filter can use only attributes that the index projects and that are not key attributes.
	canFilter := expires == nil || (len(pattern.entities) == 1 && holdsAttribute(pattern.table, index, expires) &&
		!slices.Contains(keyAttributes(pattern.table, index), expires.Attribute))
	asAsked := matchOf(pattern, request.Values, request.Range).asFilter()
	if pattern.plan.Operation == OperationGetItem || !canFilter || asAsked == nil {
		return countByReading(ctx, session, request)
	}
	if len(asAsked.Children) == 0 {
		asAsked = nil
	}
	filtered := request
	filtered.Filter = allOf(allOf(asAsked, request.Filter), notExpired(expires, session))
	prepared, err := prepareRead(session, partRequest{ReadRequest: filtered})
	if err != nil {
		return 0, Cost{}, err
	}
	if prepared.queries[0].excluded != nil || prepared.hasNextBucket() {
		return countByReading(ctx, session, request)
	}
	return countQueries(ctx, session, prepared)
}
