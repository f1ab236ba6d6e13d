// Rows made from stored items: the entity of an item, whether readers still see it, and the reports of unusable ones.

package rt

import (
	"fmt"
	"maps"
	"time"
)

// An item with the fields that only its keys hold.
type storedRow struct {
	entity *Entity // nil: it belongs to no entity of the table
	item   AttributeMap
	added  AttributeMap
}

// Returns the row of an item that was read through an index or, without one, from the table.
func storedRowOf(table *Table, index *int, item AttributeMap) *storedRow {
	added := AttributeMap{}
	entity := identifyStored(table, item, added)
	if entity != nil {
		addFieldsOfKey(table, entity, index, item, added)
	}
	return &storedRow{entity: entity, item: item, added: added}
}

// The item itself if no field is in its keys only: the attributes of a row are never changed.
func (r *storedRow) allAttributes() AttributeMap {
	if len(r.added) == 0 {
		return r.item
	}
	all := copyOf(r.item)
	maps.Copy(all, r.added)
	return all
}

// Returns the row as it is handed out.
func (r *storedRow) handedOut() Row {
	return Row{Entity: r.entity, Attributes: r.allAttributes()}
}

// Returns the report of a row that cannot be used.
func (r *storedRow) unreadable(table *Table, message string) *UnreadableRow {
	out := &UnreadableRow{Message: message, Key: primaryKeyOf(table, r.allAttributes())}
	if r.entity != nil {
		out.Entity = r.entity.Name
	}
	return out
}

// Returns true if the row's time to live has passed. Rows of no entity never expire.
func (r *storedRow) isExpired(session *Session) bool {
	return r.entity != nil && r.entity.TTL != nil && hasExpired(r.entity, r.allAttributes(), session.now())
}

// The service does not remove an item whose time to live lies further back.
const longestPastSeconds = 5 * 365 * 24 * 60 * 60

// Returns true if the time to live has passed, by the service's rule: the attribute is a number of seconds, not after
// now and not more than five years before now. `attributes` has the fields that only keys hold.
func hasExpired(entity *Entity, attributes AttributeMap, now time.Time) bool {
	if entity.TTL == nil {
		return false
	}
	seconds := numberIn(attributes[entity.Fields[*entity.TTL].Attribute])
	if seconds == nil {
		return false
	}
	end := now.Unix()
	return compareNumbers(seconds, numberOfInt(end)) <= 0 &&
		compareNumbers(seconds, numberOfInt(end-longestPastSeconds)) >= 0
}

// Returns the reason why the pattern cannot use an item of an entity that it does not name.
func misfit(pattern *askedPattern, row *storedRow) string {
	table := pattern.table
	reader := fmt.Sprintf("The access pattern \"%s\"", pattern.name)
	if pattern.plan.Operation == OperationSearch {
		reader = fmt.Sprintf("The search \"%s\"", pattern.name)
	}
	advice := "Name the entity in the pattern, or give its keys another shape"
	// The pattern of a get has the name of its entity.
	isGet := pattern.plan.Operation == OperationGetItem && len(pattern.entities) == 1
	if isGet && pattern.name == pattern.first().Name {
		reader = "The get of the entity " + pattern.name
		advice = "Give the keys of one of them another shape"
	}
	key := spellMap(primaryKeyOf(table, row.item))
	if row.entity != nil {
		return fmt.Sprintf("%s read an item of the entity %s, which it does not name: %s. %s",
			reader, row.entity.Name, key, advice)
	}
	renamed := ""
	if tag := row.item[table.TypeAttribute]; table.TypeAttribute != "" && tag != nil {
		renamed = fmt.Sprintf(". Its type tag is %s: if a newer program has given an entity this tag, add "+
			"pt::tag_alias with the tag to that entity here", spell(tag))
	}
	return fmt.Sprintf("%s read an item that belongs to no entity of the table %s: %s. Declare an entity for it or "+
		"remove it; verify() lists all such items%s", reader, table.Name, key, renamed)
}
