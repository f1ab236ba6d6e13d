// Load reads the items of a collection, with one read or with one read for each member.

package rt

import (
	"context"
	"errors"
	"slices"
	"strings"
)

// A collection's token has a piece for each member that is not single: the page token of its read, or this text if the
// member's items have ended.
const (
	endedPiece    = "-"
	betweenPieces = "."
)

// Returns the pieces, which are empty for an ended member. The error is that of a page token.
func piecesOf(token string, count int, pattern string) ([]string, error) {
	pieces := strings.Split(token, betweenPieces)
	if len(pieces) != count {
		return nil, foreignToken(pattern)
	}
	for i := range pieces {
		if pieces[i] == endedPiece {
			pieces[i] = ""
		}
	}
	return pieces, nil
}

func joinPieces(pieces []string) string {
	out, isOver := slices.Clone(pieces), true
	for i := range out {
		isOver = isOver && out[i] == ""
		if out[i] == "" {
			out[i] = endedPiece
		}
	}
	if isOver {
		return ""
	}
	return strings.Join(out, betweenPieces)
}

// The range of the member's items in the sort key. An empty text means any sort key.
type memberPlace struct {
	text  string
	exact bool // whether no other sort key begins with the text
}

func placeOf(session *Session, read ReadRequest, member *CollectedMember) (memberPlace, error) {
	read.After = ""
	part := &memberPart{entity: member.Entity, alone: true}
	prepared, err := prepareRead(session, partRequest{ReadRequest: read, part: part})
	if err != nil {
		return memberPlace{}, err
	}
	last := prepared.queries[0].last()
	if last.attribute != prepared.sortAttributes()[0] {
		return memberPlace{}, nil
	}
	return memberPlace{text: keyBytes(last.low), exact: last.kind == IsEqual}, nil
}

// Returns false if the keys do not tell the place.
func placeIfKnown(session *Session, read ReadRequest, member *CollectedMember) (memberPlace, bool, error) {
	place, err := placeOf(session, read, member)
	var wrong *ModelError
	if errors.As(err, &wrong) {
		return place, false, nil
	}
	return place, err == nil, err
}

// True if the items of all single members come before those of `counted` in the order of the read.
func singlesComeFirst(session *Session, request *LoadRequest, counted *CollectedMember) (bool, error) {
	many, ok, err := placeIfKnown(session, request.ReadRequest, counted)
	if !ok || err != nil {
		return false, err
	}
	for i := range request.Members {
		if !request.Members[i].Single {
			continue
		}
		single, ok, err := placeIfKnown(session, request.ReadRequest, &request.Members[i])
		if !ok || err != nil {
			return false, err
		}
		isMixed := strings.HasPrefix(single.text, many.text) ||
			(strings.HasPrefix(many.text, single.text) && !single.exact)
		order := strings.Compare(many.text, single.text)
		if isMixed || (order != 0 && (order > 0) != request.isForward()) {
			return false, nil
		}
	}
	return true, nil
}

// The filter of one entity, which lets the items of the others pass.
func filterOfEntity(tag string, filter *EntityFilter) (*Predicate, error) {
	other := Predicate{Kind: AllOf}
	for _, name := range append([]string{filter.Entity.Name}, filter.Entity.Aliases...) {
		isOther := Predicate{Kind: IsNotEqual, Path: Path{Name(tag)}, Values: []AttributeValue{stringValue(name)}}
		other.Children = append(other.Children, isOther)
	}
	own, err := withDefaults(filter.Entity, &filter.Predicate)
	if err != nil {
		return nil, err
	}
	return &Predicate{Kind: AnyOf, Children: []Predicate{other, *own}}, nil
}

// One filter for everything that is read with the member. The error is that it covers items of several entities that no
// tag tells apart.
func filterOfMember(table *Table, pattern string, member *CollectedMember) (*Predicate, error) {
	if len(member.Filters) == 0 {
		return nil, nil
	}
	if len(member.Below) == 0 && len(member.Filters) == 1 {
		return withDefaults(member.Entity, &member.Filters[0].Predicate)
	}
	if table.TypeAttribute == "" {
		return nil, modelError("\"%s\": the items of %s cannot be filtered, because items of other entities are read "+
			"with them, and the table has no type tag that tells them apart", pattern, member.Entity.Name)
	}
	all := &Predicate{Kind: AllOf}
	for i := range member.Filters {
		one, err := filterOfEntity(table.TypeAttribute, &member.Filters[i])
		if err != nil {
			return nil, err
		}
		all.Children = append(all.Children, *one)
	}
	return all, nil
}

