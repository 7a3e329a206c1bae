-- What lists are filtered by stands with the event, kept by triggers: a list of 20,000 events looks at one index instead of at the options of each.
ALTER TABLE events ADD COLUMN has_started INTEGER NOT NULL DEFAULT 0 CHECK (has_started IN (0, 1));
ALTER TABLE events ADD COLUMN has_options INTEGER NOT NULL DEFAULT 0 CHECK (has_options IN (0, 1));
ALTER TABLE events ADD COLUMN has_free_option INTEGER NOT NULL DEFAULT 0 CHECK (has_free_option IN (0, 1));
-- Of all options together; a bound that one option leaves open is open.
ALTER TABLE events ADD COLUMN minimum_age INTEGER;
ALTER TABLE events ADD COLUMN maximum_age INTEGER;
-- Whether an age between the bounds fits none of the options.
ALTER TABLE events ADD COLUMN has_age_gap INTEGER NOT NULL DEFAULT 0 CHECK (has_age_gap IN (0, 1));
-- Which an option is for, each once.
ALTER TABLE events ADD COLUMN genders TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(genders));

-- What the options of each event say together.
CREATE VIEW event_bounds AS
SELECT e.id AS event_id,
  count(o.id) > 0 AS has_options,
  coalesce(max(o.cost = 0), 0) AS has_free_option,
  iif(count(o.id) = count(o.minimum_age), min(o.minimum_age), NULL) AS minimum_age,
  iif(count(o.id) = count(o.maximum_age), max(o.maximum_age), NULL) AS maximum_age,
  EXISTS (SELECT 1 FROM event_options AS a WHERE a.event_id = e.id AND a.is_removed = 0
    AND EXISTS (SELECT 1 FROM event_options AS b WHERE b.event_id = e.id AND b.is_removed = 0 AND coalesce(b.minimum_age, 0) < a.minimum_age)
    AND NOT EXISTS (SELECT 1 FROM event_options AS b WHERE b.event_id = e.id AND b.is_removed = 0
      AND coalesce(b.minimum_age, 0) < a.minimum_age AND coalesce(b.maximum_age, 999) >= a.minimum_age - 1)) AS has_age_gap,
  (SELECT json_group_array(g.gender) FROM (SELECT DISTINCT o.gender FROM event_options AS o WHERE o.event_id = e.id AND o.is_removed = 0 AND o.gender IS NOT NULL ORDER BY o.gender) AS g) AS genders
FROM events AS e LEFT JOIN event_options AS o ON o.event_id = e.id AND o.is_removed = 0
GROUP BY e.id;

UPDATE events SET has_options = b.has_options, has_free_option = b.has_free_option, minimum_age = b.minimum_age, maximum_age = b.maximum_age, has_age_gap = b.has_age_gap, genders = b.genders
FROM event_bounds AS b WHERE b.event_id = events.id;

CREATE TRIGGER event_bounds_added AFTER INSERT ON event_options
BEGIN
  UPDATE events SET (has_options, has_free_option, minimum_age, maximum_age, has_age_gap, genders) =
    (SELECT b.has_options, b.has_free_option, b.minimum_age, b.maximum_age, b.has_age_gap, b.genders FROM event_bounds AS b WHERE b.event_id = NEW.event_id)
  WHERE id = NEW.event_id;
END;
CREATE TRIGGER event_bounds_changed AFTER UPDATE OF cost, gender, minimum_age, maximum_age, is_removed ON event_options
WHEN (OLD.cost, OLD.gender, OLD.minimum_age, OLD.maximum_age, OLD.is_removed) IS NOT (NEW.cost, NEW.gender, NEW.minimum_age, NEW.maximum_age, NEW.is_removed)
BEGIN
  UPDATE events SET (has_options, has_free_option, minimum_age, maximum_age, has_age_gap, genders) =
    (SELECT b.has_options, b.has_free_option, b.minimum_age, b.maximum_age, b.has_age_gap, b.genders FROM event_bounds AS b WHERE b.event_id = NEW.event_id)
  WHERE id = NEW.event_id;
