// The rules for a write request that do not depend on the stored item.

package rt

import (
	"math"
	"slices"
	"strings"
)

// The greatest version that a field can hold. A description does not limit it further.
const lastVersion int64 = math.MaxInt64

func refuse(request *WriteRequest, format string, values ...any) error {
	return modelError("%s: "+format, append([]any{request.Entity.Name}, values...)...)
}

func checkVersion(request *WriteRequest) error {
	expected := request.ExpectedVersion
	if request.Entity.Version == nil {
		if expected != nil {
			return refuse(request, "a version is expected, but it has none")
		}
		return nil
	}
	if request.Kind == Create && expected != nil {
		return refuse(request, "a create expects no version, because the item must not exist")
	}
	changes := request.Kind == Update || request.Kind == Upsert || request.Kind == Move
	if changes && expected == nil && !request.AnyVersion && !request.ReadFirst {
		return refuse(request, "it has a version: add .expect_version(...) or .any_version()")
	}
	if expected != nil && (*expected < 0 || *expected >= lastVersion) {
		return refuse(request, "there is no version %d", *expected)
	}
	return nil
}

func checkChange(request *WriteRequest, change *Change, primary []int) error {
	field := &request.Entity.Fields[change.Field]
	isWhole := len(change.Path) == 0
	_, isNumber := asNumber(change.Value)
	switch {
	case isAt(request.Entity.Version, change.Field):
		return refuse(request, "the field %s is its version, which every write sets by itself", field.Name)
	case slices.Contains(primary, change.Field):
		return refuse(request, "the field %s is part of the primary key: use move()", field.Name)
	case field.KeyOnly && (!isWhole || (change.Kind != Set && change.Kind != Erase)):
		return refuse(request, "the field %s is stored only in keys, and can only be set", field.Name)
	case change.Kind == Erase && isWhole && !field.Optional && !field.HasDefault:
		return refuse(request, "the field %s is required and cannot be removed", field.Name)
	case change.Kind == Increment && !isNumber:
		return refuse(request, "the field %s can only be incremented by a number", field.Name)
	}
	return nil
}

// Two changes overlap if one is inside of the value that the other one changes, or changes the same value.
func checkOverlap(request *WriteRequest) error {
	for i := range request.Changes {
		change := &request.Changes[i]
		for j := range i {
			earlier := &request.Changes[j]
			if change.Field != earlier.Field || !samePathTo(change.Path, earlier.Path) {
				continue
			}
			if j+1 == i && isStartOf(earlier, change) {
				continue
			}
			return refuse(request, "two changes of the field %s, of which one would be lost: give one of them",
				request.Entity.Fields[change.Field].Name)
		}
	}
	return nil
}

func checkGiven(request *WriteRequest) error {
	for i := range request.Entity.Fields {
		field := &request.Entity.Fields[i]
		if _, ok := request.Given[field.Attribute]; ok && field.KeyOnly {
			return refuse(request, "the field %s is stored only in keys, and cannot be given: add .read_first()",
				field.Name)
		}
	}
	return nil
}

// True if the change gives a new item a value.
func makesValue(change *Change) bool {
	if len(change.Path) > 0 || change.Kind == Erase || change.Kind == RemoveFromSet {
		return false
	}
	return change.Kind != Set || change.Value != nil
}

func isInIndexKey(entity *Entity, field int) bool {
	for i := range entity.Indexes {
		if when := entity.Indexes[i].When; when != nil && when.Field == field {
			return true
		}
	}
	return slices.ContainsFunc(indexAttributes(entity), func(one *KeyAttribute) bool { return holdsField(one, field) })
}

// The fields that an upsert leaves out although it may create an item that lacks them. If the key of an index contains
// a field, a default is not enough, because an existing item may have another value.
func lackingFields(request *WriteRequest) (missing, leftToDefault []string) {
	entity := request.Entity
	primary := primaryFields(entity)
	for i := range entity.Fields {
		field := &entity.Fields[i]
		if field.Optional || isAt(entity.Version, i) || slices.Contains(primary, i) || isKept(entity, i) {
			continue
		}
		sets := func(change Change) bool { return change.Field == i && makesValue(&change) }
		if slices.ContainsFunc(request.Changes, sets) {
			continue
		}
		if !field.HasDefault {
			missing = append(missing, field.Name)
		} else if isInIndexKey(entity, i) {
			leftToDefault = append(leftToDefault, field.Name)
		}
	}
	return missing, leftToDefault
}

func namedFields(names []string) string {
	if len(names) == 1 {
		return "field " + names[0]
	}
	return "fields " + strings.Join(names, ", ")
}

// An upsert may create the item, so it must give a whole item.
func checkWhole(request *WriteRequest) error {
	missing, leftToDefault := lackingFields(request)
	if len(missing) > 0 {
		return refuse(request, "an upsert may create the item, and does not set its required %s", namedFields(missing))
	}
	if len(leftToDefault) > 0 {
		return refuse(request, "an upsert may find the item, and the key of an index contains a field that the upsert "+
			"leaves to its default: set the %s, or keep the stored value with .set_if_absent(...).read_first()",
			namedFields(leftToDefault))
	}
	return nil
}

// The error if the request breaks a rule.
func checkWrite(request *WriteRequest) error {
	if err := checkVersion(request); err != nil {
		return err
	}
	if err := checkGiven(request); err != nil {
		return err
	}
	primary := primaryFields(request.Entity)
	for i := range request.Changes {
		if err := checkChange(request, &request.Changes[i], primary); err != nil {
			return err
		}
	}
	if err := checkOverlap(request); err != nil {
		return err
	}
	if request.Kind == Upsert {
		return checkWhole(request)
	}
	return nil
}

// The error if a whole item lacks the value of a field that it needs in order to be read. `values` are the fields that
// are written, with those that the library keeps. A computed field of a model without functions may be absent.
func checkRequired(entity *Entity, values AttributeMap) error {
	for i := range entity.Fields {
		field := &entity.Fields[i]
		if field.Optional || field.HasDefault || values[field.Attribute] != nil {
			continue
		}
		if !slices.ContainsFunc(entity.Computed, func(one Computed) bool { return one.Field == i }) {
			return modelError("%s: the field %s is required and has no value", entity.Name, field.Name)
		}
	}
	return nil
}

// ---- writes that need the stored item

func givesUniqueFields(request *WriteRequest) bool {
	known := identifyingFields(request.Entity)
	for _, unique := range request.Entity.Unique {
		for _, field := range unique {
			_, isGiven := request.Given[request.Entity.Fields[field].Attribute]
			if !isGiven && !slices.Contains(known, field) {
				return false
			}
		}
	}
	return true
}

// Returns true if the plan needs the stored item.
func needsRead(request *WriteRequest) bool {
	switch request.Kind {
	case Create, Check:
		return false
	case Move:
		return true
	case Update, Upsert, Remove:
		return request.ReadFirst
	}
	if request.ReadFirst {
		return true
	}
	if request.Entity.Version != nil && request.ExpectedVersion == nil {
		return request.AnyVersion
	}
	return !givesUniqueFields(request)
}

// Returns true if a write of one item reads it first. A removal with sentinels does so too, because a transaction
// returns no old item.
func readsBeforeWrite(request *WriteRequest) bool {
	return needsRead(request) || (request.Kind == Remove && len(request.Entity.Unique) > 0)
}
