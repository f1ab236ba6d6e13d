// The texts of numbers of single precision, of which vectors are made, and of double precision, as C++ writes them.
import { ModelError } from "./errors.js";
import { numberText, readNumber } from "./number_text.js";

// Shortest digits that end this many places before the point are written as the whole number's own digits, as C++ does.
const mostOwnDigits = 5;

// Returns the text with all digits of a whole number, if the shortest ones leave only few of them out.
function withOwnDigits(single: number, whole: number, exponent: number): string {
  const kept = String(whole).replace(/0+$/, "");
  const places = exponent + String(whole).length - kept.length;
  const most = kept.replace("-", "").length === 1 ? mostOwnDigits - 1 : mostOwnDigits;
  return places >= 0 && places <= most ? BigInt(single).toString() : `${whole}e${exponent}`;
}

// The shortest digits of the number. Beside a power of two the nearest digits can mean another number, but those next
// to them the same one.
function shortestText(single: number): string {
  for (let digits = 1; digits <= 9; ++digits) {
    const [mantissa = "", exponent = ""] = single.toExponential(digits - 1).split("e");
    const whole = Number(mantissa.replace(".", ""));
    for (const near of [whole, whole + 1, whole - 1]) {
      const place = Number(exponent) - (digits - 1);
      if (Math.fround(Number(`${near}e${place}`)) === single) return withOwnDigits(single, near, place);
    }
  }
  return String(single);
}

// Returns the shortest text of the single-precision number that is nearest to `number`, as the database writes it.
// Throws ModelError for a number that it cannot store.
export function floatText(number: number): string {
  const single = Math.fround(number);
  const exact = readNumber(shortestText(single));
  if (!exact) throw new ModelError(`the value holds ${single}, which is not a number that the database can store`);
  return numberText(exact);
}

// Returns the text of a finite number with all digits of a whole number, if its shortest digits leave only few of them
// out, so that each program stores equal numbers alike. Throws ModelError for a number that the database cannot store.
export function doubleText(number: number): string {
  if (Number.isSafeInteger(number)) return String(number === 0 ? 0 : number);
  const [mantissa = "", exponent = ""] = number.toExponential().split("e");
  const digits = mantissa.replace(/[-.]/g, "");
  const place = Number(exponent) - (digits.length - 1);
  const most = digits.length === 1 ? mostOwnDigits - 1 : mostOwnDigits;
  const text = place >= 0 && place <= most ? BigInt(number).toString() : String(number);
  const exact = readNumber(text);
  if (!exact) throw new ModelError(`${number} is not a number that the database can store`);
  return numberText(exact);
}
