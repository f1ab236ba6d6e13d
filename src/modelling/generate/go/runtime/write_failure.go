// Translates a failed write into errors about the caller's request.

package rt

import (
	"fmt"
	"slices"
	"strings"
)

// The place of a write, for its errors.
type placeOfWrite struct {
	text     string // such as "ORDER" or "request 2 (ORDER)"
	position *int   // in a transaction
}

// Returns true if the item has the attribute with this value, or lacks it if the value is nil. An absent or NULL
// attribute also counts as the value `absent`, if it is not nil.
func hasValue(item AttributeMap, attribute string, value, absent AttributeValue) bool {
	stored := item[attribute]
	if value == nil {
		return stored == nil
	}
	if stored == nil || (absent != nil && isNull(stored)) {
		return absent != nil && sameValue(absent, value)
	}
	return sameValue(stored, value)
}

// The text of a version conflict. Empty if the item has the expected version or if no version is expected.
func versionConflict(request *WriteRequest, item AttributeMap, where placeOfWrite) string {
	entity := request.Entity
	if entity.Version == nil {
		return ""
	}
	attribute := versionAttribute(entity)
	is := "no version"
	if stored, ok := asNumber(item[attribute]); ok {
		is = "version " + stored
	}
	if expected := request.ExpectedVersion; expected != nil {
		if hasValue(item, attribute, wholeValue(*expected), defaultOf(entity, attribute)) {
			return ""
		}
		return fmt.Sprintf("%s: the item has %s, not version %d", where.text, is, *expected)
	}
	if request.Kind == Put && !request.AnyVersion {
		return where.text + ": the item exists with " + is + ": to replace it, say which version is expected"
	}
	return ""
}

// The name of a field whose value is not the given one, or an empty text.
func fieldNotAsGiven(request *WriteRequest, item AttributeMap) string {
	for i := range request.Entity.Fields {
		field := &request.Entity.Fields[i]
		value, ok := request.Given[field.Attribute]
		if !ok {
			continue
		}
		if stored := item[field.Attribute]; value == nil && stored != nil && countsAsAbsent(field, stored) {
			continue
		}
		if !hasValue(item, field.Attribute, value, defaultOf(request.Entity, field.Attribute)) {
			return field.Name
		}
	}
	return ""
}

func versionAtItsEnd(request *WriteRequest, item AttributeMap) string {
	entity := request.Entity
	if entity.Version == nil || request.ExpectedVersion != nil {
		return ""
	}
	version := zero
	if stored := item[versionAttribute(entity)]; stored != nil {
		version = numberIn(stored)
	}
	if version == nil || compareNumbers(version, numberOfInt(lastVersion)) < 0 {
		return ""
	}
	return fmt.Sprintf("no version follows %v, because the member counts only to %d", version, lastVersion)
}

// The value from which the increment at `position` starts. nil if it is not a number.
func startOfIncrement(request *WriteRequest, position int, item AttributeMap) *number {
	change := &request.Changes[position]
	name := request.Entity.Fields[change.Field].Attribute
	field := item[name]
	if field == nil {
		field = defaultOf(request.Entity, name)
	}
	value := presentValue(valueAt(field, change.behindField()))
	if value == nil {
		value = startOf(request, position)
	}
	if value == nil {
		return zero
	}
	return numberIn(value)
}

// The reason, if an increment would leave the range of its field.
func outOfRange(request *WriteRequest, item AttributeMap) string {
	if end := versionAtItsEnd(request, item); end != "" {
		return end
	}
	for i := range request.Changes {
		change := &request.Changes[i]
		if change.Kind != Increment || change.Range == nil {
			continue
		}
		from, by := startOfIncrement(request, i, item), numberIn(change.Value)
		if from == nil || by == nil {
			continue
		}
		if sum := sumIfValid(from, by); sum != nil && isSumInRange(sum, change.Range) {
			continue
		}
		what := "the field " + request.Entity.Fields[change.Field].Name
		if len(change.Path) > 0 {
			what = spellPath(change.Path)
		}
		text, _ := asNumber(change.Value)
		return fmt.Sprintf("the increment of %s by %s would leave the range of its type, %d to %d: its value is %v",
			what, text, change.Range.Least, change.Range.Most, from)
	}
	return ""
}

const requestFailed = "The conditional request failed: "

func uniqueRefusal(request *WriteRequest, action *writeAction, where placeOfWrite, cause error) *WriteRefused {
	reason, why := ConditionFailed, "is kept for another item"
	if action.part == partClaim || action.part == partExpired {
		reason, why = UniqueValueTaken, "is taken"
	}
	fields := mapped(action.unique, func(field int) string { return request.Entity.Fields[field].Name })
	message := fmt.Sprintf("%s%s: the value of the unique %s %s",
		requestFailed, where.text, nameOfUnique(request.Entity, action.unique), why)
	return &WriteRefused{Reason: reason, Message: message, Position: where.position, Fields: fields, Err: cause}
}

