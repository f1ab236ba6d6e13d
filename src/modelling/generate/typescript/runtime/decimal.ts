// A number of up to 38 digits, exactly as DynamoDB stores it.
import { numberText, parseNumber } from "./number_text.js";

export class Decimal {
  private constructor(readonly text: string) {}

  // Takes "12.50", "-3" or "1e-7". Throws ModelError if the text is not a number that DynamoDB can store.
  static parse(text: string): Decimal {
    return new Decimal(numberText(parseNumber(text.trim())));
  }
  static of(value: number | bigint | string): Decimal {
    return Decimal.parse(String(value));
  }
  equals(other: Decimal): boolean {
    return this.text === other.text;
  }
  // The nearest number, which may differ in its last digits.
  toNumber(): number {
    return Number(this.text);
  }
  toString(): string {
    return this.text;
  }
  toJSON(): string {
    return this.text;
  }
}
