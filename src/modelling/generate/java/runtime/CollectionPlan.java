package partita.runtime;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Plans the reads of a collection: one read, or one read for each member. */
final class CollectionPlan {
  // A collection's token has a piece for each member that is not single: the page token of its
  // read, or this text if the member's items have ended.
  private static final String ENDED = "-";
  private static final String BETWEEN_PIECES = ".";

  private final Session session;
  private final ReadRequest read;
  private final List<CollectedMember> members;
  private final List<PlannedRead> reads = new ArrayList<>();
  private final List<String> pieces = new ArrayList<>(); // a null marks an ended member

  /** A read of a collection, and its place in the token, or -1. */
  record PlannedRead(ReadRequest request, int piece) {}

  /** The range of the member's items in the sort key. An empty text means any sort key. */
  private record MemberPlace(String text, boolean exact) {
    boolean mayBeginWith(MemberPlace other) {
      return text.startsWith(other.text) || (!exact && other.text.startsWith(text));
    }
  }

  private CollectionPlan(Session session, ReadRequest read, List<CollectedMember> members) {
    this.session = session;
    this.read = read;
    this.members = members;
  }

  /** Returns the plan. Throws ModelException if the keys do not tell the members apart. */
  static CollectionPlan of(Session session, ReadRequest read, List<CollectedMember> members) {
    CollectionPlan plan = new CollectionPlan(session, read, members);
    plan.make();
    return plan;
  }

  List<PlannedRead> reads() {
    return reads;
  }

  List<String> pieces() {
    return pieces;
  }

  /** Returns the token of these pieces, or null if all members have ended. */
  static String join(List<String> pieces) {
    if (pieces.stream().allMatch(Objects::isNull)) {
      return null;
    }
    return pieces.stream()
        .map(piece -> piece == null ? ENDED : piece)
        .collect(Collectors.joining(BETWEEN_PIECES));
  }

  private void make() {
    boolean isFiltered = members.stream().anyMatch(member -> !member.filters().isEmpty());
    boolean isFirst = read.after() == null;
    if (read.take() == null && isFirst && !isFiltered) {
      reads.add(new PlannedRead(read, -1));
      return;
    }
    List<CollectedMember> many = members.stream().filter(member -> !member.single()).toList();
    if (read.take() != null && isFirst && !isFiltered && many.size() == 1) {
      CollectedMember counted = many.get(0);
      if (singlesComeFirst(counted)) {
        MemberPart part = counted.toPart(false, !counted.below().isEmpty(), members.size() - 1);
        reads.add(new PlannedRead(read.toBuilder().part(part).build(), 0));
        pieces.add(null);
        return;
      }
    }
    if (isFirst) {
      many.forEach(member -> pieces.add(null));
    } else {
      addPieces(many.size());
    }
    planMembers();
  }

  private void addPieces(int count) {
    for (String piece : read.after().split("\\.", -1)) {
      pieces.add(piece.equals(ENDED) ? null : piece);
    }
    if (pieces.size() != count) {
      throw PageTokens.foreign(read.pattern().name());
    }
  }

  // Makes one read for each member, except for members whose items have ended.
  private void planMembers() {
    List<MemberPlace> places = members.stream().map(this::placeOf).toList();
    int many = 0;
    for (int i = 0; i < members.size(); ++i) {
      CollectedMember member = members.get(i);
      int piece = member.single() ? -1 : many++;
      Condition filter = filterOf(member);
      boolean mixed = !member.below().isEmpty() || isMixed(places, i);
      String after = read.after() == null || piece < 0 ? null : pieces.get(piece);
      if (read.after() != null && piece >= 0 && after == null) {
        continue;
      }
      ReadRequest request =
          read.toBuilder()
              .part(member.toPart(true, mixed, 0))
              .filter(filter)
              .take(member.single() ? null : read.take())
              .after(after)
              .build();
      reads.add(new PlannedRead(request, piece));
    }
  }

  private MemberPlace placeOf(CollectedMember member) {
    MemberPart part = new MemberPart(member.entity(), List.of(), true, false, 0);
    PreparedRead prepared =
        PreparedRead.of(session, read.toBuilder().after(null).part(part).build());
    KeyComparison last = prepared.queries().get(0).last();
    AskedPattern pattern = prepared.pattern();
    List<String> sort = pattern.table().sortAttributes(pattern.plan().index());
    if (sort.isEmpty() || !last.attribute().equals(sort.get(0))) {
      return new MemberPlace("", false);
    }
    String text = new String(Values.keyBytes(last.low()), StandardCharsets.UTF_8);
    return new MemberPlace(text, last.kind() == RangeKind.EQUAL);
  }

  private MemberPlace placeIfKnown(CollectedMember member) {
    try {
      return placeOf(member);
    } catch (ModelException error) {
      return null;
    }
  }

  // True if the items of all single members come before those of the counted one in the order of
  // the read.
  private boolean singlesComeFirst(CollectedMember counted) {
    MemberPlace many = placeIfKnown(counted);
    if (many == null) {
      return false;
    }
    for (CollectedMember member : members) {
      if (!member.single()) {
        continue;
      }
      MemberPlace single = placeIfKnown(member);
      if (single == null || single.mayBeginWith(many)) {
        return false;
      }
      int order = Texts.compare(many.text(), single.text());
      if (read.isForward() ? order < 0 : order > 0) {
        return false;
      }
    }
    return true;
  }

  // True if items of other members may come between the member's items.
  private static boolean isMixed(List<MemberPlace> places, int member) {
    MemberPlace own = places.get(member);
    if (own.exact()) {
      return false;
    }
    for (int i = 0; i < places.size(); ++i) {
      if (i != member && places.get(i).mayBeginWith(own)) {
        return true;
      }
    }
    return false;
  }

  // One filter for everything that is read with the member, or null. Throws ModelException if it
  // covers items of several entities that no tag tells apart.
  private Condition filterOf(CollectedMember member) {
    List<CollectedMember.MemberFilter> filters = member.filters();
    if (filters.isEmpty()) {
      return null;
    }
    if (member.below().isEmpty() && filters.size() == 1) {
      return Defaults.extend(member.entity(), filters.get(0).condition());
    }
    String tag = read.table().typeAttribute();
    if (tag == null) {
      throw new ModelException(
          ("\"%s\": the items of %s cannot be filtered, because items of other entities are "
                  + "read with them, and the table has no type tag that tells them apart")
              .formatted(read.pattern().name(), member.entity().name()));
    }
    return Condition.and(
        filters.stream()
            .map(filter -> filterOfEntity(tag, filter.entity(), filter.condition()))
            .toList());
  }

  // The filter of one entity, which lets the items of the others pass.
  private static Condition filterOfEntity(
      String tag, EntityDescription entity, Condition condition) {
    List<Condition> other = new ArrayList<>();
    other.add(Condition.compare(ConditionKind.NOT_EQUAL, tag, AttributeValue.fromS(entity.name())));
    for (String name : entity.aliases()) {
      other.add(Condition.compare(ConditionKind.NOT_EQUAL, tag, AttributeValue.fromS(name)));
    }
    return Condition.or(List.of(Condition.and(other), Defaults.extend(entity, condition)));
  }
}