// Why the action on the item itself was refused, with the text behind the name of the write.
func reasonOfRefusal(request *WriteRequest, action *writeAction, item AttributeMap) (RefusalReason, string) {
	if item == nil {
		if request.Kind == Upsert {
			if why := outOfRange(request, nil); why != "" {
				return ConditionFailed, why
			}
		}
		return ItemMissing, "there is no such item"
	}
	if request.Kind == Move && action.part == partItem {
		return ItemExists, "an item with the new key exists already"
	}
	if request.Kind == Create {
		return ItemExists, "the item exists already"
	}
	if field := fieldNotAsGiven(request, item); field != "" {
		return ConditionFailed, "the field " + field + " does not hold the value given"
	}
	if why := outOfRange(request, item); why != "" {
		return ConditionFailed, why
	}
	return ConditionFailed, "the condition was false"
}

// Returns the error of a failed condition. `item` is the stored item if the service returned it.
func failedCondition(request *WriteRequest, action *writeAction, item AttributeMap, where placeOfWrite, cause error) (
	out *WriteRefused) {
	if action.unique != nil {
		return uniqueRefusal(request, action, where, cause)
	}
	if len(item) == 0 {
		item = nil
	}
	out = &WriteRefused{Item: item, Position: where.position, Err: cause}
	isCreation := request.Kind == Create || (request.Kind == Move && action.part == partItem)
	if item != nil && !isCreation {
		if conflict := versionConflict(request, item, where); conflict != "" {
			out.Reason, out.Message = VersionConflict, conflict
			return out
		}
	}
	reason, text := reasonOfRefusal(request, action, item)
	out.Reason, out.Message = reason, requestFailed+where.text+": "+text
	return out
}

// The texts of the paths of changes that `is` selects, of their fields, each once, and of those fields that have a
// default.
func namedChanges(request *WriteRequest, is func(*Change) bool) (paths, members, defaults string) {
	var allPaths, allMembers, allDefaults []string
	for i := range request.Changes {
		change := &request.Changes[i]
		if !is(change) {
			continue
		}
		name := request.Entity.Fields[change.Field].Attribute
		path := name
		if len(change.Path) > 0 {
			path = spellPath(change.Path)
		}
		allPaths = append(allPaths, path)
		if slices.Contains(allMembers, name) {
			continue
		}
		allMembers = append(allMembers, name)
		if defaultOf(request.Entity, name) != nil {
			allDefaults = append(allDefaults, name)
		}
	}
	return strings.Join(allPaths, " or "), strings.Join(allMembers, " or "), strings.Join(allDefaults, " or ")
}

// The text for a change that the service refused, or an empty one if the message does not tell of such a change.
func ownWords(request *WriteRequest, message, where string) string {
	if isOfOperand(message) {
		paths, _, _ := namedChanges(request, startsFromStored)
		if paths == "" {
			return ""
		}
		return where + ": the item's " + paths +
			" has another type than its member, so that nothing can be added to it: set it"
	}
	if !strings.Contains(message, "document path provided in the update expression is invalid") {
		return ""
	}
	paths, members, defaults := namedChanges(request, func(change *Change) bool { return len(change.Path) > 0 })
	if paths == "" {
		return ""
	}
	cure := "there is nothing to erase"
	doesMore := func(change Change) bool { return len(change.Path) > 0 && change.Kind != Erase }
	if slices.ContainsFunc(request.Changes, doesMore) {
		cure = "set " + members + " whole first"
	}
	if defaults != "" {
		cure += "; an absent " + defaults + " means its default, of which no part can be set"
	}
	return where + ": " + paths + " leads into a part that the item does not have: " + cure
}

// Returns the error. If the service refused a change inside of an absent value, or an addition to a value of the wrong
// type, the message of the new error names the paths.
func inOwnWords(request *WriteRequest, err error) error {
	if !isValidation(err) {
		return err
	}
	if text := ownWords(request, messageOf(err), request.Entity.Name); text != "" {
		return validationError(text, err)
	}
	return err
}

// Returns true if the item has changed since the plan read it.
func (p *writePlan) changedSinceRead(stored storedItem, now AttributeMap) bool {
	isThere := len(now) > 0
	if isThere != (stored.attributes != nil) {
		return true
	}
	if !isThere {
		return false
	}
	for name, value := range p.read {
		if !hasValue(now, name, value, nil) {
			return true
		}
	}
	return false
}
