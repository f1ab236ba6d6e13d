// The update and the condition of one write action, with the placeholders that they share.

package rt

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

const (
	expressionBytes     = 4096
	expressionOperators = 300
)

// The operators as the service counts them: words, comparators and calls. The AND of a BETWEEN counts for both.
var operatorForm = regexp.MustCompile(`\b(?:AND|OR|NOT|IN)\b|[<>=]+|\b[a-z_]+\(`)

// Attribute names are taken literally, also if they contain a '.'. Paths are those of Predicate.
type writeExpression struct {
	shared     *placeholders
	conditions []string
	ranges     []string // further conditions, after the others
	sets       []string
	removals   []string
	additions  []string
	deletions  []string
}

func newWriteExpression() *writeExpression {
	return &writeExpression{shared: newPlaceholders()}
}

// ---- the condition, which is all of these joined by AND

func (e *writeExpression) require(condition string) { e.conditions = append(e.conditions, condition) }

func (e *writeExpression) exists(attribute string) {
	e.require("attribute_exists(" + e.shared.name(attribute) + ")")
}

func (e *writeExpression) notExists(attribute string) {
	e.require("attribute_not_exists(" + e.shared.name(attribute) + ")")
}

// The attribute is absent, or NULL, which other programs write for an empty value.
func (e *writeExpression) isEmpty(attribute string) {
	e.require("(" + e.emptiness(attribute) + ")")
}

// The attribute has the value, or is absent if `value` is nil. An absent or NULL attribute also counts as the value
// `absent`, if it is not nil.
func (e *writeExpression) equals(attribute string, value, absent AttributeValue) {
	if absent == nil || !sameValue(absent, value) {
		e.require(e.equality(attribute, value))
		return
	}
	// The placeholder of the value comes before that of the type.
	equality := e.equality(attribute, value)
	e.require("(" + e.emptiness(attribute) + " OR " + equality + ")")
}

// Either `missing` does not exist, or the attributes of `also` have the values that they have there.
func (e *writeExpression) notExistsOrEquals(missing string, also AttributeMap) {
	var all []string
	for _, name := range namesOf(also) {
		all = append(all, e.equality(name, also[name]))
	}
	e.require(fmt.Sprintf("(attribute_not_exists(%s) OR (%s))", e.shared.name(missing), strings.Join(all, " AND ")))
}

// The error is that of render. The text joins the others by AND without parentheses, because render has put OR in them
// and the service refuses two pairs.
func (e *writeExpression) holds(predicate *Predicate) error {
	text, err := e.shared.render(predicate)
	if text != "" {
		e.require(text)
	}
	return err
}

// Returns true if the condition is within the service's limits of length and of operators.
func (e *writeExpression) conditionFits() bool {
	text := e.condition()
	return len(text) <= expressionBytes && len(operatorForm.FindAllStringIndex(text, -1)) <= expressionOperators
}

// ---- the update

func (e *writeExpression) set(attribute string, value AttributeValue) {
	name := e.shared.name(attribute)
	e.sets = append(e.sets, name+" = "+e.shared.value(value))
}

// Sets the attribute only if it is absent.
func (e *writeExpression) setIfAbsent(attribute string, value AttributeValue) {
	name := e.shared.name(attribute)
	e.sets = append(e.sets, fmt.Sprintf("%[1]s = if_not_exists(%[1]s, %[2]s)", name, e.shared.value(value)))
}

func (e *writeExpression) remove(attribute string) {
	e.removals = append(e.removals, e.shared.name(attribute))
}

// Adds one to a version. An absent one starts from `absent`, or from zero without it. With `most`, the write fails if
// the stored number exceeds it.
func (e *writeExpression) incrementVersion(attribute string, absent AttributeValue, most *int64) {
	if absent == nil {
		absent = numberValue("0")
	}
	name := e.shared.name(attribute)
	from := e.shared.value(absent)
	amount := e.shared.value(numberValue("1"))
	e.sets = append(e.sets, fmt.Sprintf("%[1]s = if_not_exists(%[1]s, %[2]s) + %[3]s", name, from, amount))
	if most != nil {
		end := e.shared.value(numberValue(strconv.FormatInt(*most, 10)))
		e.ranges = append(e.ranges, fmt.Sprintf("(attribute_not_exists(%[1]s) OR %[1]s <= %[2]s)", name, end))
	}
}

