// The state of a plan in the making, with the parts that several kinds of writes share.

package rt

import (
	"slices"
	"strconv"
)

// The attribute beside a version. It holds the id of the last versioned write, so that a repetition of this write is
// recognised.
const writeIDAttribute = "_write_id"

func wholeValue(number int64) AttributeValue { return numberValue(strconv.FormatInt(number, 10)) }

// Returns the name of the attribute that stores the version.
// Requires: the entity has one.
func versionAttribute(entity *Entity) string { return entity.Fields[*entity.Version].Attribute }

// One write that is being planned.
type planning struct {
	request    *WriteRequest
	stored     *storedItem // nil if no item was read
	writeID    string
	functions  map[string]ComputedFunction
	key        AttributeMap // the primary key of the request's item
	table      *Table
	entity     *Entity
	states     *fieldStates
	actions    []writeAction
	repeatable bool
	row        AttributeMap
	read       AttributeMap // the attributes of the read item that the plan used; nil marks an absent attribute
	sentinels  []writeAction
}

func newPlanning(request *WriteRequest, stored *storedItem, key AttributeMap) *planning {
	return &planning{
		request: request, stored: stored, key: key, table: request.Table, entity: request.Entity,
		states: newFieldStates(request, stored), repeatable: true, read: make(AttributeMap),
	}
}

func (p *planning) attribute(field int) string { return p.entity.Fields[field].Attribute }

// Returns the value that the read item has, or nil.
func (p *planning) storedValue(name string) AttributeValue {
	if p.stored == nil {
		return nil
	}
	return p.stored.attributes[name]
}

// Adds the request's conditions and the version check. A condition that a default meets also accepts an item without
// the attribute, so it needs the additional condition that the item exists.
func (p *planning) addConditions(expression *writeExpression) error {
	request := p.request
	if request.Kind != Update && request.Kind != Move {
		asks, err := p.asksForDefaults()
		if err != nil {
			return err
		}
		if asks {
			expression.exists(p.table.Partition)
		}
	}
	if request.ExpectedVersion != nil {
		name := versionAttribute(p.entity)
		expression.equals(name, wholeValue(*request.ExpectedVersion), defaultOf(p.entity, name))
	}
	for _, name := range namesOf(request.Given) {
		value := request.Given[name]
		if field, _ := fieldOfAttribute(p.entity, name); value == nil && field != nil && field.Optional &&
			!p.setsIfAbsent(name) {
			expression.isEmpty(name)
		} else {
			expression.equals(name, value, defaultOf(p.entity, name))
		}
	}
	if request.Condition == nil {
		return nil
	}
	condition, err := withDefaults(p.entity, request.Condition)
	if err != nil {
		return err
	}
	return expression.holds(condition)
}

// Makes the write depend on the fields of the read item that were used. It must be called after the last use.
func (p *planning) addReadConditions(expression *writeExpression) {
	for _, field := range p.states.consulted() {
		if !p.entity.Fields[field].KeyOnly {
			p.dependOn(p.attribute(field))
			continue
		}
		for _, attribute := range indexAttributes(p.entity) {
			if holdsField(attribute, field) {
				p.dependOn(attribute.Attribute)
			}
		}
	}
	if p.stored != nil && p.request.ReturnsOld {
		for i := range p.entity.Fields {
			if !p.entity.Fields[i].KeyOnly {
				p.dependOn(p.entity.Fields[i].Attribute)
			}
		}
	}
	for _, name := range namesOf(p.read) {
		expression.equals(name, p.read[name], nil)
	}
}

func (p *planning) dependOn(name string) { p.read[name] = p.storedValue(name) }

func (p *planning) planSentinels(is existence, newKey AttributeMap) (err error) {
	p.sentinels, err = uniqueActions(p.request, is, p.states, p.key, newKey)
	return err
}

func (p *planning) addSentinels() { p.actions = append(p.actions, p.sentinels...) }

func (p *planning) addAction(kind actionKind, part actionPart, key AttributeMap, expression *writeExpression,
	item AttributeMap) {
	action := writeAction{
		kind: kind, part: part, returnsOld: p.request.ReturnsOld, table: p.table, key: key, item: item,
	}
	action.update, action.conditionTexts = expression.texts()
	p.actions = append(p.actions, action)
}

// Returns the version after the stored one. The write then depends on the stored version.
func (p *planning) versionAfterRead() (int64, error) {
	if p.entity.Version == nil {
		return 1, nil
	}
	text, ok := asNumber(p.states.before(*p.entity.Version).value)
	if !ok {
		return 1, nil
	}
	if number := readNumber(text); number != nil {
		if stored, ok := number.int64(); ok {
			return p.versionAfter(stored)
		}
	}
	return 0, p.noVersionAfter(text)
}

func (p *planning) versionAfter(version int64) (int64, error) {
	if version >= lastVersion {
		return 0, p.noVersionAfter(strconv.FormatInt(version, 10))
	}
	return version + 1, nil
}

// Checks fields that are key attributes of an index themselves. The database applies its rules for keys to them even if
// the model leaves the item out of that index.
func (p *planning) checkNaturalKeys(values AttributeMap) error {
	for i := range p.entity.Indexes {
		for _, one := range p.entity.Indexes[i].attributes() {
			if !one.attribute.Natural || values[one.attribute.Attribute] == nil {
				continue
			}
			if _, err := compose(one.attribute, one.role, p.entity, values); err != nil {
				return &ModelError{Message: p.entity.Name + ": " + err.Error(), Err: err}
			}
		}
	}
	return nil
}

func (p *planning) noVersionAfter(version string) error {
	name := ""
	if p.entity.Version != nil {
		name = p.entity.Fields[*p.entity.Version].Name
	}
	return modelError("%s: no version follows %s, because the member %s counts only to %d: give it a type of 64 bits, "+
		"or remove the item and create it again", p.entity.Name, version, name, lastVersion)
}

// if_not_exists() keeps a NULL, so such a change must know whether the attribute is absent or NULL.
func (p *planning) setsIfAbsent(name string) bool {
	return slices.ContainsFunc(p.request.Changes, func(change Change) bool {
		return change.Kind == SetIfAbsent && len(change.Path) == 0 && p.attribute(change.Field) == name
	})
}

func (p *planning) asksForDefaults() (bool, error) {
	request := p.request
	if request.ExpectedVersion != nil && defaultOf(p.entity, versionAttribute(p.entity)) != nil {
		return true, nil
	}
	for name := range request.Given {
		if defaultOf(p.entity, name) != nil {
			return true, nil
		}
	}
	if request.Condition == nil {
		return false, nil
	}
	return comparesDefaults(p.entity, request.Condition)
}
