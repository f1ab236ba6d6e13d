// WriteItem carries out one write: it reads if needed, plans, sends, judges the answer and tries again.

package rt

import (
	"context"
	"fmt"
)

type singleWrite struct {
	call       writeCall
	request    *WriteRequest // with the kept fields
	where      placeOfWrite
	stored     storedItem
	hasRead    bool
	takeovers  []takeover
	foreign    foreignSentinels
	claims     int // rounds that began without known owners
	plans      int
	plan       *writePlan
	attempts   int  // to send this plan
	lostAnswer bool // of an attempt to send this plan
	answer     *WriteAnswer
}

func (w *singleWrite) run(ctx context.Context) error {
	next := stepPlan
	if readsBeforeWrite(w.request) {
		next = stepRead
	}
	for next != stepDone {
		var err error
		switch next {
		case stepRead:
			w.stored, err = w.call.readFor(ctx, w.request)
			w.hasRead = true
			next = stepPlan
		case stepPlan:
			next, err = w.makePlan()
		default:
			next, err = w.send(ctx)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *singleWrite) makePlan() (step, error) {
	session := w.call.session
	w.plans++
	w.attempts, w.lostAnswer = 0, false
	var stored *storedItem
	if w.hasRead {
		stored = &w.stored
	}
	plan, err := planWrite(w.request, stored, session.writeID(), session.options.Computed)
	if err != nil {
		return 0, err
	}
	for i := range w.takeovers {
		if plan.actions, err = session.withTakeover(plan.actions, w.request.Entity, &w.takeovers[i]); err != nil {
			return 0, err
		}
	}
	isTransaction := len(plan.actions) > 1
	if plan.actions, err = w.foreign.spared(plan.actions); err != nil {
		return 0, err
	}
	w.plan = plan
	// A transaction returns no old item, so the item must be read first.
	if w.request.ReturnsOld && isTransaction && !w.hasRead {
		return stepRead, nil
	}
	return stepSend, nil
}

func (w *singleWrite) send(ctx context.Context) (step, error) {
	if len(w.plan.actions) > 1 {
		return w.sendTransaction(ctx)
	}
	w.attempts++
	returned, err := w.call.sendAction(ctx, &w.plan.actions[0])
	switch {
	case err != nil:
		return w.failedAlone(ctx, err)
	case w.plan.row != nil:
		return w.done(w.plan.row, returned)
	case w.request.Kind == Remove:
		return w.done(returned, returned)
	case w.request.ReturnsOld:
		return w.done(nil, returned)
	}
	return w.done(returned, nil)
}

func (w *singleWrite) sendTransaction(ctx context.Context) (step, error) {
	if err := w.call.runTransaction(ctx, w.plan.actions); err != nil {
		return w.failedTransaction(ctx, err)
	}
	if w.plan.row != nil {
		return w.done(w.plan.row, w.stored.attributes)
	}
	if w.request.Kind == Remove {
		return w.done(w.stored.attributes, w.stored.attributes)
	}
	item, err := w.readAgain(ctx)
	if err == nil {
		return w.done(item, w.stored.attributes)
	}
	if ctx.Err() != nil {
		return 0, err
	}
	w.answer = &WriteAnswer{Unread: err}
	if w.request.ReturnsOld {
		w.answer.Old = w.row(w.stored.attributes)
	}
	return stepDone, nil
}

func (w *singleWrite) readAgain(ctx context.Context) (AttributeMap, error) {
	return w.call.getItem(ctx, w.request.Table, w.plan.actions[0].key)
}

func (w *singleWrite) failedAlone(ctx context.Context, err error) (step, error) {
	if isConditionFailure(err) {
		if !w.lostAnswer {
			return w.failedCondition(ctx, &w.plan.actions[0], foundItem(err), err)
		}
		// The condition may be false because an earlier attempt was carried out.
		return w.judge(ctx, err, foundItem(err))
	}
	if outcomeIsUnknown(err) {
		w.lostAnswer = true
		if w.plan.writeID != "" {
			// Reads the item after an attempt whose outcome is not known, and judges by it.
			item, failure := w.readAgain(ctx)
			if failure != nil {
				return 0, outcomeUnknown(err)
			}
			return w.judge(ctx, err, item)
		}
		if !w.plan.repeatable {
			return 0, outcomeUnknown(err)
		}
		return w.again(ctx, outcomeUnknown(err))
	}
	if !w.hasRead && mayHaveMetNull(w.request, messageOf(err)) {
		return stepRead, nil
	}
	if maySucceedLater(err) {
		if w.lostAnswer {
			err = outcomeUnknown(err)
		}
		return w.again(ctx, err)
	}
	return 0, inOwnWords(w.request, err)
}

func (w *singleWrite) failedCondition(ctx context.Context, action *writeAction, item AttributeMap, cause error) (
	step, error) {
	isOwn := action.part == partItem || action.part == partOldItem
	isOfReadItem := isOwn && (w.request.Kind != Move || action.part != partItem)
	if w.hasRead && isOfReadItem && w.plan.changedSinceRead(w.stored, item) {
		return w.planAgain(ctx, cause)
	}
	if !w.hasRead && isOfReadItem && metNull(w.request, item) {
		return stepRead, nil
	}
	if w.mayClaimAgain() && w.foreign.learn(action, item) {
		w.claims++
		return stepPlan, nil
	}
	isTakenOver := takeoverOfSentinel(w.takeovers, action.key) != nil
	if needsNewPlan(action.part, isTakenOver, item) {
		return w.claimAgain(ctx)
	}
	ownerKey := ownerInTheWay(w.request.Entity, action, item)
	if ownerKey == nil {
		return 0, failedCondition(w.request, action, item, w.where, cause)
	}
	owner, err := w.call.getItem(ctx, w.request.Table, ownerKey)
	if err != nil {
		return 0, err
	}
	if owner != nil {
		w.call.cost.Evaluated++
	}
	return w.judgeOwner(ctx, action, ownerKey, owner, cause)
}

// Plans again if the owner of the value that `claim` found taken has expired, or no longer has the value.
func (w *singleWrite) judgeOwner(ctx context.Context, claim *writeAction, ownerKey, owner AttributeMap, cause error) (
	step, error) {
	session := w.call.session
	of := session.takeoverOf(claim, ownerKey, owner)
	if of == nil && !session.ownerHasValue(claim, owner) && w.mayClaimAgain() {
		return w.claimAgain(ctx)
	}
	old := takeoverOfSentinel(w.takeovers, claim.key)
	// The owner cannot be ended, because another action of the same transaction writes it.
	if of == nil || (old != nil && sameTakeover(old, of)) {
		return 0, failedCondition(w.request, claim, nil, w.where, cause)
	}
	if old != nil {
		return w.claimAgain(ctx)
	}
	w.takeovers = append(w.takeovers, *of)
	return stepPlan, nil
}

func (w *singleWrite) mayClaimAgain() bool { return w.claims < w.call.session.attempts }

// Plans again after a delay without the known takeovers, because the owners have changed since they were read.
func (w *singleWrite) claimAgain(ctx context.Context) (step, error) {
	if !w.mayClaimAgain() {
		return 0, ownersChange(w.where, w.claims)
	}
	w.takeovers = nil
	w.claims++
	return stepPlan, pauseBefore(ctx, w.call.session, w.claims-1)
}

func (w *singleWrite) failedTransaction(ctx context.Context, err error) (step, error) {
	blame := blamed(err)
	if blame == nil || blame.action >= len(w.plan.actions) {
		return 0, err
	}
	switch blame.code {
	case "ConditionalCheckFailed":
		return w.failedCondition(ctx, &w.plan.actions[blame.action], blame.reason.Item, err)
	case "ValidationError":
		message := ""
		if blame.reason.Message != nil {
			message = *blame.reason.Message
		}
		if !w.hasRead && mayHaveMetNull(w.request, message) {
			return stepRead, nil
		}
		return 0, inOwnWords(w.request, validationError(message, err))
	}
	return 0, err
}

func (w *singleWrite) planAgain(ctx context.Context, cause error) (step, error) {
	session := w.call.session
	if w.plans >= session.attempts {
		message := fmt.Sprintf("%s: another writer changed the item each of the %d times that the write read it first",
			w.where.text, w.plans)
		return 0, &WriteRefused{Reason: ChangedMeanwhile, Message: message, Err: cause}
	}
	return stepRead, pauseBefore(ctx, session, w.plans)
}

// Judges by the stored item whether a write was carried out whose answer was lost.
func (w *singleWrite) judge(ctx context.Context, err error, item AttributeMap) (step, error) {
	action := &w.plan.actions[0]
	if w.plan.isWritten(item) {
		return w.done(item, nil)
	}
	isRefused := isConditionFailure(err)
	conflict := failedCondition(w.request, action, item, w.where, err)
	isLost := conflict.Reason == VersionConflict || conflict.Reason == ItemExists
	if isRefused && w.plan.isEqual(item) {
		return 0, outcomeUnknown(fmt.Errorf("%s: the item is equal to the one to write, but this write or another one "+
			"may have written it: pt::version tells them apart", w.request.Entity.Name))
	}
	if isRefused || isLost {
		// An earlier attempt may have been carried out, and other programs may have written after it.
		if w.plan.isSurelyUnwritten(w.request, item) {
			return 0, conflict
		}
		// The conflict is not a cause, because errors.Is would then take this error for a refusal.
		return 0, &OutcomeUnknown{Message: "The outcome of the write is not known: " + conflict.Message, Err: err}
	}
	isConditional := w.request.ExpectedVersion != nil || action.kind == putAction
	if !w.plan.repeatable && !isConditional {
		return 0, outcomeUnknown(err)
	}
	return w.again(ctx, outcomeUnknown(err))
}

// Sends the plan again after a delay. Returns `err` if the attempts are used up.
func (w *singleWrite) again(ctx context.Context, err error) (step, error) {
	delay, ok := delayBefore(w.call.session, w.attempts)
	if !ok {
		return 0, err
	}
	return stepSend, wait(ctx, delay)
}

func (w *singleWrite) row(attributes AttributeMap) *Row {
	if attributes == nil {
		return nil
	}
	all := copyOf(attributes)
	identify(w.request.Table, all)
	return &Row{Entity: w.request.Entity, Attributes: all}
}

func (w *singleWrite) done(attributes, old AttributeMap) (step, error) {
	w.answer = &WriteAnswer{Row: w.row(attributes)}
	if !w.request.ReturnsOld {
		return stepDone, nil
	}
	// A repeated request may return the item that the first attempt wrote.
	if w.lostAnswer && len(w.plan.actions) == 1 {
		w.answer.Unread = &OutcomeUnknown{
			Message: "The write is done; the old item is not known, because the first answer was lost",
		}
		return stepDone, nil
	}
	w.answer.Old = w.row(old)
	return stepDone, nil
}

// WriteItem carries out one write. It is one request, unless a unique field, ReadFirst or a move needs more. Returns
// the item after the write, or before it of Remove. The error is a *ModelError before the first request, *WriteRefused,
// *OutcomeUnknown, or one of the SDK.
func WriteItem(ctx context.Context, session *Session, request WriteRequest) (*WriteAnswer, error) {
	if request.Kind == Check {
		return nil, modelError("%s: a check is possible only in a transaction", request.Entity.Name)
	}
	if err := checkWrite(&request); err != nil {
		return nil, err
	}
	if err := checkKeptMembers(&request); err != nil {
		return nil, err
	}
	whole, err := session.withKeptMembers(request, session.now())
	if err != nil {
		return nil, err
	}
	single := &singleWrite{
		call: writeCall{session: session}, request: &whole, where: placeOfWrite{text: request.Entity.Name}, claims: 1,
	}
	if err := single.run(ctx); err != nil {
		return nil, err
	}
	single.answer.Cost = single.call.cost
	return single.answer, nil
}
