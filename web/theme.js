// @ts-check
// Keeps the chosen theme for the session. The theme is set before the first paint, and can be chosen if storage is blocked.
"use strict";

(() => {
  const root = document.documentElement;
  /** @type {(theme: string | null) => void} */
  const set = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
  /** @type {Storage | null} */
  let stored = null;
  try {
    stored = sessionStorage;
    set(stored.getItem("theme"));
  } catch {
    stored = null;
  }
  self.chooseTheme = (theme) => {
    set(theme);
    try {
      stored?.setItem("theme", theme);
    } catch {
      // The theme lasts as long as the page.
    }
  };
})();
