// Fields that items may lack. An update may remove them, and a write may know that the stored item lacks them.

package rt

func givenAbsent[E any](field *Field) Option[E] {
	return Option[E]{func(request *WriteRequest) error { return giveStored(request, field, nil, nil) }}
}

// OptionalField is a FieldOf that items may lack.
type OptionalField[E, V any, D editOf[E]] struct{ FieldOf[E, V, D] }

// Remove makes the field absent.
func (f OptionalField[E, V, D]) Remove() D { return removeWith[E, D](f.at) }

// GivenAbsent tells that the stored item lacks the field.
func (f OptionalField[E, V, D]) GivenAbsent() Option[E] { return givenAbsent[E](f.field) }

// OptionalOrdered is an OrderedField that items may lack.
type OptionalOrdered[E, V any, D editOf[E]] struct{ OrderedField[E, V, D] }

// Remove makes the field absent.
func (f OptionalOrdered[E, V, D]) Remove() D { return removeWith[E, D](f.at) }

// GivenAbsent tells that the stored item lacks the field.
func (f OptionalOrdered[E, V, D]) GivenAbsent() Option[E] { return givenAbsent[E](f.field) }

// OptionalNumber is a NumberField that items may lack.
type OptionalNumber[E, V any, D editOf[E]] struct{ NumberField[E, V, D] }

// Remove makes the field absent.
func (f OptionalNumber[E, V, D]) Remove() D { return removeWith[E, D](f.at) }

// GivenAbsent tells that the stored item lacks the field.
func (f OptionalNumber[E, V, D]) GivenAbsent() Option[E] { return givenAbsent[E](f.field) }

// OptionalText is a TextField that items may lack.
type OptionalText[E, V any, D editOf[E]] struct{ TextField[E, V, D] }

// Remove makes the field absent.
func (f OptionalText[E, V, D]) Remove() D { return removeWith[E, D](f.at) }

// GivenAbsent tells that the stored item lacks the field.
func (f OptionalText[E, V, D]) GivenAbsent() Option[E] { return givenAbsent[E](f.field) }

// OptionalList is a ListField that items may lack.
type OptionalList[E any, D editOf[E]] struct{ ListField[E, D] }

// Remove makes the field absent.
func (f OptionalList[E, D]) Remove() D { return removeWith[E, D](f.at) }

// GivenAbsent tells that the stored item lacks the field.
func (f OptionalList[E, D]) GivenAbsent() Option[E] { return givenAbsent[E](f.field) }

// OptionalDocument is a DocumentField that items may lack.
type OptionalDocument[E, V any, D editOf[E]] struct{ DocumentField[E, V, D] }

// Remove makes the field absent.
func (f OptionalDocument[E, V, D]) Remove() D { return removeWith[E, D](f.at) }

// GivenAbsent tells that the stored item lacks the field.
func (f OptionalDocument[E, V, D]) GivenAbsent() Option[E] { return givenAbsent[E](f.field) }
