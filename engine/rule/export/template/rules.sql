{{about}}--
-- The first statement answers for the rows of a table: write its name for "your_table". Columns of numbers must have a numeric type
-- (in SQLite texts that are numbers will do), the others a type for texts, in which "" is missing as NULL is.
-- The second statement tests the first: it must find no wrong answer.
{{mixed}}
SELECT r.*,
  {{case}} AS "prediction"
FROM "your_table" AS r;

WITH r({{names}}) AS (VALUES
{{rows}}
)
SELECT COUNT(*) AS "wrong answers"
FROM r
WHERE {{case}} <> r.{{answer}};
