// Turns the calls of a file into those of the run time, and their results into the form of the recorded ones.

package main

import (
	"context"
	"fmt"
	"reflect"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/aws"

	rt "partita.example/languages/runtime"
)

// Returns a map of pairs of a name and a value. Absent values are left out, unless they mean something.
func mapOf(tree any, keepsAbsent bool) rt.AttributeMap {
	out := make(rt.AttributeMap)
	for _, pair := range tree.([]any) {
		name, value := pair.([]any)[0].(string), valueOf(pair.([]any)[1])
		if value != nil || keepsAbsent {
			out[name] = value
		}
	}
	return out
}

func pathOf(tree any) rt.Path {
	return each(tree, func(step any) rt.PathStep {
		if name, ok := step.(string); ok {
			return rt.Name(name)
		}
		return rt.Element(int(step.(float64)))
	})
}

func predicateOf(tree any) rt.Predicate {
	of := tree.(fields)
	out := rt.Predicate{Kind: rt.PredicateKind(of["kind"].(string))}
	if path, ok := of["path"]; ok {
		out.Path = pathOf(path)
	}
	if values, ok := of["values"]; ok {
		out.Values = each(values, valueOf)
	}
	if children, ok := of["children"]; ok {
		out.Children = each(children, predicateOf)
	}
	return out
}

func ifPredicate(tree any) *rt.Predicate {
	if tree == nil {
		return nil
	}
	out := predicateOf(tree)
	return &out
}

func isSet(of fields, name string) bool {
	is, _ := of[name].(bool)
	return is
}

func numberIn(of fields, name string) int {
	number, _ := of[name].(float64)
	return int(number)
}

type player struct {
	session *rt.Session
	model   *rt.Model
	token   string
}

func (p *player) table(name any) *rt.Table {
	for i := range p.model.Tables {
		if p.model.Tables[i].Name == name {
			return &p.model.Tables[i]
		}
	}
	panic(fmt.Sprintf("no table %v", name))
}

func (p *player) read(call fields) rt.ReadRequest {
	pattern := &p.model.Patterns[numberIn(call, "pattern")]
	out := rt.ReadRequest{
		Table: &p.model.Tables[pattern.Table], Pattern: pattern, Values: mapOf(call["values"], false),
		Take: numberIn(call, "take"), ReadAtMost: numberIn(call, "readAtMost"), Filter: ifPredicate(call["filter"]),
		ExpiredToo: isSet(call, "expiredToo"),
	}
	if ends, ok := call["range"].(fields); ok {
		kind := rt.PredicateKind(ends["kind"].(string))
		out.Range = &rt.SortRange{Kind: kind, Low: valueOf(ends["low"]), High: valueOf(ends["high"])}
	}
	if forward, ok := call["forward"].(bool); ok {
		out.Reverse = forward != pattern.Plan.Forward
	}
	if consistent, ok := call["consistent"].(bool); ok {
		out.Consistent = aws.Bool(consistent)
	}
	if isSet(call, "afterLast") {
		out.After = p.token
	}
	return out
}

func changeOf(tree any) rt.Change {
	of := tree.(fields)
	out := rt.Change{
		Kind: rt.ChangeKind(of["kind"].(string)), Field: numberIn(of, "field"), OfElement: isSet(of, "ofElement"),
		Value: valueOf(of["value"]),
	}
	if path, ok := of["path"]; ok {
		out.Path = pathOf(path)
	}
	if ends, ok := of["range"].(fields); ok {
		least, _ := strconv.ParseInt(ends["least"].(string), 10, 64)
		most, _ := strconv.ParseUint(ends["most"].(string), 10, 64)
		out.Range = &rt.WholeRange{Least: least, Most: most}
	}
	return out
}

