// Plans turn a write request into the actions that carry it out. They need no database.
//
// A single action is sent by itself, and several actions form one transaction. A plan made from a read item is
// conditional on the attributes that it used (`read`). If one of them has changed since, the write must be planned
// again.
//
// How a write becomes requests
//  1. The primary key of the item is composed, or taken from the stored item, which the caller read before if the write
//     depends on stored values.
//  2. The kind of the write makes the action on the item: a put of all attributes, an update expression, a deletion,
//     or a condition check. A move is a put at the new key and a deletion at the old one.
//  3. The keys of indexes and the version are added to the action, and each field of the stored item that was used
//     becomes a condition of it.
//  4. Unique fields add puts, deletions or checks of sentinels, so the write becomes a transaction.

package rt

// The actions of one write, and its outcome as far as the request determines it.
type writePlan struct {
	actions    []writeAction // the first is on the request's item
	writeID    string        // stored by the write; empty without a version
	repeatable bool          // whether a second execution has no further effect
	// The item after the write, with the fields that only keys hold, if the request determines it: of Create, Put and
	// Move.
	row  AttributeMap
	read AttributeMap // the attributes of the read item that the plan used; nil marks an absent attribute
}

func needsItem(request *WriteRequest) bool {
	if request.Kind == Update || request.Kind == Move || request.ExpectedVersion != nil {
		return true
	}
	return request.Kind == Remove && request.MustExist
}

// The fields of an item that another program wrote need not give its key.
func keyOfWrite(request *WriteRequest, stored *storedItem) (AttributeMap, error) {
	if (request.Kind == Update || request.Kind == Remove) && stored != nil {
		if key := primaryKeyOf(request.Table, stored.attributes); len(key) > 0 {
			return key, nil
		}
	}
	return composePrimary(request.Entity, request.Values)
}

func (p *planning) planRemove() error {
	mayBeThere := p.stored == nil || p.stored.attributes != nil
	if err := p.planSentinels(existence{before: mayBeThere}, p.key); err != nil {
		return err
	}
	expression := newWriteExpression()
	if p.request.MustExist {
		expression.exists(p.table.Partition)
	}
	if !mayBeThere {
		expression.notExists(p.table.Partition)
	}
	if err := p.addConditions(expression); err != nil {
		return err
	}
	p.addReadConditions(expression)
	p.addAction(deleteAction, partItem, p.key, expression, nil)
	p.addSentinels()
	return nil
}

func (p *planning) planCheck() error {
	expression := newWriteExpression()
	if err := p.addConditions(expression); err != nil {
		return err
	}
	if len(expression.conditions) == 0 || p.request.MustExist {
		expression.exists(p.table.Partition)
	}
	p.addAction(checkAction, partItem, p.key, expression, nil)
	return nil
}

func (p *planning) planKind() error {
	switch p.request.Kind {
	case Create, Put:
		return p.planPut()
	case Update, Upsert:
		return p.planUpdate()
	case Remove:
		return p.planRemove()
	case Check:
		return p.planCheck()
	}
	return p.planMove()
}

// Returns the plan of a write. `stored` is the result of a consistent read, or nil if no item was read. If it has an
// item, the write is on the primary key that this item has, also if the fields give another one. `writeID` is a text
// that no other write uses. The error is a *ModelError if the request lacks a value, contradicts itself or breaks a
// rule, or if a value cannot be in a key, and *WriteRefused if the read item does not exist but the request needs it.
// Requires: `stored` is given if needsRead is true.
func planWrite(request *WriteRequest, stored *storedItem, writeID string, functions map[string]ComputedFunction) (
	*writePlan, error) {
	if err := checkWrite(request); err != nil {
		return nil, err
	}
	key, err := keyOfWrite(request, stored)
	if err != nil {
		return nil, err
	}
	if stored != nil && stored.attributes == nil && needsItem(request) {
		return nil, &WriteRefused{Reason: ItemMissing, Message: request.Entity.Name + ": there is no such item"}
	}
	plan := newPlanning(request, stored, key)
	plan.writeID, plan.functions = writeID, functions
	if err := plan.planKind(); err != nil {
		return nil, err
	}
	out := &writePlan{actions: plan.actions, repeatable: plan.repeatable, row: plan.row, read: plan.read}
	if request.Entity.Version != nil && request.Kind != Remove && request.Kind != Check {
		out.writeID = writeID
	}
	return out, nil
}

// ---- tells by the stored item whether a write was carried out

// Returns true if the stored item proves that the plan was carried out, because it has the plan's write id.
func (p *writePlan) isWritten(item AttributeMap) bool {
	id, ok := asString(item[writeIDAttribute])
	return ok && p.writeID != "" && id == p.writeID
}

// Returns true if the stored item equals the one that the plan writes. For a plan without a write id this proves that
// the item is right, but not who wrote it.
func (p *writePlan) isEqual(item AttributeMap) bool {
	return p.actions[0].item != nil && item != nil && equalItems(item, p.actions[0].item)
}

func versionIn(value AttributeValue) (int64, bool) {
	if number := numberIn(value); number != nil {
		return number.int64()
	}
	return 0, false
}

// Returns true if the stored item proves that the plan was not carried out, because it has another write id and its
// version is not above the one that the plan gives. It cannot tell an item that was removed and created again from an
// unchanged one.
func (p *writePlan) isSurelyUnwritten(request *WriteRequest, item AttributeMap) bool {
	if p.writeID == "" || len(item) == 0 || p.isWritten(item) {
		return false
	}
	attribute := versionAttribute(request.Entity)
	given := p.actions[0].item[attribute]
	written, ok := versionIn(given) // the version that the write gives the item
	if given == nil && request.ExpectedVersion != nil {
		written, ok = *request.ExpectedVersion+1, true
	}
	is, isKnown := int64(0), true
	if stored := item[attribute]; stored != nil {
		is, isKnown = versionIn(stored)
	}
	return ok && isKnown && is <= written
}