// The reads of a collection. `places` are those of the reads in the token, or -1 for a read without a token.
type loadPlan struct {
	reads  []partRequest
	places []int
	pieces []string
}

// True if items of other members may come between the member's items.
func isMixed(places []memberPlace, member int) bool {
	own := places[member]
	if own.exact {
		return false
	}
	for i, place := range places {
		if i == member {
			continue
		}
		if strings.HasPrefix(place.text, own.text) || (!place.exact && strings.HasPrefix(own.text, place.text)) {
			return true
		}
	}
	return false
}

// Makes one read for each member, except for members whose items have ended.
func planMembers(session *Session, request *LoadRequest, pieces []string) (*loadPlan, error) {
	places := make([]memberPlace, len(request.Members))
	for i := range places {
		var err error
		if places[i], err = placeOf(session, request.ReadRequest, &request.Members[i]); err != nil {
			return nil, err
		}
	}
	plan := &loadPlan{pieces: pieces}
	many := 0
	for i := range request.Members {
		member := &request.Members[i]
		filter, err := filterOfMember(request.Table, request.Pattern.Name, member)
		if err != nil {
			return nil, err
		}
		read := request.ReadRequest
		read.Filter, read.After = filter, ""
		place := -1
		if member.Single {
			read.Take = 0
		} else {
			place = many
			read.After = pieces[place]
			many++
		}
		if request.After != "" && !member.Single && read.After == "" {
			continue
		}
		mixed := len(member.Below) > 0 || isMixed(places, i)
		part := &memberPart{entity: member.Entity, below: member.Below, alone: true, mixed: mixed}
		plan.reads = append(plan.reads, partRequest{ReadRequest: read, part: part})
		plan.places = append(plan.places, place)
	}
	return plan, nil
}

func planLoad(session *Session, request *LoadRequest) (*loadPlan, error) {
	var many []*CollectedMember
	isFiltered := false
	for i := range request.Members {
		member := &request.Members[i]
		isFiltered = isFiltered || len(member.Filters) > 0
		if !member.Single {
			many = append(many, member)
		}
	}
	whole := partRequest{ReadRequest: request.ReadRequest}
	if request.Take == 0 && request.After == "" && !isFiltered {
		return &loadPlan{reads: []partRequest{whole}, places: []int{-1}}, nil
	}
	if request.Take != 0 && request.After == "" && !isFiltered && len(many) == 1 {
		first, err := singlesComeFirst(session, request, many[0])
		if err != nil {
			return nil, err
		}
		if first {
			mixed := len(many[0].Below) > 0
			singles := len(request.Members) - 1
			whole.part = &memberPart{entity: many[0].Entity, below: many[0].Below, mixed: mixed, singles: singles}
			return &loadPlan{reads: []partRequest{whole}, places: []int{0}, pieces: []string{""}}, nil
		}
	}
	pieces := make([]string, len(many))
	if request.After != "" {
		var err error
		if pieces, err = piecesOf(request.After, len(many), request.Pattern.Name); err != nil {
			return nil, err
		}
	}
	return planMembers(session, request, pieces)
}

// Load returns all rows of a collection. They come in the order of the keys, or in the order of the members if these
// must be read one by one. With Take, each member that is not single has as many rows, and the token continues all of
// them. The single items are on each page. One request is sent if the single items come first and one member follows
// them, or if no row is cut or filtered. Otherwise one request for each member is sent, side by side. The errors are
// those of Read, and that of keys that do not tell the members apart.
func Load(ctx context.Context, session *Session, request LoadRequest) (*RowPage, error) {
	plan, err := planLoad(session, &request)
	if err != nil {
		return nil, err
	}
	pages, err := sideBySide(plan.reads, func(one partRequest) (*RowPage, error) { return readPart(ctx, session, one) })
	if err != nil {
		return nil, err
	}
	whole := &RowPage{}
	for i, page := range pages {
		if plan.places[i] >= 0 {
			plan.pieces[plan.places[i]] = page.Token
		}
		whole.Rows = append(whole.Rows, page.Rows...)
		// If the members' ranges overlap, a row may be read with several of them.
		for _, row := range page.Unreadable {
			isKnown := func(one *UnreadableRow) bool { return equalMaps(one.Key, row.Key) }
			if !slices.ContainsFunc(whole.Unreadable, isKnown) {
				whole.Unreadable = append(whole.Unreadable, row)
			}
		}
		whole.Cost.add(page.Cost)
	}
	whole.Token = joinPieces(plan.pieces)
	return whole, nil
}
