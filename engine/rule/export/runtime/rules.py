
from math import isinf, isnan, nan


def _digits(text):
    return all(character in "0123456789" for character in text)


def _read(text):
    """Return the number that a text is, or nan: words, blanks and a zero before other digits make it no number."""
    body = text[1:] if text[:1] in ("+", "-") else text
    mantissa, mark, exponent = body.partition("e" if "e" in body else "E")
    whole, _, fraction = mantissa.partition(".")
    if exponent[:1] in ("+", "-"):
        exponent = exponent[1:]
    if whole + fraction == "" or not _digits(whole + fraction + exponent) or (mark and exponent == ""):
        return nan
    if len(whole) > 1 and whole[0] == "0" or text[0] == "+" and len(whole) > 7:
        return nan
    number = float(text)
    return nan if isinf(number) else number


def _float(cell):
    if isinstance(cell, bool):
        raise TypeError("a cell must be a number, a text or None, and not a bool")
    return float(cell)


def _number(cell, fill=nan):
    """Return the number in a cell of a column that is compared with thresholds; nan or the fill if it is missing."""
    if cell is None:
        return fill
    number = _read(cell) if isinstance(cell, str) else _float(cell)
    return fill if isnan(number) else number


def _value(cell, named, aside=(), fill=None):
    """Return which of the named values a cell is, "" if it is another one, None if it is missing."""
    if cell is None or cell == "" or cell != cell:
        cell = fill
        if cell is None:
            return None
    if isinstance(cell, str):
        if cell in named:
            return cell
        if cell in aside:
            return ""
        number = _read(cell)
    else:
        number = _float(cell)
    if not isnan(number):
        for value in named:
            if _read(value) == number:
                return value
    return ""
