// Plans of updates and upserts.

package rt

import "slices"

// Makes a change that meets a NULL, which other programs write for empty, start from an absent value. `absent` is the
// start value, as in writeExpression.apply.
func (p *planning) withNullAbsent(change Change, absent AttributeValue) Change {
	if !startsFromStored(&change) {
		return change
	}
	field := &p.entity.Fields[change.Field]
	value := p.storedValue(field.Attribute)
	if value == nil || !meetsNull(field, &change, value) {
		return change
	}
	changed, ok := changeOfAbsent(change, absent)
	if ok {
		p.dependOn(field.Attribute)
		return changed
	}
	return change
}

// A set in a list or map stays in its place if it gets empty. false if no element is to be removed from it.
func (p *planning) withPlaceKept(change Change) (Change, bool) {
	if change.Kind != RemoveFromSet || !change.OfElement || p.stored == nil || p.stored.attributes == nil {
		return change, true
	}
	name := p.attribute(change.Field)
	p.dependOn(name)
	return withoutElements(change, p.stored.attributes[name])
}

// An index whose key is the field's own attribute finds the default only if the default is stored.
func (p *planning) withNaturalDefault(change Change) Change {
	name := p.attribute(change.Field)
	value := defaultOf(p.entity, name)
	if change.Kind != Erase || len(change.Path) > 0 || value == nil {
		return change
	}
	isNaturalKey := func(part *KeyAttribute) bool { return part.Natural && part.Attribute == name }
	if slices.ContainsFunc(indexAttributes(p.entity), isNaturalKey) {
		return Change{Kind: Set, Field: change.Field, Value: value}
	}
	return change
}

func (p *planning) addChanges(expression *writeExpression) error {
	changes := p.request.Changes
	for i := range changes {
		kept, ok := p.withPlaceKept(changes[i])
		if !ok {
			continue
		}
		start := startOf(p.request, i)
		change := p.withNullAbsent(p.withNaturalDefault(kept), start)
		if i+1 < len(changes) && isStartOf(&change, &changes[i+1]) {
			continue
		}
		if change.Kind == Increment || change.Kind == Append || change.Kind == Prepend {
			p.repeatable = false
		}
		if p.entity.Fields[change.Field].KeyOnly {
			continue
		}
		name := p.attribute(change.Field)
		if (change.Kind == Set || change.Kind == SetIfAbsent) && len(change.Path) == 0 && change.Value != nil {
			if err := p.checkNaturalKeys(AttributeMap{name: change.Value}); err != nil {
				return err
			}
		}
		if err := expression.apply(&change, name, start); err != nil {
			return err
		}
	}
	return nil
}

// The largest version that may be incremented. nil for a signed version: it never reaches its end in practice, so its
// writes need no condition.
func (p *planning) mostBeforeIncrement(version *Field) *int64 {
	if version.Kind == KindInteger {
		return nil
	}
	most := lastVersion - 1
	return &most
}

func (p *planning) addVersion(expression *writeExpression) error {
	if p.entity.Version == nil {
		return nil
	}
	version := *p.entity.Version
	field := &p.entity.Fields[version]
	if p.request.ExpectedVersion != nil {
		next, err := p.versionAfter(*p.request.ExpectedVersion)
		if err != nil {
			return err
		}
		p.states.setAfter(version, fieldState{known: true, value: wholeValue(next)})
		expression.set(field.Attribute, wholeValue(next))
	} else if err := p.addNextVersion(expression, version, field); err != nil {
		return err
	}
	expression.set(writeIDAttribute, stringValue(p.writeID))
	return nil
}

// Adds the version of a write that expects no version.
func (p *planning) addNextVersion(expression *writeExpression, version int, field *Field) error {
	// The stored version is used only if an index key holds the version.
	var state fieldState
	isInKey := func(part *KeyAttribute) bool { return holdsField(part, version) }
	if p.stored != nil && slices.ContainsFunc(indexAttributes(p.entity), isInKey) {
		next, err := p.versionAfterRead()
		if err != nil {
			return err
		}
		state = fieldState{known: true, value: wholeValue(next)}
	}
	p.states.setAfter(version, state)
	// The service cannot add to a NULL.
	if value := p.storedValue(field.Attribute); value == nil || !countsAsAbsent(field, value) {
		expression.incrementVersion(field.Attribute, defaultOf(p.entity, field.Attribute), p.mostBeforeIncrement(field))
		return nil
	}
	next, err := p.versionAfterRead()
	if err != nil {
		return err
	}
	p.dependOn(field.Attribute)
	expression.set(field.Attribute, wholeValue(next))
	return nil
}

// Adds the attributes that a created item has beyond its changes.
func (p *planning) addRestOfUpsert(expression *writeExpression) {
	if p.table.TypeAttribute != "" {
		expression.set(p.table.TypeAttribute, stringValue(p.entity.Name))
	}
	for _, position := range primaryFields(p.entity) {
		field := &p.entity.Fields[position]
		value := p.request.Values[field.Attribute]
		if value == nil {
			continue
		}
		p.states.keep(position, value)
		if !field.KeyOnly && p.key[field.Attribute] == nil {
			expression.set(field.Attribute, value)
		}
	}
}

// Adds the computed fields and the keys of indexes.
func (p *planning) addConsequences(expression *writeExpression) error {
	computed, err := computedChanges(p.request, p.states, p.functions)
	if err != nil {
		return err
	}
	for _, name := range namesOf(computed) {
		if value := computed[name]; value != nil {
			expression.set(name, value)
		} else {
			expression.remove(name)
		}
	}
	keys, err := keyChangesOf(p.request, p.states)
	if err != nil {
		return err
	}
	for _, name := range namesOf(keys.set) {
		// The tag may be an index key too, and an upsert has already set it.
		if p.request.Kind != Upsert || name != p.table.TypeAttribute {
			expression.set(name, keys.set[name])
		}
	}
	for _, name := range namesOf(keys.setIfAbsent) {
		expression.setIfAbsent(name, keys.setIfAbsent[name])
	}
	for _, name := range namesOf(keys.remove) {
		expression.remove(name)
	}
	return nil
}

// Plans an Update or Upsert.
func (p *planning) planUpdate() error {
	isUpsert := p.request.Kind == Upsert
	expression := newWriteExpression()
	if err := p.states.applyChanges(); err != nil {
		return err
	}
	if err := p.addChanges(expression); err != nil {
		return err
	}
	if err := p.addVersion(expression); err != nil {
		return err
	}
	if isUpsert {
		p.addRestOfUpsert(expression)
	}
	if err := p.addConsequences(expression); err != nil {
		return err
	}
	surelyBefore := !isUpsert || p.request.ExpectedVersion != nil
	if err := p.planSentinels(existence{before: true, after: true, surelyBefore: surelyBefore}, p.key); err != nil {
		return err
	}
	if !isUpsert {
		expression.exists(p.table.Partition)
	}
	if err := p.addConditions(expression); err != nil {
		return err
	}
	p.addReadConditions(expression)
	p.addAction(updateAction, partItem, p.key, expression, nil)
	p.addSentinels()
	return nil
}
