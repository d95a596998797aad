
  // The year, the month, the days since 0000-03-01 and the hour of a date; NaN four times without one.
  function date(row, name, pattern, year, month, day) {
    const cell = cellOf(row, name), none = [NaN, NaN, NaN, NaN];
    const found = new RegExp("^(?:" + pattern + ")$").exec(String(cell));
    if (found === null) return none;
    if (year === 0) return since1970(Math.floor(Number(found[1]) / month), none);
    let y = Number(found[year]), h = 0;
    if (found[year].length === 2) y += y >= 69 ? 1900 : 2000;
    const m = Number(found[month]) || "janfebmaraprmayjunjulaugsepoctnovdec".indexOf(found[month].slice(0, 3).toLowerCase()) / 3 + 1;
    const d = day > 0 ? Number(found[day]) : 1;
    if (day > 0 && found[4]) {
      const half = (found[5] || "").toUpperCase();
      h = Number(found[4]);
      h += half === "PM" && h < 12 ? 12 : half === "AM" && h === 12 ? -12 : 0;
    }
    const leap = y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0);
    const last = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    if (y < 1 || !(m >= 1 && m <= 12) || d < 1 || d > last[m - 1]) return none;
    const years = y - (m < 3 ? 1 : 0), down = Math.floor;
    return [y, m, 365 * years + down(years / 4) - down(years / 100) + down(years / 400) + down((153 * ((m + 9) % 12) + 2) / 5) + d - 1, h];
  }

  function since1970(hours, none) {
    const down = Math.floor, n = down(hours / 24) + 719468, centuries = down(n / 146097), day = n - 146097 * centuries;
    const years = down((day - down(day / 1460) + down(day / 36524) - down(day / 146096)) / 365);
    const m = down((5 * (day - 365 * years - down(years / 4) + down(years / 100)) + 2) / 153);
    const y = 400 * centuries + years + (m > 9 ? 1 : 0);
    return y < 1 ? none : [y, m < 10 ? m + 3 : m - 9, n, hours - 24 * down(hours / 24)];
  }

  function weekday(days, fill = null) {
    return Number.isNaN(days) ? fill : ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][(days + 2) % 7];
  }
