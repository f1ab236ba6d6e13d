// Takes over a unique value whose owner has expired. The service removes such an owner at some time and leaves its
// sentinel behind. A claim that finds such a sentinel reads the owner. It is then sent again with the actions that end
// the owner's claim.

package rt

import (
	"slices"
)

// A sentinel whose owner has expired or does not exist.
type takeover struct {
	sentinelKey AttributeMap
	ownerKey    AttributeMap
	owner       AttributeMap // as it was read; nil if it does not exist
	claimedBy   int          // in a transaction, the request that claims the value
}

// Returns true if both are of the same sentinel and of the same owner, with equal attributes.
func sameTakeover(a, b *takeover) bool {
	return (a.owner == nil) == (b.owner == nil) && equalMaps(a.owner, b.owner) &&
		equalMaps(a.sentinelKey, b.sentinelKey) && equalMaps(a.ownerKey, b.ownerKey)
}

// Returns the takeover of a sentinel, or nil without one.
func takeoverOfSentinel(all []takeover, key AttributeMap) *takeover {
	for i := range all {
		if equalMaps(all[i].sentinelKey, key) {
			return &all[i]
		}
	}
	return nil
}

// The removal of the owner with its sentinels, on the condition that the owner is still as it was read.
func removalOf(table *Table, entity *Entity, owner AttributeMap, functions map[string]ComputedFunction) (
	[]writeAction, error) {
	attributes := copyOf(owner)
	identify(table, attributes)
	expiry := ""
	if entity.TTL != nil {
		expiry = entity.Fields[*entity.TTL].Attribute
	}
	isAsRead := &Predicate{Kind: IsEqual, Path: Path{Name(expiry)}, Values: []AttributeValue{attributes[expiry]}}
	request := &WriteRequest{
		Kind: Remove, Table: table, Entity: entity, Values: attributes, AnyVersion: true, Condition: isAsRead,
	}
	plan, err := planWrite(request, &storedItem{attributes: attributes}, "", functions)
	if err != nil {
		return nil, err
	}
	return plan.actions, nil
}

func checkGone(table *Table, ownerKey AttributeMap) writeAction {
	expression := newWriteExpression()
	expression.notExists(table.Partition)
	_, texts := expression.texts()
	return writeAction{kind: checkAction, part: partItem, table: table, key: ownerKey, conditionTexts: texts}
}

// Returns the key of the owner to read, if a claim of an entity with time to live failed because of the sentinel
// `found`. nil if the value counts as taken.
func ownerInTheWay(entity *Entity, action *writeAction, found AttributeMap) AttributeMap {
	if entity.TTL == nil || action.part != partClaim || len(found) == 0 {
		return nil
	}
	return ownerOfSentinel(action.table, found)
}

// Returns true if an action failed because its knowledge of a value's earlier owner is out of date. The value may then
// be free, and a write that is planned without takeovers finds that out. `isTakenOver` tells whether the action is a
// claim with a takeover.
func needsNewPlan(part actionPart, isTakenOver bool, found AttributeMap) bool {
	return part == partExpired || (part == partClaim && isTakenOver && len(found) == 0)
}

// Returns true if the owner that was read has the claimed value. If not, the owner has given the value up since, or the
// sentinel was left behind.
func (s *Session) ownerHasValue(claim *writeAction, owner AttributeMap) bool {
	if owner == nil {
		return false
	}
	isClaimed := func(key AttributeMap) bool { return equalMaps(key, claim.key) }
	return slices.ContainsFunc(sentinelsOf(claim.table, owner, s.options.Computed), isClaimed)
}

// Returns the takeover that the owner that was read allows. nil if the owner exists and has not expired.
func (s *Session) takeoverOf(claim *writeAction, ownerKey, owner AttributeMap) *takeover {
	out := &takeover{sentinelKey: claim.key, ownerKey: ownerKey, owner: owner}
	if owner == nil {
		return out
	}
	row := rowOf(claim.table, owner)
	if row.Entity != nil && hasExpired(row.Entity, row.Attributes, s.now()) {
		return out
	}
	return nil
}

func claimAt(actions []writeAction, sentinelKey AttributeMap) int {
	return slices.IndexFunc(actions, func(action writeAction) bool {
		return action.part == partClaim && equalMaps(action.key, sentinelKey)
	})
}

