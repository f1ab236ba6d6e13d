// Calls as data: the questions of the typed functions of a generated package. Values are attribute values, and
// maps of them are by attribute names, also for fields that only keys hold.

package rt

// ---- conditions and filters

// PathStep is a step into a value: the name of an attribute or of an entry of a map, or an element of a list.
type PathStep struct {
	Name      string
	Element   int
	IsElement bool
}

// Path begins with an attribute.
type Path []PathStep

// Name returns the step to an attribute or to an entry of a map.
func Name(name string) PathStep { return PathStep{Name: name} }

// Element returns the step to an element of a list, counted from 0.
func Element(position int) PathStep { return PathStep{Element: position, IsElement: true} }

// PredicateKind is the operator of a predicate.
type PredicateKind string

const (
	IsEqual            PredicateKind = "equal"
	IsNotEqual         PredicateKind = "notEqual"
	IsLess             PredicateKind = "less"
	IsLessOrEqual      PredicateKind = "lessOrEqual"
	IsGreater          PredicateKind = "greater"
	IsGreaterOrEqual   PredicateKind = "greaterOrEqual"
	IsBetween          PredicateKind = "between"
	IsIn               PredicateKind = "in"
	DoesExist          PredicateKind = "exists"
	DoesNotExist       PredicateKind = "notExists"
	HasType            PredicateKind = "hasType"
	BeginsWith         PredicateKind = "beginsWith"
	Contains           PredicateKind = "contains"
	SizeEqual          PredicateKind = "sizeEqual"
	SizeNotEqual       PredicateKind = "sizeNotEqual"
	SizeLess           PredicateKind = "sizeLess"
	SizeLessOrEqual    PredicateKind = "sizeLessOrEqual"
	SizeGreater        PredicateKind = "sizeGreater"
	SizeGreaterOrEqual PredicateKind = "sizeGreaterOrEqual"
	AllOf              PredicateKind = "and"
	AnyOf              PredicateKind = "or"
	Not                PredicateKind = "not"
)

// AbsentValue is the meaning of an absent value of the whole path, or of its first steps.
type AbsentValue struct {
	Steps  int
	Value  AttributeValue
	IsNull bool // the value is an element of a list or map: an empty one is NULL and not absent
}

// Predicate is a condition or filter.
type Predicate struct {
	Kind     PredicateKind
	Path     Path
	Values   []AttributeValue // the operands; nil, of IsEqual and IsNotEqual, means an absent attribute
	Children []Predicate      // of AllOf, AnyOf and Not
	Absent   []AbsentValue
}

// ---- reads

// SortRange is a range of a field. Its kind is one of the comparisons, IsBetween or BeginsWith.
type SortRange struct {
	Kind PredicateKind
	Low  AttributeValue // the only operand, except of IsBetween
	High AttributeValue
}

// ReadRequest is a read of an access pattern.
type ReadRequest struct {
	Table      *Table
	Pattern    *Pattern
	Values     AttributeMap // of the pattern's fields By
	Range      *SortRange   // of the plan's range field or bucket field
	Take       int          // the most matching items; 0: all
	ReadAtMost int          // the most items that are read; 0: any number
	After      string       // the token of a page; empty: the first page
	Reverse    bool         // the other direction than the plan's
	Consistent *bool        // nil: as the plan has it
	Filter     *Predicate
	ExpiredToo bool
	OneRound   bool // at most one request, or one for each shard
}

func (r *ReadRequest) isForward() bool { return r.Pattern.Plan.Forward != r.Reverse }

// EntityFilter drops items of one entity.
type EntityFilter struct {
	Entity    *Entity
	Predicate Predicate
}

// CollectedMember is an entity of a collection.
type CollectedMember struct {
	Entity  *Entity
	Single  bool      // at most one item, which is read with any Take
	Below   []*Entity // their items come directly behind these
	Filters []EntityFilter
}

// LoadRequest is a read of a collection. Take is for each member that is not single, and After is a token of Load.
type LoadRequest struct {
	ReadRequest
	Members []CollectedMember
}

// SearchRequest is a search in a vector index.
type SearchRequest struct {
	Table      *Table
	Pattern    *Pattern
	Values     AttributeMap
	Filters    AttributeMap // further inline filters
	Vector     []float32
	TopK       int // 1 to 100; 0: 10
	ExpiredToo bool
}

// Cost is the cost of a call.
type Cost struct {
	Requests      int
	Evaluated     int // items that were read
	Returned      int // items that the filter let through
	Stale         int // rows of an index that were left out, because their index key is out of date
	CapacityUnits float64
	SearchBytes   float64 // for which searches of vector indexes are charged
}

// Row is an item with its entity.
type Row struct {
	Entity     *Entity
	Attributes AttributeMap // as stored, and the fields that only keys hold
}

// RowPage is the answer of a read.
type RowPage struct {
	Rows       []Row
	Token      string // empty after the last item
	Unreadable []*UnreadableRow
	Cost       Cost
}

// ScoredRows is the answer of a search.
type ScoredRows struct {
	Rows       []Row
	Scores     []float64
	Incomplete bool // further items may exist
	Unreadable []*UnreadableRow
	Cost       Cost
}

// GetRequest names an item.
type GetRequest struct {
	Table  *Table
	Entity *Entity
	Values AttributeMap // the fields of the primary key
}

// ---- writes

// WriteKind is the kind of a write.
type WriteKind string

const (
	Create WriteKind = "create"
	Put    WriteKind = "put"
	Update WriteKind = "update"
	Upsert WriteKind = "upsert"
	Remove WriteKind = "remove"
	Check  WriteKind = "check"
	Move   WriteKind = "move"
)

// ChangeKind is the kind of a change.
type ChangeKind string

const (
	Set           ChangeKind = "set"
	SetIfAbsent   ChangeKind = "setIfAbsent"
	Increment     ChangeKind = "increment"
	Append        ChangeKind = "append"
	Prepend       ChangeKind = "prepend"
	AddToSet      ChangeKind = "addToSet"
	RemoveFromSet ChangeKind = "removeFromSet"
	Erase         ChangeKind = "remove"
)

// WholeRange is the range of a field's kind.
type WholeRange struct {
	Least int64
	Most  uint64
}

// Change is a change of a field or of a part of it.
type Change struct {
	Kind      ChangeKind
	Field     int
	Path      Path           // a whole path, from the field's attribute on; empty: the field itself
	OfElement bool           // the path ends in an element of a list or an entry of a map
	Value     AttributeValue // nil, of Set: the attribute is removed
	Range     *WholeRange    // of Increment
}

// WriteRequest is a write of one item.
type WriteRequest struct {
	Kind    WriteKind
	Table   *Table
	Entity  *Entity
	Values  AttributeMap // of Create and Put all fields, otherwise those of the primary key
	MovedTo AttributeMap // all fields
	Changes []Change
	// The values of fields before the write, on which it is conditional. nil means absent.
	Given           AttributeMap
	ReadFirst       bool
	MustExist       bool // of Remove and Check
	ReturnsOld      bool
	ExpectedVersion *int64
	AnyVersion      bool
	Condition       *Predicate
}

// WriteAnswer is the answer of a write.
type WriteAnswer struct {
	Row *Row // the item after the write, or before it of Remove; nil without one
	Old *Row // of a request with ReturnsOld
	// Why a row is missing although the item exists, or existed: the write is done, but its answer was lost, or the
	// item could not be read afterwards.
	Unread error
	Cost   Cost
}
