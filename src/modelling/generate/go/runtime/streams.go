// Records of a table's stream as rows of its entities, before and after a change.

package rt

// ParsedChange is the change of an item. A row is nil if the item did not exist before, or does not exist after the change.
type ParsedChange struct {
	Entity *Entity
	Before *Row
	After  *Row
}

func parseImage(table *Table, image AttributeMap) *Row {
	if len(image) == 0 {
		return nil
	}
	if row := rowOf(table, image); row.Entity != nil {
		return &row
	}
	return nil
}

// ParseChange returns the change that the images of a record tell, in the attribute values of the dynamodb package, or
// nil if the item belongs to no entity of the model, such as the sentinel of a unique value. Generated code decodes the
// rows with DecodeRow.
func ParseChange(model *Model, oldImage, newImage AttributeMap) *ParsedChange {
	for i := range model.Tables {
		out := &ParsedChange{
			Before: parseImage(&model.Tables[i], oldImage), After: parseImage(&model.Tables[i], newImage),
		}
		switch {
		case out.After != nil:
			out.Entity = out.After.Entity
		case out.Before != nil:
			out.Entity = out.Before.Entity
		default:
			continue
		}
		return out
	}
	return nil
}
