// The theme that the user chose: "system", "light" or "dark". theme.js in the head applies it before the first paint.
const kKey = "partita.theme";

export function theme() {
  return document.documentElement.dataset.theme ?? "system";
}
export function setTheme(value) {
  if (value === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = value;
  try {
    localStorage.setItem(kKey, value);
  } catch {
    // Without storage the theme lasts until a reload.
  }
}
export function nextTheme() {
  setTheme({ system: "dark", dark: "light", light: "system" }[theme()]);
}
