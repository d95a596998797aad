{{about}}--
-- The first statement answers for the rows of a table: write its name for "your_table". Columns of numbers must have a numeric type,
-- the others a type for texts, in which "" is missing as NULL is. In SQLite texts that are numbers will do, as after .import, but set
-- empty ones to NULL before, since SQLite takes them for 0.
-- The second statement tests the first: it must find no wrong answer.
{{mixed}}
{{if scored}}
-- The probability is that of the answer where {{when}}, by the sum of the points of the rules and of single conditions.
SELECT r.*,
  {{case}} AS {{said}},
  {{probability}} AS {{likely}}{{decision}}
FROM {{table}};
{{else}}
SELECT r.*,
  {{case}} AS {{said}}
FROM {{table}};
{{end}}

WITH r({{names}}) AS (VALUES
{{rows}}
)
SELECT COUNT(*) AS "wrong answers"
FROM {{tested}}
{{if scored}}
WHERE {{case}} <> r.{{answer}}
OR {{probability}} <> r.{{expected}};
{{else}}
WHERE {{case}} <> r.{{answer}};
{{end}}
