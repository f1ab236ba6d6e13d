// Writes a predicate as the text of a condition or filter expression, with placeholders.

package rt

import (
	"fmt"
	"strings"
)

// Placeholders are the #names and :values that the expressions of one request share.
type placeholders struct {
	ofNames  map[string]string
	ofValues AttributeMap
}

func newPlaceholders() *placeholders {
	return &placeholders{ofNames: make(map[string]string), ofValues: make(AttributeMap)}
}

// Returns the placeholder of an attribute's name, such as "#0". A name always gets the same placeholder.
func (p *placeholders) name(attribute string) string {
	if known, ok := p.ofNames[attribute]; ok {
		return known
	}
	placeholder := fmt.Sprintf("#%d", len(p.ofNames))
	p.ofNames[attribute] = placeholder
	return placeholder
}

// Returns a new placeholder of `value`, such as ":0".
func (p *placeholders) value(value AttributeValue) string {
	placeholder := fmt.Sprintf(":%d", len(p.ofValues))
	p.ofValues[placeholder] = value
	return placeholder
}

// Returns a path with a placeholder for each name in it, such as "#0.#1[3].#2". The error is of a path that does not
// begin with an attribute, an empty name, or a negative element.
func (p *placeholders) path(path Path) (string, error) {
	text := ""
	for _, step := range path {
		switch {
		case step.IsElement && text == "":
			return "", modelError("A path begins with an attribute, not with an element of a list")
		case step.IsElement && step.Element < 0:
			return "", modelError("The path %s has a negative element", spellPath(path))
		case step.IsElement:
			text += fmt.Sprintf("[%d]", step.Element)
		case step.Name == "":
			return "", modelError("The path \"%s\" has an empty name: attributes and entries of maps have at least "+
				"one character", spellPath(path))
		case text == "":
			text = p.name(step.Name)
		default:
			text += "." + p.name(step.Name)
		}
	}
	if text == "" {
		return "", modelError("A path needs at least one step, the name of an attribute")
	}
	return text, nil
}

// Returns the names for the request, or nil without any, because the service refuses an empty map.
func (p *placeholders) names() map[string]string {
	if len(p.ofNames) == 0 {
		return nil
	}
	out := make(map[string]string, len(p.ofNames))
	for attribute, placeholder := range p.ofNames {
		out[placeholder] = attribute
	}
	return out
}

// Returns the values for the request, or nil without any, because the service refuses an empty map.
func (p *placeholders) values() AttributeMap {
	if len(p.ofValues) == 0 {
		return nil
	}
	return p.ofValues
}

// The number of operands of a comparison, and its text for a path and the operands.
type comparisonForm struct {
	operands int
	text     string
}

var comparisonForms = map[PredicateKind]comparisonForm{
	IsEqual:            {1, "%[1]s = %[2]s"},
	IsNotEqual:         {1, "%[1]s <> %[2]s"},
	IsLess:             {1, "%[1]s < %[2]s"},
	IsLessOrEqual:      {1, "%[1]s <= %[2]s"},
	IsGreater:          {1, "%[1]s > %[2]s"},
	IsGreaterOrEqual:   {1, "%[1]s >= %[2]s"},
	IsBetween:          {2, "%[1]s BETWEEN %[2]s AND %[3]s"},
	DoesExist:          {0, "attribute_exists(%[1]s)"},
	DoesNotExist:       {0, "attribute_not_exists(%[1]s)"},
	HasType:            {1, "attribute_type(%[1]s, %[2]s)"},
	BeginsWith:         {1, "begins_with(%[1]s, %[2]s)"},
	Contains:           {1, "contains(%[1]s, %[2]s)"},
	SizeEqual:          {1, "size(%[1]s) = %[2]s"},
	SizeNotEqual:       {1, "size(%[1]s) <> %[2]s"},
	SizeLess:           {1, "size(%[1]s) < %[2]s"},
	SizeLessOrEqual:    {1, "size(%[1]s) <= %[2]s"},
	SizeGreater:        {1, "size(%[1]s) > %[2]s"},
	SizeGreaterOrEqual: {1, "size(%[1]s) >= %[2]s"},
}

