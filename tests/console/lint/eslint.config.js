// The rules of the console's JavaScript: src/console/web, tests/console, and the script of the pages that `partita
// model docs` writes. Each rule finds mistakes or keeps a function readable; the looks of the code are not judged here.
// The config has no imports, so that it can stay in the tree while its packages are outside of it.

const kShared = ["AbortController", "AbortSignal", "atob", "Blob", "btoa", "clearInterval", "clearTimeout", "crypto",
  "DOMException", "Event", "fetch", "performance", "queueMicrotask", "setInterval", "setTimeout", "structuredClone",
  "TextDecoder", "TextEncoder", "URL", "URLSearchParams"];
const kBrowser = ["addEventListener", "BroadcastChannel", "caches", "CSS", "dispatchEvent", "document",
  "getComputedStyle", "getSelection", "history", "HTMLDetailsElement", "HTMLTableElement", "indexedDB", "innerHeight",
  "innerWidth", "KeyboardEvent",
  "localStorage", "location", "matchMedia", "MutationObserver", "navigator", "PopStateEvent", "removeEventListener",
  "requestAnimationFrame", "ResizeObserver", "sessionStorage", "window"];
const kNode = ["Buffer", "console", "process", "setImmediate"];
const names = (list) => Object.fromEntries(list.map((name) => [name, "readonly"]));

const kRules = {
  "complexity": ["error", 20],
  "eqeqeq": "error",
  "max-lines-per-function": ["error", 60],
  "no-implicit-globals": "error",
  "no-undef": "error",
  "no-unused-vars": "error",
  "no-var": "error",
  "prefer-const": ["error", { destructuring: "all" }],
};
// The rooms of src/console/web/app in their order: a room uses only those before it (src/console/README.md).
const kRooms = ["base", "dynamo", "machine", "ui", "pages"];
const order = kRooms.map((room, at) => ({
  files: [`src/console/web/app/${room}/**/*.js`],
  rules: { "no-restricted-imports": ["error", { patterns: kRooms.slice(at + 1).map((later) => ({
    regex: `^(\\.\\./)+${later}/`, message: `${room} is below ${later}.` })) }] },
}));

export default [
  { linterOptions: { reportUnusedDisableDirectives: "error" }, rules: kRules },
  { files: ["src/**/*.js"], languageOptions: { globals: names([...kShared, ...kBrowser]) } },
  ...order.slice(0, -1),
  // These are not modules: the page loads them as scripts.
  { files: ["src/console/web/theme.js", "src/modelling/docs/*.js"], languageOptions: { sourceType: "script" } },
  // Tests in the browser hold functions that run in a page.
  { files: ["tests/**/*.js"], languageOptions: { globals: names([...kShared, ...kBrowser, ...kNode]) } },
];
