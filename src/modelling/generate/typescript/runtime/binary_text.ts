// Unambiguous sequences of integers, texts and key values, from which page tokens and their bindings are made.
import { utf8, type AttributeValue } from "./attributes.js";
import { keyBytes } from "./plain_text.js";

export class BinaryWriter {
  private readonly pieces: Uint8Array[] = [];

  byte(value: number): void {
    this.pieces.push(Uint8Array.of(value));
  }
  // Writes 4 bytes, big-endian.
  number(value: number): void {
    const piece = new Uint8Array(4);
    new DataView(piece.buffer).setUint32(0, value);
    this.pieces.push(piece);
  }
  // Writes the size as a number and then the bytes.
  text(value: string | Uint8Array): void {
    const bytes = typeof value === "string" ? utf8(value) : value;
    this.number(bytes.length);
    this.pieces.push(bytes);
  }
  // Writes the letter of the type and then the text, number or bytes as a text. Requires: `value` can be in a key.
  keyValue(value: AttributeValue): void {
    this.byte((value.S !== undefined ? "S" : value.N !== undefined ? "N" : "B").charCodeAt(0));
    this.text(keyBytes(value));
  }
  bytes(): Uint8Array {
    return Buffer.concat(this.pieces);
  }
}

// Reads such a sequence. Each function throws RangeError if the bytes do not hold the requested value.
export class BinaryReader {
  private at = 0;
  constructor(private readonly bytes: Uint8Array) {}

  byte(): number {
    return this.take(1)[0]!;
  }
  number(): number {
    const piece = this.take(4);
    return new DataView(piece.buffer, piece.byteOffset, 4).getUint32(0);
  }
  piece(): Uint8Array {
    return this.take(this.number());
  }
  text(): string {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(this.piece());
  }
  keyValue(): AttributeValue {
    const type = String.fromCharCode(this.byte());
    if (type === "S") return { S: this.text() };
    if (type === "N") return { N: this.text() };
    if (type === "B") return { B: Uint8Array.from(this.piece()) };
    throw new RangeError(`a key value of type ${type}`);
  }
  atEnd(): boolean {
    return this.at === this.bytes.length;
  }

  private take(size: number): Uint8Array {
    if (this.bytes.length - this.at < size) throw new RangeError("the bytes end too early");
    this.at += size;
    return this.bytes.subarray(this.at - size, this.at);
  }
}