// Returns the actions with a claim that replaces the old owner's sentinel, and with the actions that end the owner: its
// removal with its other sentinels, or a check that it does not exist. They are at the end. The actions stay as they
// are if not one of them claims the value or if one of them writes the owner itself. The error is that the owner's keys
// cannot be made.
func (s *Session) withTakeover(plan []writeAction, entity *Entity, of *takeover) ([]writeAction, error) {
	at := claimAt(plan, of.sentinelKey)
	if at < 0 {
		return plan, nil
	}
	actions := slices.Clone(plan)
	table, unique := actions[at].table, actions[at].unique
	onOwner := slices.IndexFunc(actions, func(one writeAction) bool {
		return one.table == table && equalMaps(one.key, of.ownerKey)
	})
	if onOwner >= 0 && actions[onOwner].part != partExpired {
		return plan, nil
	}
	oldClaim := newWriteExpression()
	for _, name := range namesOf(of.ownerKey) {
		oldClaim.equals(ownerAttribute(name), of.ownerKey[name], nil)
	}
	_, actions[at].conditionTexts = oldClaim.texts()
	if onOwner >= 0 {
		return actions, nil
	}
	ends := []writeAction{checkGone(table, of.ownerKey)}
	if of.owner != nil {
		var err error
		if ends, err = removalOf(table, entity, of.owner, s.options.Computed); err != nil {
			return nil, err
		}
	}
	for _, end := range ends {
		// A value that this write claims gets a new owner. All other values of the old owner become free.
		if claimed := claimAt(actions, end.key); claimed >= 0 {
			actions[claimed].conditionTexts = end.conditionTexts
			continue
		}
		end.part, end.unique = partExpired, unique
		actions = append(actions, end)
	}
	return actions, nil
}

// ---- sentinels of other items
//
// A write of an item that has a unique value without owning its sentinel, because another item owns it. Such duplicates
// exist if a field was made unique in a table that had them. The write must leave that sentinel as it is.
//
// A write is planned as if the item owned the sentinel. If the sentinel turns out to be another item's, the write is
// sent again with a check in place of the action: the sentinel still is another item's. So no sentinel stays behind if
// the item gets it in the meantime.

// The sentinels of other items that one write has met, by their keys.
type foreignSentinels []AttributeMap

func endsOwnership(action *writeAction) bool {
	return action.part == partRelease || action.part == partRepoint
}

func checkForeign(action *writeAction, owner AttributeMap) (writeAction, error) {
	isOther := &Predicate{Kind: AnyOf}
	for _, name := range namesOf(owner) {
		isOther.Children = append(isOther.Children, Predicate{
			Kind: IsNotEqual, Path: Path{Name(ownerAttribute(name))}, Values: []AttributeValue{owner[name]},
		})
	}
	expression := newWriteExpression()
	expression.exists(action.table.Partition)
	err := expression.holds(isOther)
	_, texts := expression.texts()
	return writeAction{
		kind: checkAction, part: action.part, table: action.table, key: action.key, unique: action.unique,
		conditionTexts: texts,
	}, err
}

func (f *foreignSentinels) knows(sentinelKey AttributeMap) bool {
	return slices.ContainsFunc(*f, func(key AttributeMap) bool { return equalMaps(key, sentinelKey) })
}

// Learns from an action of a plan whose condition was refused because of the sentinel `found`. Returns true if the
// write may succeed once spared has changed its plan.
func (f *foreignSentinels) learn(action *writeAction, found AttributeMap) bool {
	if !endsOwnership(action) {
		return false
	}
	// A known sentinel that fails its check is the item's own by now, or is gone.
	if f.knows(action.key) {
		*f = slices.DeleteFunc(*f, func(key AttributeMap) bool { return equalMaps(key, action.key) })
		return true
	}
	if len(found) == 0 || ownerOfSentinel(action.table, found) == nil {
		return false
	}
	*f = append(*f, action.key)
	return true
}

// Returns the plan without the actions that would release these sentinels or give them another owner. `plan` has all
// actions of the write of one item.
func (f *foreignSentinels) spared(plan []writeAction) ([]writeAction, error) {
	if len(plan) == 0 || len(*f) == 0 {
		return plan, nil
	}
	// The key that the item has before the write.
	owner := plan[0].key
	for i := range plan {
		if plan[i].part == partOldItem {
			owner = plan[i].key
			break
		}
	}
	out := slices.Clone(plan)
	for i := range out {
		if endsOwnership(&out[i]) && f.knows(out[i].key) {
			var err error
			if out[i], err = checkForeign(&out[i], owner); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}