END;
CREATE TRIGGER event_bounds_removed AFTER DELETE ON event_options
BEGIN
  UPDATE events SET (has_options, has_free_option, minimum_age, maximum_age, has_age_gap, genders) =
    (SELECT b.has_options, b.has_free_option, b.minimum_age, b.maximum_age, b.has_age_gap, b.genders FROM event_bounds AS b WHERE b.event_id = OLD.event_id)
  WHERE id = OLD.event_id;
END;

-- Everything a published event may be filtered by, a row for each. With its sign the status is compared, not looked up: an event is found by its id.
CREATE VIEW event_facets AS
SELECT e.id AS event_id, e.program_id AS program_id, e.has_started AS has_started, f.value ->> 0 AS kind, f.value ->> 1 AS value
FROM events AS e CROSS JOIN json_each(json_array(json_array('all', ''), json_array('type', e.type),
  iif(e.online_event = 1, json_array('online', ''), NULL), iif(e.has_free_option = 1 AND e.restrict_to_package_ids = '[]', json_array('free', ''), NULL),
  iif(e.has_options = 1, json_array('minimum_age', coalesce(CAST(e.minimum_age AS TEXT), '')), NULL),
  iif(e.has_options = 1, json_array('maximum_age', coalesce(CAST(e.maximum_age AS TEXT), '')), NULL))) AS f
WHERE +e.status = 'published' AND f.value IS NOT NULL
UNION ALL SELECT e.id, e.program_id, e.has_started, 'gender', g.value FROM events AS e CROSS JOIN json_each(e.genders) AS g WHERE +e.status = 'published'
UNION ALL SELECT e.id, e.program_id, e.has_started, 'tag', t.tag FROM events AS e CROSS JOIN event_tags AS t WHERE +e.status = 'published' AND t.event_id = e.id
UNION ALL SELECT e.id, e.program_id, e.has_started, f.value ->> 0, f.value ->> 1
FROM events AS e CROSS JOIN event_venues AS ev CROSS JOIN venues AS v CROSS JOIN json_each(json_array(json_array('venue', v.id),
  iif(EXISTS (SELECT 1 FROM event_venues AS x CROSS JOIN venues AS w WHERE x.event_id = e.id AND x.venue_id < v.id AND w.id = x.venue_id AND w.city = v.city), NULL, json_array('city', v.city)),
  iif(EXISTS (SELECT 1 FROM event_venues AS x CROSS JOIN venues AS w WHERE x.event_id = e.id AND x.venue_id < v.id AND w.id = x.venue_id AND w.country = v.country), NULL, json_array('country', v.country)))) AS f
WHERE +e.status = 'published' AND ev.event_id = e.id AND v.id = ev.venue_id AND f.value ->> 1 IS NOT NULL;

