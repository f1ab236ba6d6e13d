// Asks for access keys, if the server verifies signatures.
import { call } from "./api.js";
import { m } from "./m.js";
import { signIn } from "./session.js";
import { listTables } from "./tables.js";
import { button } from "./ui/button.js";
import { fault as notice } from "./ui/fault.js";
import { Field } from "./ui/field.js";

export const SignIn = () => {
  const keys = { accessKeyId: "", secretAccessKey: "", sessionToken: "" };
  let fault = null, busy = false;
  const submit = async (event) => {
    event.preventDefault();
    busy = true;
    fault = null;
    const tried = { accessKeyId: keys.accessKeyId.trim(), secretAccessKey: keys.secretAccessKey.trim(),
      sessionToken: keys.sessionToken.trim() || null };
    try {
      await call("ListTables", { Limit: 1 }, { keys: tried });
    } catch (error) {
      // A user may be allowed to read one table only, and not the list: the keys are right then.
      if (error.code !== "AccessDeniedException") fault = error;
    }
    if (!fault) {
      signIn(tried);
      listTables();
    }
    busy = false;
    m.redraw();
  };
  const text = (name, label, hint, type = "text") => m(Field, { label, hint, control: (a) => m("input", {
    ...a, type, value: keys[name], autocomplete: "off", spellcheck: false, required: name !== "sessionToken",
    oninput: (e) => (keys[name] = e.target.value) }) });
  return {
    view: () => m("form.panel.stack", { onsubmit: submit, style: { maxWidth: "520px", margin: "32px auto" } }, [
      m("h1", "Sign in"),
      m("p.muted",
        "This server verifies signatures. The browser signs each request with your access key, which stays in the " +
        "memory of this page and is gone after a reload."),
      globalThis.crypto?.subtle ? null
        : m(".notice.warn",
          "Browsers sign only on pages of this machine (localhost) and over TLS (https). Open the console there."),
      text("accessKeyId", "Access key ID"),
      text("secretAccessKey", "Secret access key", null, "password"),
      text("sessionToken", "Session token", "Only of temporary keys.", "password"),
      notice(fault),
      m(".row", button(busy ? "Signing in" : "Sign in", null,
        { kind: "primary", disabled: busy, attrs: { type: "submit" } })),
    ]),
  };
};
