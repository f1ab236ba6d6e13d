// A write of an item that has a unique value without owning its sentinel, because another item owns it. Such duplicates
// exist if a field was made unique in a table that had them. The write must leave that sentinel as it is.
//
// A write is planned as if the item owned the sentinel. If the sentinel turns out to be another item's, the write is
// sent again with a check in place of the action: the sentinel still is another item's. So no sentinel stays behind if
// the item gets it in the meantime.
import type { AttributeMap } from "./attributes.js";
import type { Predicate } from "./calls.js";
import { equalMaps } from "./equal_values.js";
import { byName } from "./sorted_map.js";
import { ownerAttribute, ownerOfSentinel } from "./unique.js";
import type { WriteAction } from "./write_action.js";
import { WriteExpression } from "./write_expression.js";

function endsOwnership(action: WriteAction): boolean {
  return action.part === "release" || action.part === "repoint";
}

function checkForeign(action: WriteAction, owner: AttributeMap): WriteAction {
  const children = [...byName(owner)].map(([name, value]): Predicate => ({
    kind: "notEqual",
    path: [ownerAttribute(name)],
    values: [value],
  }));
  const expression = new WriteExpression();
  expression.exists(action.table.partition);
  expression.holds({ kind: "or", children });
  const { part, table, key, unique } = action;
  return { kind: "check", part, table, key, ...(unique ? { unique } : {}), ...expression.expressions() };
}

// The sentinels of other items that one write has met.
export class ForeignSentinels {
  private keys: readonly AttributeMap[] = [];

  // Learns from an action of a plan whose condition was refused because of the sentinel `found`. Returns true if the
  // write may succeed once spared() has changed its plan.
  learn(action: WriteAction, found: AttributeMap | undefined): boolean {
    if (!endsOwnership(action)) return false;
    // A known sentinel that fails its check is the item's own by now, or is gone.
    if (this.knows(action.key)) {
      this.keys = this.keys.filter((key) => !equalMaps(key, action.key));
      return true;
    }
    if (!found || !ownerOfSentinel(action.table, found)) return false;
    this.keys = [...this.keys, action.key];
    return true;
  }

  // Returns the plan without the actions that would release these sentinels or give them another owner. `plan` has all
  // actions of the write of one item.
  spared(plan: readonly WriteAction[]): readonly WriteAction[] {
    // The key that the item has before the write.
    const owner = plan.find((action) => action.part === "oldItem") ?? plan[0];
    if (!owner || this.keys.length === 0) return plan;
    return plan.map((action) =>
      endsOwnership(action) && this.knows(action.key) ? checkForeign(action, owner.key) : action,
    );
  }

  private knows(sentinelKey: AttributeMap): boolean {
    return this.keys.some((key) => equalMaps(key, sentinelKey));
  }
}
