// Placeholders are the #names and :values that the expressions of one request share.
import type { AttributeValue } from "./attributes.js";
import type { Path } from "./calls.js";
import { ModelError } from "./errors.js";
import { spellPath } from "./spell.js";

export class Placeholders {
  private readonly ofNames = new Map<string, string>();
  private readonly ofValues: [string, AttributeValue][] = [];

  // Returns the placeholder of an attribute's name, such as "#0". A name always gets the same placeholder.
  name(attribute: string): string {
    let placeholder = this.ofNames.get(attribute);
    if (placeholder === undefined) {
      placeholder = `#${this.ofNames.size}`;
      this.ofNames.set(attribute, placeholder);
    }
    return placeholder;
  }

  // Returns a new placeholder of `value`, such as ":0".
  value(value: AttributeValue): string {
    const placeholder = `:${this.ofValues.length}`;
    this.ofValues.push([placeholder, value]);
    return placeholder;
  }

  // Returns a path with a placeholder for each name in it, such as "#0.#1[3].#2". Throws ModelError for a path that
  // does not begin with an attribute, an empty name, or a negative element.
  path(path: Path): string {
    let text = "";
    for (const step of path) {
      if (typeof step === "number" && text === "")
        throw new ModelError("A path begins with an attribute, not with an element of a list");
      if (typeof step === "number" && step < 0)
        throw new ModelError(`The path ${spellPath(path)} has a negative element`);
      if (step === "")
        throw new ModelError(
          `The path "${spellPath(path)}" has an empty name: attributes and entries of maps have at least one character`,
        );
      text += typeof step === "number" ? `[${step}]` : (text === "" ? "" : ".") + this.name(step);
    }
    if (text === "") throw new ModelError("A path needs at least one step, the name of an attribute");
    return text;
  }

  // Returns the names for the request, or undefined without any, because the service refuses an empty map.
  names(): Record<string, string> | undefined {
    if (this.ofNames.size === 0) return undefined;
    return Object.fromEntries([...this.ofNames].map(([attribute, placeholder]) => [placeholder, attribute]));
  }

  // Returns the values for the request, or undefined without any, because the service refuses an empty map.
  values(): Record<string, AttributeValue> | undefined {
    return this.ofValues.length === 0 ? undefined : Object.fromEntries(this.ofValues);
  }
}
