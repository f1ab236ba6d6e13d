// A member of a document in conditions and changes.

package rt

// Member is a value inside of a map or list.
type Member[E any] struct {
	field *Field
	at    int
	path  Path
}

func memberOf[E, V any](field FieldOf[E, V], path []PathStep) Member[E] {
	return Member[E]{field: field.field, at: field.at, path: append(field.path(), path...)}
}

func (m Member[E]) compare(kind PredicateKind, values ...any) Condition[E] {
	out := Condition[E]{predicate: Predicate{Kind: kind, Path: m.path}}
	for _, value := range values {
		encoded, err := EncodeDocument(value, m.field.Name)
		if out.err == nil {
			out.err = err
		}
		out.predicate.Values = append(out.predicate.Values, encoded)
	}
	return out
}

func (m Member[E]) edit(kind ChangeKind, value any) Edit[E] {
	encoded, err := EncodeDocument(value, m.field.Name)
	change := Change{Kind: kind, Field: m.at, Path: m.path, OfElement: true, Value: encoded}
	return Edit[E]{change: change, err: err}
}

// Eq and the functions after it compare the member with a document (documents.go).
func (m Member[E]) Eq(value any) Condition[E] { return m.compare(IsEqual, value) }

// Ne holds if the member has another value.
func (m Member[E]) Ne(value any) Condition[E] { return m.compare(IsNotEqual, value) }

// Lt holds if the member is below the value.
func (m Member[E]) Lt(value any) Condition[E] { return m.compare(IsLess, value) }

// Lte holds if the member is at most the value.
func (m Member[E]) Lte(value any) Condition[E] { return m.compare(IsLessOrEqual, value) }

// Gt holds if the member is above the value.
func (m Member[E]) Gt(value any) Condition[E] { return m.compare(IsGreater, value) }

// Gte holds if the member is at least the value.
func (m Member[E]) Gte(value any) Condition[E] { return m.compare(IsGreaterOrEqual, value) }

// Between holds if the member is from the first to the second value, both included.
func (m Member[E]) Between(low, high any) Condition[E] { return m.compare(IsBetween, low, high) }

// In holds if the member has one of the values.
func (m Member[E]) In(values ...any) Condition[E] { return m.compare(IsIn, values...) }

// BeginsWith holds if the member begins with the text or bytes.
func (m Member[E]) BeginsWith(prefix any) Condition[E] { return m.compare(BeginsWith, prefix) }

// Contains holds if the member has the element or part.
func (m Member[E]) Contains(element any) Condition[E] { return m.compare(Contains, element) }

// Exists holds if the member exists.
func (m Member[E]) Exists() Condition[E] { return m.compare(DoesExist) }

// NotExists holds if the member does not exist.
func (m Member[E]) NotExists() Condition[E] { return m.compare(DoesNotExist) }

// Size is the size of the member.
func (m Member[E]) Size() SizeOf[E] { return SizeOf[E]{path: m.path} }

// Set changes the member.
func (m Member[E]) Set(value any) Edit[E] { return m.edit(Set, value) }

// Remove removes the member.
func (m Member[E]) Remove() Edit[E] {
	return Edit[E]{change: Change{Kind: Erase, Field: m.at, Path: m.path, OfElement: true}}
}

// Increment adds to the member, which is a number.
func (m Member[E]) Increment(by any) Edit[E] { return m.edit(Increment, by) }

// Append adds elements at the end of the member, which is a list.
func (m Member[E]) Append(elements ...any) Edit[E] { return m.edit(Append, elements) }

// Prepend adds elements in front of the member, which is a list.
func (m Member[E]) Prepend(elements ...any) Edit[E] { return m.edit(Prepend, elements) }
