
import re


def _date(cell, pattern, year, month, day):
    """Return the year, the month, the days since 0000-03-01 and the hour of a date; nan four times without one."""
    found = re.fullmatch(pattern, str(cell))
    if found is None:
        return nan, nan, nan, nan
    if year == 0:
        return _since_1970(int(float(found[1]) // month))
    y, m, d, h = int(found[year]), found[month], int(found[day]) if day else 1, 0
    if len(found[year]) == 2:
        y += 1900 if y >= 69 else 2000
    m = int(m) if _digits(m) else "janfebmaraprmayjunjulaugsepoctnovdec".index(m[:3].lower()) // 3 + 1
    if day and found[4]:
        half, h = (found[5] or "").upper(), int(found[4])
        h += 12 if half == "PM" and h < 12 else -12 if half == "AM" and h == 12 else 0
    leap = y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)
    if y < 1 or not 1 <= m <= 12 or not 1 <= d <= [31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][m - 1]:
        return nan, nan, nan, nan
    years = y - (m < 3)
    return y, m, 365 * years + years // 4 - years // 100 + years // 400 + (153 * ((m + 9) % 12) + 2) // 5 + d - 1, h


def _since_1970(hours):
    n, h = hours // 24 + 719468, hours % 24
    centuries, day = n // 146097, n % 146097
    years = (day - day // 1460 + day // 36524 - day // 146096) // 365
    m = (5 * (day - 365 * years - years // 4 + years // 100) + 2) // 153
    y = 400 * centuries + years + (m > 9)
    return (y, m + 3 if m < 10 else m - 9, n, h) if y > 0 else (nan, nan, nan, nan)


def _weekday(days, fill=None):
    return fill if isnan(days) else ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][(days + 2) % 7]
