-- Markdown of organisations as HTML, rendered when it is saved, by a hash of the text and of the renderer's version.
CREATE TABLE rendered_texts (
  hash TEXT PRIMARY KEY,
  html TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX rendered_texts_by_age ON rendered_texts (created);
