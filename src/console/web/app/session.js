// The facts about the server and the user that the console knows, for as long as the page is open.
//
// Access keys stay in this module's memory: they are never stored, and they are gone after a reload. The session of
// `partita console` is not a key of the user, so it may outlive a reload of its tab.

const kSession = "partita.session";

export const session = {
  server: null, // the answer of console.json
  keys: null, // {accessKeyId, secretAccessKey, sessionToken} of the user, if the server verifies signatures
  id: null, // the session of `partita console`
};

export function needsKeys() {
  return session.server !== null && (session.server.Auth === "keys" || session.server.Auth === "iam");
}
export function isSignedIn() {
  return !needsKeys() || session.keys !== null;
}
export function signIn(keys) {
  session.keys = keys;
}
export function signOut() {
  session.keys = null;
}

// Reads console.json, and exchanges the one-time token of the address for a session. Throws an Error with a text for
// the user.
export async function begin(call) {
  const response = await fetch("console.json", { cache: "no-store" }).catch(() => {
    throw Object.assign(new Error("The server does not answer. Is it still running?"), { code: "NetworkError" });
  });
  if (!response.ok) throw new Error(`The server answers console.json with the status ${response.status}.`);
  session.server = await response.json();
  if (!session.server.NeedsSession) return;
  const token = new URLSearchParams(location.hash.replace(/^#!?\??/, "")).get("token");
  if (token) {
    // The token must not stay in the history, although it is of no use after this.
    history.replaceState(null, "", location.pathname);
    const opened = await call("PartitaConsole.OpenSession", { Token: token });
    session.id = opened.Session;
    sessionStorage.setItem(kSession, session.id);
  } else {
    session.id = sessionStorage.getItem(kSession);
  }
  if (!session.id)
    throw new Error("Open the address that `partita console` printed: its token lets this tab in, once.");
}