// The service accepts as many operands of one IN.
const mostInOperands = 100

func (p *placeholders) comparison(predicate *Predicate) (string, error) {
	form := comparisonForms[predicate.Kind]
	values, path := predicate.Values, predicate.Path
	if len(values) != form.operands {
		return "", modelError("The condition on %s needs %d operand(s) and has %d",
			spellPath(path), form.operands, len(values))
	}
	if predicate.Kind == IsBetween {
		if order, _ := orderBetween(values[0], values[1]); order > 0 {
			return "", modelError("The range of %s from %s to %s ends before it begins",
				spellPath(path), spell(values[0]), spell(values[1]))
		}
	}
	place, err := p.path(path)
	if err != nil {
		return "", err
	}
	operands := []any{place}
	for _, value := range values {
		operands = append(operands, p.value(value))
	}
	return fmt.Sprintf(form.text, operands...), nil
}

// Writes several INs if the list is longer than the operands that one IN may have.
func (p *placeholders) in(predicate *Predicate) (string, error) {
	values := predicate.Values
	if len(values) == 0 {
		return "", modelError("The condition on %s can never be true: it compares with an empty list",
			spellPath(predicate.Path))
	}
	place, err := p.path(predicate.Path)
	if err != nil {
		return "", err
	}
	var groups []string
	for len(values) > 0 {
		group := firstOf(values, mostInOperands)
		values = values[len(group):]
		groups = append(groups, fmt.Sprintf("%s IN (%s)", place, strings.Join(mapped(group, p.value), ", ")))
	}
	if len(groups) == 1 {
		return groups[0], nil
	}
	return "(" + strings.Join(groups, " OR ") + ")", nil
}

func (p *placeholders) parts(children []Predicate) ([]string, error) {
	var parts []string
	for i := range children {
		part, err := p.renderPresent(&children[i])
		if err != nil {
			return nil, err
		}
		if part != "" {
			parts = append(parts, part)
		}
	}
	return parts, nil
}

// Joins the texts of the children, and needs no parentheses for a single one.
func (p *placeholders) joined(children []Predicate, word string) (string, error) {
	parts, err := p.parts(children)
	if err != nil || len(parts) == 0 {
		return "", err
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	return "(" + strings.Join(parts, word) + ")", nil
}

func isAlwaysTrue(predicate *Predicate) bool {
	if predicate.Kind != AllOf && predicate.Kind != AnyOf {
		return false
	}
	for i := range predicate.Children {
		if isAlwaysTrue(&predicate.Children[i]) != (predicate.Kind == AllOf) {
			return predicate.Kind == AnyOf
		}
	}
	return predicate.Kind == AllOf
}

func (p *placeholders) not(children []Predicate) (string, error) {
	if len(children) != 1 || isAlwaysTrue(&children[0]) {
		return "", modelError("A NOT of no condition can never be true")
	}
	part, err := p.renderPresent(&children[0])
	// AND and OR already have parentheses, and the service refuses a second pair.
	if strings.HasPrefix(part, "(") {
		return "NOT " + part, err
	}
	return "NOT (" + part + ")", err
}

// Returns the expression's text, which is empty if the predicate is always true, so that the request needs no
// expression. The error is of an invalid path, a wrong number of operands, a range that ends before it begins, or a
// predicate that can never be true.
func (p *placeholders) render(predicate *Predicate) (string, error) {
	present, err := withoutEmptyOperands(*predicate)
	if err != nil {
		return "", err
	}
	return p.renderPresent(&present)
}

func (p *placeholders) renderPresent(predicate *Predicate) (string, error) {
	switch predicate.Kind {
	case IsIn:
		return p.in(predicate)
	case AllOf:
		return p.joined(predicate.Children, " AND ")
	case AnyOf:
		if len(predicate.Children) == 0 {
			return "", modelError("An OR of no conditions can never be true")
		}
		// Check this first, because the service refuses a placeholder that no expression uses.
		if isAlwaysTrue(predicate) {
			return "", nil
		}
		return p.joined(predicate.Children, " OR ")
	case Not:
		return p.not(predicate.Children)
	}
	return p.comparison(predicate)
}
