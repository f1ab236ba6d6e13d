// The errors of this package. Errors of the service that no model explains are those of the SDK.

package rt

import (
	"fmt"
	"sort"
	"strings"
)

// ModelError is the error of a call that is wrong whatever the table holds: a value that cannot be in a key, a token of
// another read. It is returned before a request is sent.
type ModelError struct {
	Message string
	Err     error // the cause, if there is one
}

func (e *ModelError) Error() string { return e.Message }
func (e *ModelError) Unwrap() error { return e.Err }

func modelError(format string, values ...any) error {
	return &ModelError{Message: fmt.Sprintf(format, values...)}
}

// RefusalReason tells why the service did not carry a write out. It is an error, so that errors.Is(err, rt.ItemExists)
// tells the reasons apart.
type RefusalReason string

const (
	ItemExists       RefusalReason = "ItemExists"       // create found an item with this key
	ItemMissing      RefusalReason = "ItemMissing"      // the item that must exist does not
	ConditionFailed  RefusalReason = "ConditionFailed"  // the condition of the call does not hold
	VersionConflict  RefusalReason = "VersionConflict"  // the item has another version than the call expects
	UniqueValueTaken RefusalReason = "UniqueValueTaken" // another item has the value of a unique field
	ChangedMeanwhile RefusalReason = "ChangedMeanwhile" // the item changed between each read and the write after it
)

func (r RefusalReason) Error() string { return string(r) }

// WriteRefused is the error of a write that was not carried out.
type WriteRefused struct {
	Reason   RefusalReason
	Message  string
	Item     AttributeMap // as it is stored, if the service returned it
	Position *int         // in a transaction, counted from 0
	Fields   []string     // of UniqueValueTaken
	Err      error        // the cause
}

func (e *WriteRefused) Error() string { return e.Message }
func (e *WriteRefused) Unwrap() error { return e.Err }

// Is makes errors.Is compare the reason.
func (e *WriteRefused) Is(target error) bool {
	reason, ok := target.(RefusalReason)
	return ok && reason == e.Reason
}

// OutcomeUnknown is the error of a write whose answer was lost, so that it is not known whether it was carried out.
// Read the item before you try again.
type OutcomeUnknown struct {
	Message string
	Err     error
}

func (e *OutcomeUnknown) Error() string { return e.Message }
func (e *OutcomeUnknown) Unwrap() error { return e.Err }

// UnreadableRow is the error of a row that was read and that the model cannot use: it belongs to no entity, lacks a
// required field, or has a value that the field's kind does not have.
type UnreadableRow struct {
	Message  string
	Key      AttributeMap
	Entity   string // empty if it belongs to no entity
	Position int    // of a read of several keys, the position of the key
}

func (e *UnreadableRow) Error() string { return e.Message }

// RequestError tells which of several requests has an error of the SDK.
type RequestError struct {
	Position int // counted from 0
	Err      error
}

func (e *RequestError) Error() string { return fmt.Sprintf("request %d: %v", e.Position, e.Err) }
func (e *RequestError) Unwrap() error { return e.Err }

// BatchUnfinished is the error of a batch that ended before all of its requests were carried out.
type BatchUnfinished struct {
	Message   string
	Positions []int // of requests that are not carried out, or whose outcome is unknown, in ascending order
	Err       error
}

func (e *BatchUnfinished) Error() string { return e.Message }
func (e *BatchUnfinished) Unwrap() error { return e.Err }

// The requests that are not at the positions, as a text such as "0 to 24, 30".
func rangesWithout(positions []int, all int) string {
	var ranges []string
	from := 0
	for _, position := range append(append([]int{}, positions...), all) {
		if position == from+1 {
			ranges = append(ranges, fmt.Sprint(from))
		} else if position > from {
			ranges = append(ranges, fmt.Sprintf("%d to %d", from, position-1))
		}
		from = position + 1
	}
	return strings.Join(ranges, ", ")
}

// Returns the error of a batch of `all` writes, of which those at `positions` are not written.
func writesUnfinished(why string, positions []int, all int, cause error) error {
	ordered := append([]int{}, positions...)
	sort.Ints(ordered)
	if written := rangesWithout(ordered, all); written != "" {
		why += "; the requests " + written + " are written; the others are not written, or their outcome is unknown"
	}
	return &BatchUnfinished{Message: why, Positions: ordered, Err: cause}
}

// Returns the reason of a batch of which the service left `left` of `all` requests undone in `attempts` attempts in a
// row. `last` is the error of the last request, if it failed as a whole. `kind` is "reads" or "writes".
func leftUndone(kind string, left, all, attempts int, last error) string {
	failure := ""
	if last != nil {
		failure = ", the last of which failed: " + messageOf(last)
	}
	return fmt.Sprintf("The database left %d of the %d %s undone in %d attempts in a row%s: the error's positions say "+
		"which, so that only they need to be sent again later", left, all, kind, attempts, failure)
}
