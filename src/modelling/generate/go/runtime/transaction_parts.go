// Joins the plans of several writes to the actions of one transaction.

package rt

const mostActions = 100

// The request to which an action belongs, and the action's position in the plan of that request.
type origin struct {
	request int
	action  int
}

// The actions of one transaction, each with its origin.
type gathered struct {
	actions []writeAction
	origins []origin
}

// A unique value that one request releases and another claims, in either order, keeps its sentinel, which gets a new
// owner. Returns the action that does both, and whether it belongs to the second request. ok is false if the two
// actions clash.
func handOver(first, second *writeAction) (merged writeAction, isOfSecond, ok bool) {
	isOfSecond = first.part == partRelease && second.part == partClaim
	if !isOfSecond && (first.part != partClaim || second.part != partRelease) {
		return writeAction{}, false, false
	}
	release, claim := second, first
	if isOfSecond {
		release, claim = first, second
	}
	if release.kind == checkAction {
		return writeAction{}, false, false // The sentinel is another item's and stays.
	}
	merged = *claim
	merged.conditionTexts = release.conditionTexts
	merged.part = partRepoint
	return merged, isOfSecond, true
}

func clash(requests []WriteRequest, first, second int, action *writeAction) error {
	both := whereOf(requests, first).text + " and " + whereOf(requests, second).text
	if action.unique != nil {
		return modelError("%s use the same value of the unique %s",
			both, nameOfUnique(requests[second].Entity, action.unique))
	}
	return modelError("%s are on the same item: a transaction has at most one action on each", both)
}

func joinPlans(session *Session, requests []WriteRequest, plans [][]writeAction) (*gathered, error) {
	out := &gathered{}
	seen := make(map[string]int)
	for request, plan := range plans {
		for position := range plan {
			action := &plan[position]
			identity := itemIdentity(session.tableName(action.table), action.key)
			at, ok := seen[identity]
			if !ok {
				seen[identity] = len(out.actions)
				out.actions = append(out.actions, *action)
				out.origins = append(out.origins, origin{request, position})
				continue
			}
			merged, isOfSecond, ok := handOver(&out.actions[at], action)
			if !ok {
				return nil, clash(requests, out.origins[at].request, request, action)
			}
			out.actions[at] = merged
			if isOfSecond {
				out.origins[at] = origin{request, position}
			}
		}
	}
	return out, nil
}

// Returns the actions of all plans, with the takeovers. The error is that two requests clash or that there are too many
// actions.
func gather(session *Session, requests []WriteRequest, plans [][]writeAction, takeovers []takeover) (*gathered, error) {
	out, err := joinPlans(session, requests, plans)
	if err != nil {
		return nil, err
	}
	for i := range takeovers {
		of := &takeovers[i]
		var first origin
		if claim := claimAt(out.actions, of.sentinelKey); claim >= 0 {
			first = out.origins[claim]
		}
		out.actions, err = session.withTakeover(out.actions, requests[of.claimedBy].Entity, of)
		if err != nil {
			return nil, err
		}
		for len(out.origins) < len(out.actions) {
			out.origins = append(out.origins, first)
		}
	}
	if len(out.actions) > mostActions {
		return nil, modelError("A transaction has at most %d actions; these %d requests need %d",
			mostActions, len(requests), len(out.actions))
	}
	return out, nil
}
