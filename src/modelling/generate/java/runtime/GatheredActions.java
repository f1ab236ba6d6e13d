package partita.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The actions of one transaction, joined from the plans of several writes.
 *
 * @param actions the actions
 * @param origins the request and the action of its plan, for each action
 */
record GatheredActions(List<WriteAction> actions, List<Origin> origins) {
  private static final int MOST_ACTIONS = 100;

  /**
   * The request to which an action belongs, and the action's position in the plan of that request.
   */
  record Origin(int request, int action) {}

  /**
   * Returns the actions of all plans, with the takeovers, each of which the request at the same
   * position of {@code claimedBy} claims.
   *
   * @throws ModelException if two requests clash or if there are too many actions
   */
  static GatheredActions of(
      Session session,
      List<WriteRequest> requests,
      List<List<WriteAction>> plans,
      List<Takeover> takeovers,
      List<Integer> claimedBy) {
    GatheredActions joined = join(session, requests, plans);
    List<WriteAction> actions = joined.actions;
    List<Origin> origins = joined.origins;
    for (int i = 0; i < takeovers.size(); ++i) {
      int claim = Takeover.claimAt(actions, takeovers.get(i).sentinelKey());
      Origin origin = claim < 0 ? new Origin(0, 0) : origins.get(claim);
      EntityDescription entity = requests.get(claimedBy.get(i)).entity();
      actions = takeovers.get(i).added(actions, entity, session.computed());
      while (origins.size() < actions.size()) {
        origins.add(origin);
      }
    }
    if (actions.size() > MOST_ACTIONS) {
      throw new ModelException(
          "A transaction has at most %d actions; these %d requests need %d"
              .formatted(MOST_ACTIONS, requests.size(), actions.size()));
    }
    return new GatheredActions(actions, origins);
  }

  private record Place(String table, Map<String, AttributeValue> key) {}

  private static GatheredActions join(
      Session session, List<WriteRequest> requests, List<List<WriteAction>> plans) {
    List<WriteAction> actions = new ArrayList<>();
    List<Origin> origins = new ArrayList<>();
    Map<Place, Integer> seen = new HashMap<>();
    for (int request = 0; request < plans.size(); ++request) {
      List<WriteAction> plan = plans.get(request);
      for (int i = 0; i < plan.size(); ++i) {
        WriteAction action = plan.get(i);
        Place place = new Place(session.tableName(action.table()), action.key());
        Integer at = seen.putIfAbsent(place, actions.size());
        if (at == null) {
          actions.add(action);
          origins.add(new Origin(request, i));
          continue;
        }
        WriteAction first = actions.get(at);
        WriteAction merged = handOver(first, action);
        if (merged == null) {
          throw clash(requests, origins.get(at).request(), request, action);
        }
        actions.set(at, merged);
        if (first.part() == ActionPart.RELEASE) {
          origins.set(at, new Origin(request, i));
        }
      }
    }
    return new GatheredActions(actions, origins);
  }

  // A unique value that one request releases and another claims, in either order, keeps its
  // sentinel, which gets a new owner. Null if the two actions clash.
  private static WriteAction handOver(WriteAction first, WriteAction second) {
    boolean releasedFirst = first.part() == ActionPart.RELEASE && second.part() == ActionPart.CLAIM;
    boolean claimedFirst = first.part() == ActionPart.CLAIM && second.part() == ActionPart.RELEASE;
    if (!releasedFirst && !claimedFirst) {
      return null;
    }
    WriteAction release = releasedFirst ? first : second;
    WriteAction claim = releasedFirst ? second : first;
    // A check means that the sentinel is another item's and stays.
    return release.kind() == ActionKind.CHECK
        ? null
        : claim.withConditionOf(release.expressions()).withPart(ActionPart.REPOINT, claim.unique());
  }

  private static ModelException clash(
      List<WriteRequest> requests, int first, int second, WriteAction action) {
    String both =
        Requests.whereOf(requests, first).text()
            + " and "
            + Requests.whereOf(requests, second).text();
    return new ModelException(
        action.unique() != null
            ? both
                + " use the same value of the unique "
                + Unique.nameOf(requests.get(second).entity(), action.unique())
            : both + " are on the same item: a transaction has at most one action on each");
  }
}
