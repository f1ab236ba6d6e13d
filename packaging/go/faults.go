package partitatest

import "time"

// Fault is a rule by which calls fail. A field with its zero value is left out of the rule.
type Fault struct {
	// Operations are names of the API, or "reads" or "writes". Without them the rule fits all operations.
	Operations []string `json:"operations,omitempty"`
	// Table: only calls that name this table.
	Table string `json:"table,omitempty"`
	// Key: only calls that name an item with these attributes, in the API's JSON, such as {"pk": {"S": "hot"}}.
	Key map[string]any `json:"key,omitempty"`
	// Skip is the number of calls that are let through first.
	Skip int `json:"skip,omitempty"`
	// Probability is the share of the calls after those on which the rule acts. If it is 0, the rule acts on all of them.
	Probability float64 `json:"probability,omitempty"`
	// Count is the most calls on which the rule acts. If it is 0, the rule acts on any number.
	Count int `json:"count,omitempty"`
	// When is "before" or "after", and by default "before". After: the call is carried out, and only its answer is lost.
	When string `json:"when,omitempty"`
	// DelayMS is the number of milliseconds by which the call or its answer is late.
	DelayMS int64 `json:"delay_ms,omitempty"`
	// Error is the error that the caller gets, such as "ProvisionedThroughputExceededException".
	Error string `json:"error,omitempty"`
	// Message is the text of the error, if not the service's.
	Message string `json:"message,omitempty"`
	// Connection is "kept" or "cut", and by default "kept". Cut: the connection closes without an answer.
	Connection string `json:"connection,omitempty"`
	// Unprocessed is the share of a batch's members that come back as unprocessed.
	Unprocessed float64 `json:"unprocessed,omitempty"`
}

// Delay returns the rule that makes calls of these operations late, or all calls if no operation is given.
func Delay(by time.Duration, operations ...string) Fault {
	return Fault{Operations: operations, DelayMS: by.Milliseconds()}
}

// Faults are the rules of an account with their seed.
type Faults struct {
	// Seed makes the choice of calls by Probability repeatable. If it is 0, 1 is taken.
	Seed int64 `json:"seed"`
	// Rules are tried in this order.
	Rules []Fault `json:"rules"`
}
