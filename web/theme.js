// The theme that a person chose, for this session. It is there before the first paint, and works where storage is blocked.
"use strict";

(() => {
  const root = document.documentElement;
  const set = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
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
      // It lasts as long as the page.
    }
  };
})();
