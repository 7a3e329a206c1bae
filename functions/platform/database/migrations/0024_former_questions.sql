-- The words of questions that were dropped or asked otherwise since: an answer to one about health is still known as such, and erased in time.
CREATE TABLE former_questions (
  id TEXT NOT NULL,
  program_id TEXT NOT NULL REFERENCES programs (id),
  title TEXT NOT NULL,
  help TEXT,
  translations TEXT NOT NULL CHECK (json_valid(translations))
) STRICT;
CREATE UNIQUE INDEX former_question_once ON former_questions (program_id, id, title, coalesce(help, ''), translations);

CREATE TRIGGER dropped_question_is_remembered AFTER DELETE ON questions
WHEN NOT EXISTS (
  SELECT 1 FROM former_questions AS f
  WHERE f.program_id = OLD.program_id AND f.id = OLD.id AND f.title = OLD.title AND f.help IS OLD.help AND f.translations = OLD.translations
)
BEGIN
  INSERT INTO former_questions (id, program_id, title, help, translations) VALUES (OLD.id, OLD.program_id, OLD.title, OLD.help, OLD.translations);
END;
CREATE TRIGGER changed_question_is_remembered AFTER UPDATE OF title, help, translations ON questions
WHEN (OLD.title <> NEW.title OR OLD.help IS NOT NEW.help OR OLD.translations <> NEW.translations)
  AND NOT EXISTS (
    SELECT 1 FROM former_questions AS f
    WHERE f.program_id = OLD.program_id AND f.id = OLD.id AND f.title = OLD.title AND f.help IS OLD.help AND f.translations = OLD.translations
  )
BEGIN
  INSERT INTO former_questions (id, program_id, title, help, translations) VALUES (OLD.id, OLD.program_id, OLD.title, OLD.help, OLD.translations);
END;

-- Of a question that was dropped before, no one knows the words: its answers are taken for answers about health.
INSERT INTO former_questions (id, program_id, title, help, translations)
SELECT DISTINCT a.value ->> '$.field_id', r.program_id, 'Health', NULL, '{}'
FROM registrations AS r JOIN json_each(r.form_response, '$.answers') AS a
WHERE a.value ->> '$.field_id' IS NOT NULL AND a.value ->> '$.field_id' NOT IN (SELECT id FROM questions);

-- Files of answers that were erased before are used nowhere any more, and go with the next sweep.
DELETE FROM file_uses WHERE kind = 'registration'
  AND NOT EXISTS (SELECT 1 FROM registrations AS r WHERE r.id = file_uses.owner_id AND instr(r.form_response, file_uses.file_id) > 0);