// Adds the request's change to the update. `attribute` is the attribute of the changed field. `absent` is the value
// from which the change starts if the stored value is absent, and nil means zero or an empty list. An increment with a
// range adds the condition that the sum is in the range, and a removal from a set in a list or map the condition that
// the set has more elements than are removed. The error is of a path that does not lead into the attribute or of an
// invalid number.
func (e *writeExpression) apply(change *Change, attribute string, absent AttributeValue) error {
	name, err := e.target(change, attribute)
	if err != nil {
		return err
	}
	if change.Kind == Erase || change.Value == nil {
		e.removals = append(e.removals, name)
		return nil
	}
	value := e.shared.value(change.Value)
	switch change.Kind {
	case Set:
		e.sets = append(e.sets, name+" = "+value)
	case SetIfAbsent:
		e.sets = append(e.sets, fmt.Sprintf("%[1]s = if_not_exists(%[1]s, %[2]s)", name, value))
	case Increment:
		if absent == nil {
			absent = numberValue("0")
		}
		start := e.shared.value(absent)
		e.sets = append(e.sets, fmt.Sprintf("%[1]s = if_not_exists(%[1]s, %[2]s) + %[3]s", name, start, value))
		return e.staysInRange(change, name, absent)
	case Append, Prepend:
		if absent == nil {
			absent = listValue([]AttributeValue{})
		}
		first, second := fmt.Sprintf("if_not_exists(%s, %s)", name, e.shared.value(absent)), value
		if change.Kind == Prepend {
			first, second = second, first
		}
		e.sets = append(e.sets, fmt.Sprintf("%s = list_append(%s, %s)", name, first, second))
	case AddToSet:
		e.additions = append(e.additions, name+" "+value)
	case RemoveFromSet:
		e.deletions = append(e.deletions, name+" "+value)
		// The database would remove the element of the list or map together with the last element of its set.
		if change.OfElement {
			count, _ := elementCount(change.Value)
			size := e.shared.value(numberValue(strconv.Itoa(count)))
			e.ranges = append(e.ranges, "size("+name+") > "+size)
		}
	}
	return nil
}

// Returns the texts and the placeholders for an action.
func (e *writeExpression) texts() (update string, condition conditionTexts) {
	var clauses []string
	for _, clause := range []struct {
		keyword string
		parts   []string
	}{{"SET ", e.sets}, {"REMOVE ", e.removals}, {"ADD ", e.additions}, {"DELETE ", e.deletions}} {
		if len(clause.parts) > 0 {
			clauses = append(clauses, clause.keyword+strings.Join(clause.parts, ", "))
		}
	}
	texts := conditionTexts{condition: e.condition(), names: e.shared.names(), values: e.shared.values()}
	return strings.Join(clauses, " "), texts
}

func (e *writeExpression) condition() string {
	return strings.Join(append(e.conditions[:len(e.conditions):len(e.conditions)], e.ranges...), " AND ")
}

func (e *writeExpression) emptiness(attribute string) string {
	return fmt.Sprintf("attribute_not_exists(%[1]s) OR attribute_type(%[1]s, %[2]s)",
		e.shared.name(attribute), e.shared.value(stringValue("NULL")))
}

func (e *writeExpression) equality(attribute string, value AttributeValue) string {
	name := e.shared.name(attribute)
	if value == nil {
		return "attribute_not_exists(" + name + ")"
	}
	return name + " = " + e.shared.value(value)
}

func (e *writeExpression) target(change *Change, attribute string) (string, error) {
	path := change.Path
	if len(path) == 0 {
		return e.shared.name(attribute), nil
	}
	if len(path) < 2 || path[0] != Name(attribute) {
		return "", modelError("The path %s does not lead into the attribute %s", spellPath(path), spellName(attribute))
	}
	return e.shared.path(path)
}

// Adds the condition that the sum of the stored value, or of `start`, and the change's value is in the change's range.
func (e *writeExpression) staysInRange(change *Change, name string, start AttributeValue) error {
	if change.Range == nil {
		return nil
	}
	text, _ := asNumber(change.Value)
	by, err := parseNumber(text)
	if err != nil || by.digits.Sign() == 0 {
		return err
	}
	falls := by.digits.Sign() < 0
	bound, comparator := numberOfUint(change.Range.Most), "<="
	if falls {
		bound, comparator = numberOfInt(change.Range.Least), ">="
	}
	// The last value from which the change stays in the range.
	furthest, err := minus(bound, by)
	if err != nil {
		return err
	}
	inRange := name + " " + comparator + " " + e.shared.value(numberValue(furthest.String()))
	first := zero
	if _, ok := asNumber(start); ok {
		first = numberIn(start)
	}
	if first != nil {
		distance := compareNumbers(first, furthest)
		if distance == 0 || (distance > 0) == falls {
			inRange = "(attribute_not_exists(" + name + ") OR " + inRange + ")"
		}
	}
	e.ranges = append(e.ranges, inRange)
	return nil
}
