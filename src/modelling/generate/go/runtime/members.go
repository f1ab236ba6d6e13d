// A member of a document in conditions and changes.

package rt

// FixedMember is a value inside of a map or list that conditions may name.
type FixedMember[E any] struct {
	field *Field
	at    int
	path  Path
}

func memberOf[E, V any](field FixedField[E, V], path []PathStep) FixedMember[E] {
	return FixedMember[E]{field: field.field, at: field.at, path: append(field.path(), path...)}
}

func (m FixedMember[E]) compare(kind PredicateKind, values ...any) Condition[E] {
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

// Eq and the functions after it compare the member with a document (documents.go).
func (m FixedMember[E]) Eq(value any) Condition[E] { return m.compare(IsEqual, value) }

// Ne holds if the member has another value.
func (m FixedMember[E]) Ne(value any) Condition[E] { return m.compare(IsNotEqual, value) }

// Lt holds if the member is below the value.
func (m FixedMember[E]) Lt(value any) Condition[E] { return m.compare(IsLess, value) }

// Lte holds if the member is at most the value.
func (m FixedMember[E]) Lte(value any) Condition[E] { return m.compare(IsLessOrEqual, value) }

// Gt holds if the member is above the value.
func (m FixedMember[E]) Gt(value any) Condition[E] { return m.compare(IsGreater, value) }

// Gte holds if the member is at least the value.
func (m FixedMember[E]) Gte(value any) Condition[E] { return m.compare(IsGreaterOrEqual, value) }

// Between holds if the member is from the first to the second value, both included.
func (m FixedMember[E]) Between(low, high any) Condition[E] { return m.compare(IsBetween, low, high) }

// In holds if the member has one of the values.
func (m FixedMember[E]) In(values ...any) Condition[E] { return m.compare(IsIn, values...) }

// BeginsWith holds if the member begins with the text or bytes.
func (m FixedMember[E]) BeginsWith(prefix any) Condition[E] { return m.compare(BeginsWith, prefix) }

// Contains holds if the member has the element or part.
func (m FixedMember[E]) Contains(element any) Condition[E] { return m.compare(Contains, element) }

// Exists holds if the member exists.
func (m FixedMember[E]) Exists() Condition[E] { return m.compare(DoesExist) }

// NotExists holds if the member does not exist.
func (m FixedMember[E]) NotExists() Condition[E] { return m.compare(DoesNotExist) }

// Size is the size of the member.
func (m FixedMember[E]) Size() SizeOf[E] { return SizeOf[E]{path: m.path} }

// Member is such a value that updates may change.
type Member[E any, D editOf[E]] struct{ FixedMember[E] }

func (m Member[E, D]) edit(kind ChangeKind, value any) D {
	encoded, err := EncodeDocument(value, m.field.Name)
	return editWith[E, D](Change{Kind: kind, Field: m.at, Path: m.path, OfElement: true, Value: encoded}, err)
}

// Set changes the member.
func (m Member[E, D]) Set(value any) D { return m.edit(Set, value) }

// Remove removes the member.
func (m Member[E, D]) Remove() D {
	return editWith[E, D](Change{Kind: Erase, Field: m.at, Path: m.path, OfElement: true}, nil)
}

// Increment adds to the member, which is a number.
func (m Member[E, D]) Increment(by any) D { return m.edit(Increment, by) }

// Append adds elements at the end of the member, which is a list.
func (m Member[E, D]) Append(elements ...any) D { return m.edit(Append, elements) }

// Prepend adds elements in front of the member, which is a list.
func (m Member[E, D]) Prepend(elements ...any) D { return m.edit(Prepend, elements) }
