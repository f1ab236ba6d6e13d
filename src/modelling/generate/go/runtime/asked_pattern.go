// An access pattern with its table and entities in place of their positions, and facts about keys that reads need.

package rt

import "slices"

type askedPattern struct {
	table    *Table
	name     string
	entities []*Entity // the key of the first one makes the plan
	plan     Plan
}

// Returns the pattern with its table.
func askedOf(table *Table, pattern *Pattern) *askedPattern {
	entities := make([]*Entity, len(pattern.Entities))
	for i, position := range pattern.Entities {
		entities[i] = &table.Entities[position]
	}
	return &askedPattern{table: table, name: pattern.Name, entities: entities, plan: pattern.Plan}
}

// Returns the entity whose key makes the plan.
func (p *askedPattern) first() *Entity { return p.entities[0] }

// Returns the key that the entity has in the index, or its primary key without an index. nil if the entity is not in
// the index.
func findKey(entity *Entity, index *int) *EntityKey {
	if index == nil {
		return &entity.Primary
	}
	for i := range entity.Indexes {
		if isAt(entity.Indexes[i].Index, *index) {
			return &entity.Indexes[i]
		}
	}
	return nil
}

// Returns the pattern's key in the first entity, which a planned pattern has.
func (p *askedPattern) key() *EntityKey { return findKey(p.first(), p.plan.Index) }

// Returns the attributes of the partition key by which the pattern is read. A local index shares the table's.
func (p *askedPattern) partition() []KeyAttribute {
	if key := p.key(); len(key.Partition) > 0 {
		return key.Partition
	}
	return p.first().Primary.Partition
}

// Returns the attributes by which the answer of a query is ordered.
func sortAttributes(table *Table, index *int) []string {
	if index != nil {
		return table.Indexes[*index].Sort
	}
	if table.Sort == "" {
		return nil
	}
	return []string{table.Sort}
}

// Returns the names of the attributes of the table's primary key and of the index's key. Each name comes once, the
// partition key first.
func keyAttributes(table *Table, index *int) []string {
	names := []string{table.Partition}
	if table.Sort != "" {
		names = append(names, table.Sort)
	}
	if index == nil {
		return names
	}
	of := &table.Indexes[*index]
	for _, name := range slices.Concat(of.Partition, of.Sort) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// Returns true if the items or entries that are read have the field's attribute. Filters are evaluated on it.
func holdsAttribute(table *Table, index *int, field *Field) bool {
	if field.KeyOnly {
		return false
	}
	if index == nil || table.Indexes[*index].Projection == ProjectAll {
		return true
	}
	of := &table.Indexes[*index]
	name := field.Attribute
	if of.Vector != nil && (of.Vector.Attribute == name || slices.Contains(of.Vector.Filters, name)) {
		return true
	}
	return slices.Contains(keyAttributes(table, index), name) || slices.Contains(of.Include, name)
}

// Returns the error of a read whose key needs a field that the call does not give. Requires: a field of the template is
// missing in `values`.
func missingField(pattern *askedPattern, parts []KeyPart, values AttributeMap) error {
	entity := pattern.first()
	name := ""
	for i := range parts {
		if part := parts[i].Field; part != nil && values[entity.Fields[part.Field].Attribute] == nil {
			name = entity.Fields[part.Field].Name
			break
		}
	}
	return modelError("The access pattern \"%s\" needs the field %s of %s: its key contains that field",
		pattern.name, name, entity.Name)
}