-- How many published events of a program have each, changed with the event that changes them: in all, and of those marked as not begun.
CREATE TABLE event_counts (
  program_id TEXT NOT NULL REFERENCES programs (id),
  kind TEXT NOT NULL CHECK (kind IN ('all', 'type', 'online', 'free', 'minimum_age', 'maximum_age', 'gender', 'tag', 'venue', 'city', 'country')),
  value TEXT NOT NULL,
  num_listed INTEGER NOT NULL,
  num_upcoming INTEGER NOT NULL,
  PRIMARY KEY (program_id, kind, value)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_counts_by_value ON event_counts (kind, value, program_id, num_listed, num_upcoming);

INSERT INTO event_counts (program_id, kind, value, num_listed, num_upcoming)
SELECT program_id, kind, value, count(*), sum(1 - has_started) FROM event_facets GROUP BY program_id, kind, value;

CREATE TRIGGER event_counted AFTER INSERT ON events WHEN NEW.status = 'published'
BEGIN
  INSERT INTO event_counts (program_id, kind, value, num_listed, num_upcoming)
  SELECT f.program_id, f.kind, f.value, 1, 1 - f.has_started FROM event_facets AS f WHERE f.event_id = NEW.id
  ON CONFLICT (program_id, kind, value) DO UPDATE SET num_listed = num_listed + excluded.num_listed, num_upcoming = num_upcoming + excluded.num_upcoming;
END;
CREATE TRIGGER event_uncounted BEFORE DELETE ON events WHEN OLD.status = 'published'
BEGIN
  INSERT INTO event_counts (program_id, kind, value, num_listed, num_upcoming)
  SELECT f.program_id, f.kind, f.value, -1, f.has_started - 1 FROM event_facets AS f WHERE f.event_id = OLD.id
  ON CONFLICT (program_id, kind, value) DO UPDATE SET num_listed = num_listed + excluded.num_listed, num_upcoming = num_upcoming + excluded.num_upcoming;
END;
-- A change takes out what the event was and adds what it is.
CREATE TRIGGER event_changes BEFORE UPDATE OF status, type, online_event, restrict_to_package_ids, has_started, has_options, has_free_option, minimum_age, maximum_age, genders ON events
WHEN OLD.status = 'published'
  AND (OLD.status, OLD.type, OLD.online_event, OLD.restrict_to_package_ids, OLD.has_started, OLD.has_options, OLD.has_free_option, OLD.minimum_age, OLD.maximum_age, OLD.genders)
    IS NOT (NEW.status, NEW.type, NEW.online_event, NEW.restrict_to_package_ids, NEW.has_started, NEW.has_options, NEW.has_free_option, NEW.minimum_age, NEW.maximum_age, NEW.genders)
BEGIN
  INSERT INTO event_counts (program_id, kind, value, num_listed, num_upcoming)
  SELECT f.program_id, f.kind, f.value, -1, f.has_started - 1 FROM event_facets AS f WHERE f.event_id = OLD.id
  ON CONFLICT (program_id, kind, value) DO UPDATE SET num_listed = num_listed + excluded.num_listed, num_upcoming = num_upcoming + excluded.num_upcoming;
END;
CREATE TRIGGER event_changed AFTER UPDATE OF status, type, online_event, restrict_to_package_ids, has_started, has_options, has_free_option, minimum_age, maximum_age, genders ON events
WHEN NEW.status = 'published'
  AND (OLD.status, OLD.type, OLD.online_event, OLD.restrict_to_package_ids, OLD.has_started, OLD.has_options, OLD.has_free_option, OLD.minimum_age, OLD.maximum_age, OLD.genders)
    IS NOT (NEW.status, NEW.type, NEW.online_event, NEW.restrict_to_package_ids, NEW.has_started, NEW.has_options, NEW.has_free_option, NEW.minimum_age, NEW.maximum_age, NEW.genders)
BEGIN
  INSERT INTO event_counts (program_id, kind, value, num_listed, num_upcoming)
  SELECT f.program_id, f.kind, f.value, 1, 1 - f.has_started FROM event_facets AS f WHERE f.event_id = NEW.id
  ON CONFLICT (program_id, kind, value) DO UPDATE SET num_listed = num_listed + excluded.num_listed, num_upcoming = num_upcoming + excluded.num_upcoming;
END;

CREATE TRIGGER event_tag_counted AFTER INSERT ON event_tags
BEGIN
  INSERT INTO event_counts (program_id, kind, value, num_listed, num_upcoming)
  SELECT e.program_id, 'tag', NEW.tag, 1, 1 - e.has_started FROM events AS e WHERE e.id = NEW.event_id AND e.status = 'published'
  ON CONFLICT (program_id, kind, value) DO UPDATE SET num_listed = num_listed + excluded.num_listed, num_upcoming = num_upcoming + excluded.num_upcoming;
END;
CREATE TRIGGER event_tag_uncounted AFTER DELETE ON event_tags
BEGIN
  INSERT INTO event_counts (program_id, kind, value, num_listed, num_upcoming)
  SELECT e.program_id, 'tag', OLD.tag, -1, e.has_started - 1 FROM events AS e WHERE e.id = OLD.event_id AND e.status = 'published'
  ON CONFLICT (program_id, kind, value) DO UPDATE SET num_listed = num_listed + excluded.num_listed, num_upcoming = num_upcoming + excluded.num_upcoming;
END;

-- Of several venues in one city the event counts there once: the places are taken out and added together.
CREATE TRIGGER event_venue_joins BEFORE INSERT ON event_venues
WHEN NOT EXISTS (SELECT 1 FROM event_venues WHERE event_id = NEW.event_id AND venue_id = NEW.venue_id)
BEGIN
  INSERT INTO event_counts (program_id, kind, value, num_listed, num_upcoming)
  SELECT f.program_id, f.kind, f.value, -1, f.has_started - 1 FROM event_facets AS f WHERE f.event_id = NEW.event_id AND f.kind IN ('venue', 'city', 'country')
  ON CONFLICT (program_id, kind, value) DO UPDATE SET num_listed = num_listed + excluded.num_listed, num_upcoming = num_upcoming + excluded.num_upcoming;
END;
CREATE TRIGGER event_venue_joined AFTER INSERT ON event_venues
BEGIN
  INSERT INTO event_counts (program_id, kind, value, num_listed, num_upcoming)
  SELECT f.program_id, f.kind, f.value, 1, 1 - f.has_started FROM event_facets AS f WHERE f.event_id = NEW.event_id AND f.kind IN ('venue', 'city', 'country')
  ON CONFLICT (program_id, kind, value) DO UPDATE SET num_listed = num_listed + excluded.num_listed, num_upcoming = num_upcoming + excluded.num_upcoming;
END;
CREATE TRIGGER event_venue_leaves BEFORE DELETE ON event_venues
BEGIN
  INSERT INTO event_counts (program_id, kind, value, num_listed, num_upcoming)
  SELECT f.program_id, f.kind, f.value, -1, f.has_started - 1 FROM event_facets AS f WHERE f.event_id = OLD.event_id AND f.kind IN ('venue', 'city', 'country')
  ON CONFLICT (program_id, kind, value) DO UPDATE SET num_listed = num_listed + excluded.num_listed, num_upcoming = num_upcoming + excluded.num_upcoming;
END;
CREATE TRIGGER event_venue_left AFTER DELETE ON event_venues
BEGIN
  INSERT INTO event_counts (program_id, kind, value, num_listed, num_upcoming)
  SELECT f.program_id, f.kind, f.value, 1, 1 - f.has_started FROM event_facets AS f WHERE f.event_id = OLD.event_id AND f.kind IN ('venue', 'city', 'country')
  ON CONFLICT (program_id, kind, value) DO UPDATE SET num_listed = num_listed + excluded.num_listed, num_upcoming = num_upcoming + excluded.num_upcoming;
END;
CREATE TRIGGER venue_moves BEFORE UPDATE OF city, country ON venues WHEN (OLD.city, OLD.country) IS NOT (NEW.city, NEW.country)
BEGIN
  INSERT INTO event_counts (program_id, kind, value, num_listed, num_upcoming)
  SELECT f.program_id, f.kind, f.value, -1, f.has_started - 1 FROM event_facets AS f WHERE f.event_id IN (SELECT event_id FROM event_venues WHERE venue_id = OLD.id) AND f.kind IN ('city', 'country')
  ON CONFLICT (program_id, kind, value) DO UPDATE SET num_listed = num_listed + excluded.num_listed, num_upcoming = num_upcoming + excluded.num_upcoming;
END;
CREATE TRIGGER venue_moved AFTER UPDATE OF city, country ON venues WHEN (OLD.city, OLD.country) IS NOT (NEW.city, NEW.country)
BEGIN
  INSERT INTO event_counts (program_id, kind, value, num_listed, num_upcoming)
  SELECT f.program_id, f.kind, f.value, 1, 1 - f.has_started FROM event_facets AS f WHERE f.event_id IN (SELECT event_id FROM event_venues WHERE venue_id = NEW.id) AND f.kind IN ('city', 'country')
  ON CONFLICT (program_id, kind, value) DO UPDATE SET num_listed = num_listed + excluded.num_listed, num_upcoming = num_upcoming + excluded.num_upcoming;
END;

-- Lists and counts look at nothing but these.
DROP INDEX events_by_start;
DROP INDEX events_by_program_start;
CREATE INDEX events_by_start ON events (status, starts_at, id, ends_at, program_id, type, online_event, has_options, has_free_option, restrict_to_package_ids, minimum_age, maximum_age, has_age_gap, genders);
CREATE INDEX events_by_program_start ON events (program_id, status, starts_at, id, ends_at, type, online_event, has_options, has_free_option, restrict_to_package_ids, minimum_age, maximum_age, has_age_gap, genders);
-- What has begun and is not marked yet, or was moved to a later day after it was marked: a handful.
CREATE INDEX events_to_mark ON events (has_started, starts_at) WHERE status = 'published';
CREATE INDEX events_to_mark_by_program ON events (program_id, has_started, starts_at) WHERE status = 'published';
