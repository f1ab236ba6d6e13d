// A model as data: fields, key templates, entities, indexes, tables and the plans of access patterns.
//
// `partita model gen go` writes a description, and the run time reads it. The plans come from Partita's planner, which
// has proven that each pattern is served by a key condition and never by a scan. Positions are those of the lists of
// the same description. A description must not change once it is in use.

// Package rt is the run time of the typed clients that Partita generates.
package rt

import "encoding/json"

// FieldKind tells the values of a field and their stored form.
type FieldKind string

const (
	KindString   FieldKind = "string"
	KindBytes    FieldKind = "bytes"
	KindInteger  FieldKind = "integer"  // signed, of up to 64 bits
	KindUnsigned FieldKind = "unsigned" // of up to 64 bits
	KindDouble   FieldKind = "double"
	KindDecimal  FieldKind = "decimal" // exact, of up to 38 digits
	KindBool     FieldKind = "bool"
	KindEnum     FieldKind = "enum"
	KindTime     FieldKind = "time" // S, UTC with milliseconds: 2026-01-05T10:00:00.000Z
	KindDate     FieldKind = "date" // S: 2026-01-05
	KindUUID     FieldKind = "uuid"
	KindULID     FieldKind = "ulid"
	KindSeconds  FieldKind = "seconds"  // N: seconds since 1970
	KindDocument FieldKind = "document" // M, L, a set, or any value
)

// DocumentType tells the attribute type of a field of KindDocument.
type DocumentType string

const (
	DocumentAny       DocumentType = "any"
	DocumentMap       DocumentType = "map"
	DocumentList      DocumentType = "list"
	DocumentStringSet DocumentType = "string_set"
	DocumentNumberSet DocumentType = "number_set"
	DocumentBinarySet DocumentType = "binary_set"
	DocumentVector    DocumentType = "vector"
)

// Enumerator has the texts of an enumerator: its name in programs, its attribute value, and its text in composed keys.
type Enumerator struct {
	Name      string
	Attribute string
	Key       string
}

// Field is a field of an entity.
type Field struct {
	Name        string
	Attribute   string
	Kind        FieldKind
	Document    DocumentType // of KindDocument
	Optional    bool         // items may lack it
	KeyOnly     bool         // no attribute stores it: only keys hold the value
	HasDefault  bool         // an absent attribute means the first value of its kind: 0, "", false ...
	Enumerators []Enumerator
}

// KeyFormat is the form that a field's value has in a key. A cut such as FormatMonth is the leading part of a time or
// date.
type KeyFormat string

const (
	FormatPlain  KeyFormat = ""
	FormatPadded KeyFormat = "padded"
	FormatSigned KeyFormat = "signed"
	FormatYear   KeyFormat = "year"
	FormatMonth  KeyFormat = "month"
	FormatDay    KeyFormat = "day"
	FormatHour   KeyFormat = "hour"
	FormatShard  KeyFormat = "shard"
)

// KeyEscape tells the treatment of the bytes of a value up to '$'.
type KeyEscape string

const (
	EscapeHex    KeyEscape = "" // such a byte becomes $HH
	EscapeReject KeyEscape = "reject"
	EscapeRaw    KeyEscape = "raw"
)

// KeyField is a field in a key, with its format.
type KeyField struct {
	Field     int
	Format    KeyFormat
	Width     int // digits, of FormatPadded and FormatSigned
	Shards    int // of FormatShard: the number that writes use
	WasShards int // the earlier number, which items may still use
	Escape    KeyEscape
	MustBegin string
}

// KeyPart is a field, or a literal if Field is nil.
type KeyPart struct {
	Literal string
	Field   *KeyField
}

// UnmarshalJSON takes a literal as a JSON string and a field as a JSON object, as descriptions in JSON have them.
func (p *KeyPart) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		return json.Unmarshal(data, &p.Literal)
	}
	p.Field = &KeyField{}
	return json.Unmarshal(data, p.Field)
}

// ScalarType is the type of a key attribute.
type ScalarType string

const (
	ScalarS ScalarType = "S"
	ScalarN ScalarType = "N"
	ScalarB ScalarType = "B"
)

