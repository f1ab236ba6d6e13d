// Transact carries out several writes, all or not one of them.

package rt

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
)

// The next step of a write or transaction.
type step int

const (
	stepRead step = iota
	stepPlan
	stepSend
	stepDone
)

type transactionMember struct {
	request WriteRequest // with the kept fields
	stored  storedItem
	plan    *writePlan
	foreign foreignSentinels
}

type transaction struct {
	call      writeCall
	members   []transactionMember
	takeovers []takeover
	rounds    int
	claims    int // rounds that began without known owners
}

// A refused action, with the request that needs it.
type refusedAction struct {
	origin origin
	member *transactionMember
	action *writeAction // of the request's plan
	cause  error
}

func (t *transaction) run(ctx context.Context) error {
	next := stepRead
	for next != stepDone {
		var err error
		if next == stepRead {
			next, err = t.read(ctx)
		} else {
			next, err = t.send(ctx)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Reads the items for the requests, one after the other.
func (t *transaction) read(ctx context.Context) (step, error) {
	for i := range t.members {
		member := &t.members[i]
		if !needsRead(&member.request) {
			continue
		}
		var err error
		if member.stored, err = t.call.readFor(ctx, &member.request); err != nil {
			return 0, atRequest(i, err)
		}
	}
	return stepSend, nil
}

func (t *transaction) requests() []WriteRequest {
	out := make([]WriteRequest, len(t.members))
	for i := range t.members {
		out[i] = t.members[i].request
	}
	return out
}

func (t *transaction) send(ctx context.Context) (step, error) {
	session := t.call.session
	t.rounds++
	plans := make([][]writeAction, len(t.members))
	for i := range t.members {
		member := &t.members[i]
		var stored *storedItem
		if needsRead(&member.request) {
			stored = &member.stored
		}
		plan, err := planWrite(&member.request, stored, session.writeID(), session.options.Computed)
		if err == nil {
			plan.actions, err = member.foreign.spared(plan.actions)
		}
		if err != nil {
			return 0, atRequest(i, err)
		}
		member.plan, plans[i] = plan, plan.actions
	}
	all, err := gather(session, t.requests(), plans, t.takeovers)
	if err != nil {
		return 0, err
	}
	if err := t.call.runTransaction(ctx, all.actions); err != nil {
		return t.failed(ctx, err, all)
	}
	return stepDone, nil
}

func (t *transaction) failed(ctx context.Context, err error, all *gathered) (step, error) {
	blame := blamed(err)
	if blame == nil || blame.action >= len(all.actions) {
		return 0, err
	}
	from := all.origins[blame.action]
	member := &t.members[from.request]
	if from.action >= len(member.plan.actions) {
		return 0, err
	}
	switch blame.code {
	case "ConditionalCheckFailed":
		refused := refusedAction{origin: from, member: member, action: &member.plan.actions[from.action], cause: err}
		return t.failedCondition(ctx, &refused, all.actions[blame.action].part, blame.reason.Item)
	case "ValidationError":
		message := aws.ToString(blame.reason.Message)
		if t.readsFromNowOn(member, mayHaveMetNull(&member.request, message)) {
			return stepRead, nil
		}
		return 0, atRequest(from.request, inOwnWords(&member.request, validationError(message, err)))
	}
	return 0, atRequest(from.request, err)
}

// If a request met a NULL that means empty, it is planned again with the stored item. Returns false if the request
// already reads its item or met no NULL.
func (t *transaction) readsFromNowOn(member *transactionMember, hasMetNull bool) bool {
	if needsRead(&member.request) || !hasMetNull {
		return false
	}
	member.request.ReadFirst = true
	return true
}

func (t *transaction) failedCondition(ctx context.Context, refused *refusedAction, sent actionPart, item AttributeMap) (
	step, error) {
	member, action, from := refused.member, refused.action, refused.origin
	request, session := &member.request, t.call.session
	isOnMovedTo := request.Kind == Move && action.part == partItem
	isRead := needsRead(request) && action.unique == nil && !isOnMovedTo
	if isRead && member.plan.changedSinceRead(member.stored, item) && t.rounds < session.attempts {
		return stepRead, pauseBefore(ctx, session, t.rounds)
	}
	if action.unique == nil && t.readsFromNowOn(member, metNull(request, item)) {
		return stepRead, nil
	}
	if t.mayClaimAgain() && member.foreign.learn(action, item) {
		t.claims++
		return stepSend, nil
	}
	isTakenOver := takeoverOfSentinel(t.takeovers, action.key) != nil
	if needsNewPlan(sent, isTakenOver, item) {
		return t.claimAgain(ctx, from)
	}
	ownerKey := ownerInTheWay(request.Entity, action, item)
	if ownerKey == nil {
		return 0, failedCondition(request, action, item, t.where(from), refused.cause)
	}
	owner, err := t.call.getItem(ctx, request.Table, ownerKey)
	if err != nil {
		return 0, atRequest(from.request, err)
	}
	if owner != nil {
		t.call.cost.Evaluated++
	}
	return t.judgeOwner(ctx, refused, ownerKey, owner)
}

// Sends all writes again if the owner of a value that a claim found taken has expired, or no longer has the value.
func (t *transaction) judgeOwner(ctx context.Context, refused *refusedAction, ownerKey, owner AttributeMap) (
	step, error) {
	session, claim, from := t.call.session, refused.action, refused.origin
	of := session.takeoverOf(claim, ownerKey, owner)
	if of == nil && !session.ownerHasValue(claim, owner) && t.mayClaimAgain() {
		return t.claimAgain(ctx, from)
	}
	old := takeoverOfSentinel(t.takeovers, claim.key)
	// The owner cannot be ended, because another action of the transaction writes it.
	if of == nil || (old != nil && sameTakeover(old, of)) {
		return 0, failedCondition(&refused.member.request, claim, nil, t.where(from), refused.cause)
	}
	if old != nil {
		return t.claimAgain(ctx, from)
	}
	of.claimedBy = from.request
	t.takeovers = append(t.takeovers, *of)
	return stepSend, nil
}

func (t *transaction) mayClaimAgain() bool { return t.claims < t.call.session.attempts }

// Sends all writes again after a delay, without the known takeovers, because the owners have changed since they were
// read.
func (t *transaction) claimAgain(ctx context.Context, from origin) (step, error) {
	if !t.mayClaimAgain() {
		return 0, ownersChange(t.where(from), t.claims)
	}
	t.takeovers = nil
	t.claims++
	return stepSend, pauseBefore(ctx, t.call.session, t.claims-1)
}

func (t *transaction) where(from origin) placeOfWrite { return whereOf(t.requests(), from.request) }

// Returns the error of a write that met another owner each time.
func ownersChange(where placeOfWrite, times int) error {
	message := fmt.Sprintf("%s: the owner of a unique value changed each of the %d times that it was read: the value "+
		"may be free", where.text, times)
	return &WriteRefused{Reason: ChangedMeanwhile, Message: message, Position: where.position}
}

// Transact carries out all writes or not one of them, over one or more tables. The request carries a token, so that a
// repetition has no effect. The errors are those of WriteItem. A refusal names the position of its request, counted
// from 0.
func Transact(ctx context.Context, session *Session, requests []WriteRequest) (Cost, error) {
	if len(requests) == 0 {
		return Cost{}, nil
	}
	for i := range requests {
		if requests[i].ReturnsOld {
			return Cost{}, atRequest(i, modelError("a transaction returns no items, old or new"))
		}
	}
	for i := range requests {
		err := checkWrite(&requests[i])
		if err == nil {
			err = checkKeptMembers(&requests[i])
		}
		if err != nil {
			return Cost{}, atRequest(i, err)
		}
	}
	now := session.now()
	whole := &transaction{call: writeCall{session: session}, claims: 1}
	whole.members = make([]transactionMember, len(requests))
	for i := range requests {
		var err error
		if whole.members[i].request, err = session.withKeptMembers(requests[i], now); err != nil {
			return Cost{}, atRequest(i, err)
		}
	}
	err := whole.run(ctx)
	return whole.call.cost, err
}
