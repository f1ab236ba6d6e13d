// Copies a text, and says so. Browsers offer the clipboard only to pages of this machine and over TLS.
import { toast } from "./toast.js";

export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`Copied: ${what}.`, { seconds: 2 });
  } catch {
    toast("The browser did not let the page copy: it may only over TLS and from this machine. Mark the text, and " +
      "copy it by hand.", { kind: "error" });
  }
}