func (p *player) write(tree any) rt.WriteRequest {
	call := tree.(fields)
	table := p.table(call["table"])
	out := rt.WriteRequest{
		Kind: rt.WriteKind(call["kind"].(string)), Table: table, Entity: &table.Entities[numberIn(call, "entity")],
		Values: mapOf(call["values"], false), ReadFirst: isSet(call, "readFirst"), MustExist: isSet(call, "mustExist"),
		ReturnsOld: isSet(call, "returnsOld"), AnyVersion: isSet(call, "anyVersion"),
		Condition: ifPredicate(call["condition"]),
	}
	if moved, ok := call["movedTo"]; ok {
		out.MovedTo = mapOf(moved, false)
	}
	if given, ok := call["given"]; ok {
		out.Given = mapOf(given, true)
	}
	if changes, ok := call["changes"]; ok {
		out.Changes = each(changes, changeOf)
	}
	if text, ok := call["expectedVersion"].(string); ok {
		version, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			panic(err)
		}
		out.ExpectedVersion = &version
	}
	return out
}

func (p *player) gets(tree any) []rt.GetRequest {
	return each(tree, func(one any) rt.GetRequest {
		of := one.(fields)
		table := p.table(of["table"])
		return rt.GetRequest{
			Table: table, Entity: &table.Entities[numberIn(of, "entity")], Values: mapOf(of["values"], false),
		}
	})
}

func (p *player) row(row *rt.Row) any {
	if row == nil {
		return nil
	}
	for i := range p.model.Tables {
		for k := range p.model.Tables[i].Entities {
			if &p.model.Tables[i].Entities[k] == row.Entity {
				return fields{"entity": float64(k), "attributes": treeOf(reflect.ValueOf(row.Attributes))}
			}
		}
	}
	panic("a row of no entity")
}

func (p *player) rows(page *rt.RowPage) fields {
	rows := make([]any, len(page.Rows))
	for i := range rows {
		rows[i] = p.row(&page.Rows[i])
	}
	return fields{
		"rows": rows, "hasToken": page.Token != "", "unreadable": float64(len(page.Unreadable)),
		"stale": float64(page.Cost.Stale), "requests": float64(page.Cost.Requests),
	}
}

func (p *player) keyed(answer *rt.KeyedRows, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	rows := make([]any, len(answer.Rows))
	for i := range rows {
		rows[i] = p.row(answer.Rows[i])
	}
	return fields{"rows": rows}, nil
}

func (p *player) playRead(ctx context.Context, call fields) (any, error) {
	request := p.read(call)
	page, err := (*rt.RowPage)(nil), error(nil)
	if members, ok := call["members"]; ok {
		all := each(members, func(one any) rt.CollectedMember {
			of := one.(fields)
			entity := &request.Table.Entities[numberIn(of, "entity")]
			return rt.CollectedMember{Entity: entity, Single: isSet(of, "single")}
		})
		page, err = rt.Load(ctx, p.session, rt.LoadRequest{ReadRequest: request, Members: all})
	} else {
		page, err = rt.Read(ctx, p.session, request)
	}
	if err != nil {
		return nil, err
	}
	p.token = page.Token
	return p.rows(page), nil
}

func (p *player) playWrite(ctx context.Context, call fields) (any, error) {
	answer, err := rt.WriteItem(ctx, p.session, p.write(call["write"]))
	if err != nil {
		return nil, err
	}
	out := fields{"requests": float64(answer.Cost.Requests)}
	if answer.Row != nil {
		out["row"] = []any{p.row(answer.Row)}
	}
	if answer.Old != nil {
		out["old"] = []any{p.row(answer.Old)}
	}
	return out, nil
}

// The result has the form of the recorded one.
func (p *player) play(ctx context.Context, call fields) (any, error) {
	switch call["call"] {
	case "read", "load":
		return p.playRead(ctx, call)
	case "count":
		count, _, err := rt.CountRows(ctx, p.session, p.read(call))
		return fields{"count": float64(count)}, err
	case "batchGet":
		return p.keyed(rt.BatchGet(ctx, p.session, p.gets(call["gets"]), isSet(call, "consistent")))
	case "transactGet":
		return p.keyed(rt.Snapshot(ctx, p.session, p.gets(call["gets"])))
	case "write":
		return p.playWrite(ctx, call)
	case "transact":
		_, err := rt.Transact(ctx, p.session, each(call["writes"], p.write))
		return fields{}, err
	case "batchWrite":
		_, err := rt.BatchWrite(ctx, p.session, each(call["writes"], p.write))
		return fields{}, err
	}
	return nil, fmt.Errorf("unknown call %v", call["call"])
}
