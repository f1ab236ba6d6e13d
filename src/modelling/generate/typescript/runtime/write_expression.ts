// The update and the condition of one write action, with the placeholders that they share.
import { type AttributeMap, type AttributeValue, utf8 } from "./attributes.js";
import type { Change, Predicate } from "./calls.js";
import { elementsOf, pathOf } from "./change_facts.js";
import { ModelError } from "./errors.js";
import { compareNumbers, decimalOf, minus, numberText, parseNumber, readNumber, zero } from "./number_text.js";
import { Placeholders } from "./placeholders.js";
import { render } from "./predicate.js";
import { sameValue } from "./same_value.js";
import { byName } from "./sorted_map.js";
import { spellName, spellPath } from "./spell.js";
import type { ActionExpressions } from "./write_action.js";

const expressionBytes = 4096;
const expressionOperators = 300;

// The operators as the service counts them: words, comparators and calls. The AND of a BETWEEN stands for both.
function countOperators(condition: string): number {
  return condition.match(/\b(?:AND|OR|NOT|IN)\b|[<>=]+|\b[a-z_]+\(/g)?.length ?? 0;
}

// Attribute names are taken literally, also if they contain a '.'. Paths are those of Predicate.
export class WriteExpression {
  private readonly placeholders = new Placeholders();
  private readonly conditions: string[] = [];
  private readonly ranges: string[] = []; // further conditions, after the others
  private readonly clauses: Record<"SET" | "REMOVE" | "ADD" | "DELETE", string[]> = {
    SET: [],
    REMOVE: [],
    ADD: [],
    DELETE: [],
  };

  // ---- the condition, which is all of these joined by AND

  exists(attribute: string): void {
    this.conditions.push(`attribute_exists(${this.placeholders.name(attribute)})`);
  }

  notExists(attribute: string): void {
    this.conditions.push(`attribute_not_exists(${this.placeholders.name(attribute)})`);
  }

  // The attribute is absent, or NULL, which other programs write for an empty value.
  isEmpty(attribute: string): void {
    this.conditions.push(`(${this.emptiness(attribute)})`);
  }

  // The attribute has the value, or is absent if `value` is undefined. An absent or NULL attribute also counts as the
  // value `absent`.
  equals(attribute: string, value: AttributeValue | undefined, absent?: AttributeValue): void {
    if (!absent || !sameValue(absent, value)) {
      this.conditions.push(this.equality(attribute, value));
      return;
    }
    // The placeholder of the value comes before that of the type.
    const equality = this.equality(attribute, value);
    this.conditions.push(`(${this.emptiness(attribute)} OR ${equality})`);
  }

  // Either `missing` does not exist, or the attributes of `also` have the values that they have there.
  notExistsOrEquals(missing: string, also: AttributeMap): void {
    const all = [...byName(also)].map(([name, value]) => this.equality(name, value));
    this.conditions.push(`(attribute_not_exists(${this.placeholders.name(missing)}) OR (${all.join(" AND ")}))`);
  }

  // Throws ModelError as render() does.
  holds(predicate: Predicate): void {
    const text = render(predicate, this.placeholders);
    // The text joins the others by AND without parentheses, because render() has put OR in them and the service refuses
    // two pairs.
    if (text !== undefined) this.conditions.push(text);
  }

  // Returns true if a condition was added, besides the range conditions of increments.
  hasCondition(): boolean {
    return this.conditions.length > 0;
  }

  // Returns true if the condition is within the service's limits of length and of operators.
  conditionFits(): boolean {
    const text = this.condition();
    return utf8(text).length <= expressionBytes && countOperators(text) <= expressionOperators;
  }

  // ---- the update

  set(attribute: string, value: AttributeValue): void {
    const name = this.placeholders.name(attribute);
    this.clauses.SET.push(`${name} = ${this.placeholders.value(value)}`);
  }

  // Sets the attribute only if it is absent.
  setIfAbsent(attribute: string, value: AttributeValue): void {
    const name = this.placeholders.name(attribute);
    this.clauses.SET.push(`${name} = if_not_exists(${name}, ${this.placeholders.value(value)})`);
  }

  remove(attribute: string): void {
    this.clauses.REMOVE.push(this.placeholders.name(attribute));
  }

  // Adds to a number. An absent one starts from `absent`, or from zero without it. With `most`, the write fails if the
  // stored number exceeds it.
  increment(attribute: string, by: bigint, absent: AttributeValue | undefined, most: bigint | undefined): void {
    const { placeholders } = this;
    const name = placeholders.name(attribute);
    const from = placeholders.value(absent ?? { N: "0" });
    const amount = placeholders.value({ N: by.toString() });
    this.clauses.SET.push(`${name} = if_not_exists(${name}, ${from}) + ${amount}`);
    if (most === undefined) return;
    const end = placeholders.value({ N: most.toString() });
    this.ranges.push(`(attribute_not_exists(${name}) OR ${name} <= ${end})`);
  }

  // Adds the request's change to the update. `attribute` is the attribute of the changed field. `absent` is the value
  // from which the change starts if the stored value is absent, and undefined means zero or an empty list. An increment
  // with a range adds the condition that the sum is in the range, and a removal from a set in a list or map the
  // condition that the set has more elements than are removed. Throws ModelError for a path that does not lead into the
  // attribute or for an invalid number.
  apply(change: Change, attribute: string, absent: AttributeValue | undefined): void {
    const { placeholders, clauses } = this;
    const name = this.target(change, attribute);
    if (change.kind === "remove" || change.value === undefined) {
      clauses.REMOVE.push(name);
      return;
    }
    const value = placeholders.value(change.value);
    switch (change.kind) {
      case "set":
        clauses.SET.push(`${name} = ${value}`);
        break;
      case "setIfAbsent":
        clauses.SET.push(`${name} = if_not_exists(${name}, ${value})`);
        break;
      case "increment": {
        const start = absent ?? { N: "0" };
        clauses.SET.push(`${name} = if_not_exists(${name}, ${placeholders.value(start)}) + ${value}`);
        if (change.range) this.staysInRange(change, change.range, name, start);
        break;
      }
      case "append":
      case "prepend": {
        const stored = `if_not_exists(${name}, ${placeholders.value(absent ?? { L: [] })})`;
        const lists = change.kind === "append" ? [stored, value] : [value, stored];
        clauses.SET.push(`${name} = list_append(${lists.join(", ")})`);
        break;
      }
      case "addToSet":
        clauses.ADD.push(`${name} ${value}`);
        break;
      case "removeFromSet": {
        clauses.DELETE.push(`${name} ${value}`);
        // The database would remove the element of the list or map together with the last element of its set.
        const count = elementsOf(change.value)?.length ?? 0;
        if (change.ofElement) this.ranges.push(`size(${name}) > ${placeholders.value({ N: String(count) })}`);
        break;
      }
    }
  }

  // Returns the texts and the placeholders for an action.
  expressions(): ActionExpressions {
    const update = Object.entries(this.clauses)
      .filter(([, parts]) => parts.length > 0)
      .map(([keyword, parts]) => `${keyword} ${parts.join(", ")}`)
      .join(" ");
    const condition = this.condition();
    const names = this.placeholders.names();
    const values = this.placeholders.values();
    return {
      ...(update === "" ? {} : { update }),
      ...(condition === "" ? {} : { condition }),
      ...(names === undefined ? {} : { names }),
      ...(values === undefined ? {} : { values }),
    };
  }

  private condition(): string {
    return [...this.conditions, ...this.ranges].join(" AND ");
  }

  private emptiness(attribute: string): string {
    const name = this.placeholders.name(attribute);
    return `attribute_not_exists(${name}) OR attribute_type(${name}, ${this.placeholders.value({ S: "NULL" })})`;
  }

  private equality(attribute: string, value: AttributeValue | undefined): string {
    const name = this.placeholders.name(attribute);
    return value ? `${name} = ${this.placeholders.value(value)}` : `attribute_not_exists(${name})`;
  }

  private target(change: Change, attribute: string): string {
    const path = pathOf(change);
    if (path.length === 0) return this.placeholders.name(attribute);
    if (path.length < 2 || path[0] !== attribute)
      throw new ModelError(`The path ${spellPath(path)} does not lead into the attribute ${spellName(attribute)}`);
    return this.placeholders.path(path);
  }

  // Adds the condition that the sum of the stored value, or of `start`, and the change's value is in the range.
  private staysInRange(change: Change, range: NonNullable<Change["range"]>, name: string, start: AttributeValue): void {
    const by = parseNumber(change.value?.N ?? "");
    if (by.digits === 0n) return;
    const falls = by.digits < 0n;
    // The last value from which the change stays in the range.
    const furthest = minus(decimalOf(falls ? range.least : range.most), by);
    const end = this.placeholders.value({ N: numberText(furthest) });
    const inRange = `${name} ${falls ? ">=" : "<="} ${end}`;
    const first = start.N === undefined ? zero : readNumber(start.N);
    const distance = first && compareNumbers(first, furthest);
    const firstFits = distance !== undefined && (falls ? distance >= 0 : distance <= 0);
    this.ranges.push(firstFits ? `(attribute_not_exists(${name}) OR ${inRange})` : inRange);
  }
}