// KeyAttribute is one attribute of a key, with the value that an entity writes there.
type KeyAttribute struct {
	Attribute string
	Type      ScalarType
	// The attribute belongs to the field itself, and has its value and type. There is one part, which is a field.
	Natural bool
	Parts   []KeyPart
}

// When restricts an index to the items whose field has a value.
type When struct {
	Field  int
	Equals string // the attribute's text
}

// EntityKey is the key of an entity in a table or index.
type EntityKey struct {
	Index     *int           // nil: the primary key
	Partition []KeyAttribute // empty for a local index, which has that of the primary key
	Sort      []KeyAttribute
	When      *When
}

// Computed is a field that follows from others.
type Computed struct {
	Field int
	From  []int
}

// Entity is a kind of items in a table.
type Entity struct {
	Name            string // the type tag
	Aliases         []string
	Fields          []Field
	Primary         EntityKey
	Indexes         []EntityKey // those that the entity enters
	Version         *int        // a field
	TTL             *int
	Unique          [][]int // fields that are unique, alone or together
	Sentinels       string  // the name in the keys of sentinels, if it is not the entity's
	Created         *int
	Updated         *int
	Computed        []Computed
	LossyKey        bool // items with different values may have the same primary key
	OtherAttributes bool // items keep attributes that no field names
}

// Shards divides an index into several partitions.
type Shards struct {
	Count     int
	Was       int
	Of        string // a field, whose text decides the shard
	Attribute string
}

// VectorIndex describes the vectors of an index.
type VectorIndex struct {
	Attribute  string
	Dimensions int
	Distance   string
	Filters    []string // attributes
}

// ProjectAll is the projection of an index that has all attributes.
const ProjectAll = "ALL"

// Index is an index of a table.
type Index struct {
	Name       string
	Scope      string   // "global", "local" or "vector"
	Partition  []string // attributes; a local index has the table's
	Sort       []string
	Projection string // "ALL", "KEYS_ONLY" or "INCLUDE"
	Include    []string
	Shards     *Shards
	Vector     *VectorIndex
}

// Table is a table with its entities.
type Table struct {
	Name          string
	Partition     string // an attribute
	Sort          string // empty: the table has only a partition key
	TypeAttribute string // holds the entity's name; empty: items have no tag
	Indexes       []Index
	Entities      []Entity
	Create        json.RawMessage // the body of CreateTable without the table's name
	TTLAttribute  string
}

// Operation is the request that serves a pattern.
type Operation string

const (
	OperationGetItem Operation = "GetItem"
	OperationQuery   Operation = "Query"
	OperationSearch  Operation = "Search"
)

// SortPlan tells the part of the sort key that a plan knows.
type SortPlan string

const (
	SortNone   SortPlan = "none"   // the whole item collection
	SortEqual  SortPlan = "equal"  // the whole sort key is known
	SortPrefix SortPlan = "prefix" // the known parts, then at least one more segment
	SortTree   SortPlan = "tree"   // the known parts, possibly followed by more
	SortRanged SortPlan = "range"  // the known parts, then a range of a field
)

// Plan is the way in which a pattern is read.
type Plan struct {
	Operation  Operation
	Index      *int // nil: the table
	Sort       SortPlan
	SortParts  int  // the leading parts of the template, or attributes of a natural key, that are known
	RangeField *int // of the first entity
	Forward    bool
	Consistent bool
	// The range that a call gives spans several partitions, each of which holds a year, month, day or hour of this
	// field.
	BucketField *int
}

// Pattern is an access pattern.
type Pattern struct {
	Name        string
	Table       int   // in the model's tables
	Entities    []int // in the table's entities; the key of the first one makes the plan
	By          []int // fields of the first entity that a call gives
	Plan        Plan
	WithExpired bool
	FromEnd     bool // a collection whose last entities come before the item of the first one
	Whole       bool
	Wanted      []string // the fields of the answer, if they are not all of the entity's
}

// Model is a whole description.
type Model struct {
	Name     string
	Tables   []Table
	Patterns []Pattern
}

// At returns a position of a description that may be absent there.
func At(position int) *int {
	return &position
}
