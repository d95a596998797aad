// Package charset converts text to UTF-8 from the encodings of the WHATWG Encoding Standard. In the page it asks the browser, which has
// the tables of Chinese, Japanese and Korean: they would enlarge the program by a tenth. Natively and there, all characters of one or two
// bytes but 24 rare ones are the same; bytes that mean nothing may become another number of U+FFFD.
package charset
