// The writes of one entity as values that a transaction takes. An entity has one of four types, which say which facts of
// the stored item its writes must know: its version, its unique values, both, or neither.

package rt

// Write is a write that has not been sent. Transact takes it.
type Write struct {
	request WriteRequest
	err     error
}

// StoredUnique has the stored values of unique fields. Generated code has a type for each entity with unique fields.
type StoredUnique interface {
	UniqueFacts() []Fact
}

// The writes that are the same for all entities, and the makers of the others.
type entityWrites[E, K any] struct {
	EntityOptions[E]
	codec *Codec[E, K]
}

func (w entityWrites[E, K]) of(kind WriteKind, values AttributeMap, err error) Write {
	return Write{WriteRequest{Kind: kind, Table: w.codec.Table, Entity: w.codec.Entity, Values: values}, err}
}

func (w entityWrites[E, K]) item(item *E) (AttributeMap, error) {
	encoder := newEncoder(w.codec.Entity)
	w.codec.Encode(encoder, item)
	return encoder.values, encoder.err
}

func (w entityWrites[E, K]) key(key *K) (AttributeMap, error) {
	encoder := newEncoder(w.codec.Entity)
	w.codec.EncodeKey(encoder, key)
	return encoder.values, encoder.err
}

func withOptions[E any, O ReadUpdateOption[E]](write Write, options []O) Write {
	for _, option := range options {
		if err := option.applyTo(&write.request); err != nil && write.err == nil {
			write.err = err
		}
	}
	return write
}

func (w Write) withVersion(version VersionCheck) Write {
	version.applyTo(&w.request)
	return w
}

func (w Write) withUnique(stored StoredUnique) Write {
	for _, fact := range stored.UniqueFacts() {
		if err := fact(&w.request); err != nil && w.err == nil {
			w.err = err
		}
	}
	return w
}

func (w Write) readingFirst() Write {
	w.request.ReadFirst = true
	return w
}

func (w entityWrites[E, K]) put(item *E, options []Option[E]) Write {
	values, err := w.item(item)
	return withOptions[E](w.of(Put, values, err), options)
}

func (w entityWrites[E, K]) remove(key *K, options []Option[E]) Write {
	values, err := w.key(key)
	return withOptions[E](w.of(Remove, values, err), options)
}

func (w entityWrites[E, K]) move(from *K, to *E, options []Option[E]) Write {
	values, err := w.key(from)
	out := w.of(Move, values, err)
	out.request.MovedTo, err = w.item(to)
	if out.err == nil {
		out.err = err
	}
	return withOptions[E](out, options)
}

func changing[E, K any, O ReadUpdateOption[E]](w entityWrites[E, K], kind WriteKind, key *K, options []O) Write {
	values, err := w.key(key)
	out := withOptions[E](w.of(kind, values, err), options)
	if len(out.request.Changes) == 0 && out.err == nil {
		out.err = modelError("the update of %s changes no field", w.codec.Entity.Name)
	}
	return out
}

// Create makes an item, which must not exist.
func (w entityWrites[E, K]) Create(item E, options ...Option[E]) Write {
	values, err := w.item(&item)
	return withOptions[E](w.of(Create, values, err), options)
}

// ReadAndUpdate reads the item, and changes it only if it has not changed since. A change meanwhile is read again.
func (w entityWrites[E, K]) ReadAndUpdate(key K, options ...ReadUpdateOption[E]) Write {
	return changing(w, Update, &key, options).readingFirst()
}

// ReadAndRemove reads the item, and removes it only if it has not changed since.
func (w entityWrites[E, K]) ReadAndRemove(key K, options ...Option[E]) Write {
	return w.remove(&key, options).readingFirst()
}

// Check requires, in a transaction, that the item exists and meets the conditions of the options.
func (w entityWrites[E, K]) Check(key K, options ...Option[E]) Write {
	values, err := w.key(&key)
	out := withOptions[E](w.of(Check, values, err), options)
	out.request.MustExist = true
	return out
}
