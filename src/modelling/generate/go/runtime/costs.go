// Sums of costs, requests that are sent side by side, and the delays between attempts.

package rt

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Adds the cost of a part of an operation.
func (c *Cost) add(part Cost) {
	c.Requests += part.Requests
	c.Evaluated += part.Evaluated
	c.Returned += part.Returned
	c.Stale += part.Stale
	c.CapacityUnits += part.CapacityUnits
}

// Adds the capacity that an answer reports.
func (c *Cost) addCapacity(consumed ...types.ConsumedCapacity) {
	for i := range consumed {
		if consumed[i].CapacityUnits != nil {
			c.CapacityUnits += *consumed[i].CapacityUnits
		}
	}
}

// Adds the capacity that an answer reports, if it does.
func (c *Cost) addReported(consumed *types.ConsumedCapacity) {
	if consumed != nil {
		c.addCapacity(*consumed)
	}
}

// The number of requests of one call that are under way at a time, such as those of the shards of an index.
const mostSideBySide = 16

// Runs a function for each of the inputs, side by side, and waits for all of them, also after one has failed, so that
// no request is left under way. Returns the answers by position, or the first failure by position.
func sideBySide[In, Out any](inputs []In, run func(In) (Out, error)) ([]Out, error) {
	answers := make([]Out, len(inputs))
	failures := make([]error, len(inputs))
	if len(inputs) == 1 {
		answers[0], failures[0] = run(inputs[0])
		return answers, failures[0]
	}
	var all sync.WaitGroup
	places := make(chan struct{}, mostSideBySide)
	for i := range inputs {
		all.Add(1)
		places <- struct{}{}
		go func() {
			defer all.Done()
			answers[i], failures[i] = run(inputs[i])
			<-places
		}()
	}
	all.Wait()
	for _, failure := range failures {
		if failure != nil {
			return nil, failure
		}
	}
	return answers, nil
}

const (
	firstDelay   = 25 * time.Millisecond
	longestDelay = 5 * time.Second
)

// Returns the delay before attempt number `attempt` (the second attempt is 1) of the same request. It is a random part
// of a delay that doubles for each attempt. false if the attempts are used up.
func delayBefore(session *Session, attempt int) (time.Duration, bool) {
	if attempt >= session.attempts {
		return 0, false
	}
	ceiling := min(firstDelay<<min(max(attempt-1, 0), 16), longestDelay)
	return rand.N(ceiling), true
}

// Waits before such an attempt. Returns the error of the context as soon as it ends the call.
func wait(ctx context.Context, delay time.Duration) error {
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Waits before attempt number `attempt`, and not at all if the attempts are used up.
func pauseBefore(ctx context.Context, session *Session, attempt int) error {
	delay, _ := delayBefore(session, attempt)
	return wait(ctx, delay)
}
