// Plans of writes that store a whole item, and of moves, which put the item at its new key and delete it at the old
// one.

package rt

import "slices"

// Returns the whole item made from its fields, with its keys. The plan's row also gets the fields that only keys hold.
// The error is that a field is missing or cannot be in a key.
func (p *planning) wholeItem(fields AttributeMap, version *int64) (AttributeMap, error) {
	values := copyOf(fields)
	if version != nil {
		values[versionAttribute(p.entity)] = wholeValue(*version)
	}
	if err := checkRequired(p.entity, values); err != nil {
		return nil, err
	}
	if err := p.checkNaturalKeys(values); err != nil {
		return nil, err
	}
	keys, err := composeAll(p.table, p.entity, values)
	if err != nil {
		return nil, err
	}
	item := copyOf(values)
	for name := range keys.absent {
		delete(item, name)
	}
	for name, value := range keys.present {
		item[name] = value
	}
	if p.table.TypeAttribute != "" {
		item[p.table.TypeAttribute] = stringValue(p.entity.Name)
	}
	if version != nil {
		item[writeIDAttribute] = stringValue(p.writeID)
	}
	p.row = copyOf(item)
	for i := range p.entity.Fields {
		if field := &p.entity.Fields[i]; field.KeyOnly && keys.present[field.Attribute] == nil {
			delete(item, field.Attribute)
		}
	}
	return item, nil
}

// True if the write requires that the item does not exist. A versioned item is replaced only if the request gives its
// version or accepts any version.
func (p *planning) putsOnlyNew() bool {
	if p.request.Kind == Create || (p.stored != nil && p.stored.attributes == nil) {
		return true
	}
	return p.entity.Version != nil && p.request.ExpectedVersion == nil && !p.request.AnyVersion
}

// Returns the version that a put gives, or nil for an entity without one.
func (p *planning) versionOfPut(onlyNew bool) (*int64, error) {
	if p.entity.Version == nil {
		return nil, nil
	}
	version := int64(1)
	var err error
	if p.request.ExpectedVersion != nil {
		version, err = p.versionAfter(*p.request.ExpectedVersion)
	} else if !onlyNew {
		version, err = p.versionAfterRead()
	}
	p.states.setAfter(*p.entity.Version, fieldState{known: true, value: wholeValue(version)})
	return &version, err
}

func (p *planning) planPut() error {
	onlyNew := p.putsOnlyNew()
	version, err := p.versionOfPut(onlyNew)
	if err != nil {
		return err
	}
	item, err := p.wholeItem(p.request.Values, version)
	if err != nil {
		return err
	}
	surelyBefore := p.stored != nil || p.request.ExpectedVersion != nil
	if err := p.planSentinels(existence{before: !onlyNew, after: true, surelyBefore: surelyBefore}, p.key); err != nil {
		return err
	}
	expression := newWriteExpression()
	if onlyNew {
		expression.notExists(p.table.Partition)
	} else if p.stored != nil {
		expression.exists(p.table.Partition)
	}
	if err := p.addConditions(expression); err != nil {
		return err
	}
	p.addReadConditions(expression)
	p.addAction(putAction, partItem, p.key, expression, item)
	p.addSentinels()
	return nil
}

// ---- moves

// True if the model knows the attribute.
func (p *planning) isOurs(name string) bool {
	if slices.Contains([]string{p.table.Partition, p.table.Sort, p.table.TypeAttribute, writeIDAttribute}, name) {
		return true
	}
	for i := range p.table.Indexes {
		index := &p.table.Indexes[i]
		if slices.Contains(index.Partition, name) || slices.Contains(index.Sort, name) ||
			(index.Shards != nil && index.Shards.Attribute == name) {
			return true
		}
	}
	field, _ := fieldOfAttribute(p.entity, name)
	return field != nil
}

// Carries the attributes that the model does not know over to the new item, and returns their names.
func (p *planning) carryUnknown(values AttributeMap) []string {
	if p.stored == nil {
		return nil
	}
	var names []string
	for _, name := range namesOf(p.stored.attributes) {
		if p.isOurs(name) {
			continue
		}
		if values[name] == nil {
			values[name] = p.stored.attributes[name]
		}
		p.dependOn(name)
		names = append(names, name)
	}
	return names
}

func (p *planning) conditionOfOld() (*writeExpression, error) {
	there := newWriteExpression()
	there.exists(p.table.Partition)
	if err := p.addConditions(there); err != nil {
		return nil, err
	}
	p.addReadConditions(there)
	return there, nil
}

// The condition that the item is as it was read. If the item has more attributes than a condition of the service may
// name, the condition on the version replaces those on the `unknown` attributes, because every write increments the
// version.
func (p *planning) isAsRead(unknown []string) (*writeExpression, error) {
	there, err := p.conditionOfOld()
	if err != nil || len(unknown) == 0 || there.conditionFits() {
		return there, err
	}
	if p.entity.Version == nil || p.storedValue(versionAttribute(p.entity)) == nil {
		return nil, modelError("%s: a move is conditional on each attribute of the item that its struct does not "+
			"name, and these %d are more than a condition holds: name them in the struct, or give the entity a "+
			"pt::version and the item a version", p.entity.Name, len(unknown))
	}
	for _, name := range unknown {
		delete(p.read, name)
	}
	return p.conditionOfOld()
}

// Returns the version that a move gives, or nil for an entity without one.
func (p *planning) versionOfMove() (*int64, error) {
	if p.entity.Version == nil {
		return nil, nil
	}
	if p.request.ExpectedVersion == nil {
		version, err := p.versionAfterRead()
		return &version, err
	}
	version, err := p.versionAfter(*p.request.ExpectedVersion)
	return &version, err
}

func (p *planning) planMove() error {
	values := copyOf(p.request.MovedTo)
	unknown := p.carryUnknown(values)
	version, err := p.versionOfMove()
	if err != nil {
		return err
	}
	item, err := p.wholeItem(values, version)
	if err != nil {
		return err
	}
	newKey, err := composePrimary(p.entity, p.request.MovedTo)
	if err != nil {
		return err
	}
	if equalMaps(newKey, p.key) {
		return modelError("%s: a move does not change the primary key: use replace or update", p.entity.Name)
	}
	if err := p.planSentinels(existence{before: true, after: true}, newKey); err != nil {
		return err
	}
	there, err := p.isAsRead(unknown)
	if err != nil {
		return err
	}
	free := newWriteExpression()
	free.notExists(p.table.Partition)
	p.addAction(putAction, partItem, newKey, free, item)
	p.addAction(deleteAction, partOldItem, p.key, there, nil)
	p.addSentinels()
	return nil
}
