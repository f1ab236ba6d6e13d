// Values that are typed into one field: the text of a scalar with its type, and back.
import { numberFault } from "./numbers.js";
import { base64Fault } from "./values.js";

// The value of a text, or an Error with a text for the user.
export function valueOfText(type, text) {
  switch (type) {
    case "S": return { S: text };
    case "N": {
      const fault = numberFault(text.trim());
      if (fault) throw new Error(fault);
      return { N: text.trim() };
    }
    case "B": {
      const fault = base64Fault(text.trim());
      if (fault) throw new Error(fault);
      return { B: text.trim() };
    }
    case "BOOL": {
      if (text !== "true" && text !== "false") throw new Error("Choose true or false.");
      return { BOOL: text === "true" };
    }
    case "NULL": return { NULL: true };
    default: throw new Error(`A value of the type ${type} is not typed as one text.`);
  }
}
