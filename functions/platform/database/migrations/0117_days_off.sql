-- Days of camps and series that the organisation called off. A day leaves ten minutes after the call: until then it can be restored,
-- and no family is told or refunded.
CREATE TABLE days_off (
  id TEXT PRIMARY KEY,
  event_id TEXT NOT NULL REFERENCES events (id),
  day TEXT NOT NULL,
  text TEXT NOT NULL,
  return_as TEXT NOT NULL CHECK (return_as IN ('none', 'share', 'amount', 'balance', 'visit')),
  -- In minor units for each place, for the return of an amount.
  amount INTEGER,
  package_id TEXT REFERENCES session_packages (id),
  notify INTEGER NOT NULL DEFAULT 1 CHECK (notify IN (0, 1)),
  called_by TEXT,
  created INTEGER NOT NULL,
  leaves_at INTEGER NOT NULL,
  left_at INTEGER,
  restored_at INTEGER,
  CONSTRAINT day_off_leaves_or_is_restored CHECK (left_at IS NULL OR restored_at IS NULL),
  CONSTRAINT day_off_amount CHECK ((amount IS NOT NULL) = (return_as = 'amount') AND coalesce(amount, 1) > 0),
  CONSTRAINT day_off_package CHECK ((package_id IS NOT NULL) = (return_as = 'visit'))
) STRICT;
CREATE UNIQUE INDEX day_off_once ON days_off (event_id, day) WHERE restored_at IS NULL;
CREATE INDEX days_off_by_event ON days_off (event_id);
CREATE INDEX days_off_by_package ON days_off (package_id) WHERE package_id IS NOT NULL;

-- The days that are off now, with the organisation's words, as lists show them.
ALTER TABLE events ADD COLUMN days_off TEXT NOT NULL DEFAULT '[]';
CREATE TRIGGER day_off_called AFTER INSERT ON days_off
BEGIN
  UPDATE events SET days_off = (SELECT json_group_array(json_object('date', o.day, 'text', o.text))
    FROM (SELECT day, text FROM days_off WHERE event_id = NEW.event_id AND restored_at IS NULL ORDER BY day) AS o)
  WHERE id = NEW.event_id;
END;
CREATE TRIGGER day_off_restored AFTER UPDATE OF restored_at ON days_off
BEGIN
  UPDATE events SET days_off = (SELECT json_group_array(json_object('date', o.day, 'text', o.text))
    FROM (SELECT day, text FROM days_off WHERE event_id = NEW.event_id AND restored_at IS NULL ORDER BY day) AS o)
  WHERE id = NEW.event_id;
END;

DROP VIEW bookings;
CREATE VIEW bookings AS
SELECT r.id, r.kind, r.order_id, r.status,
  coalesce(r.event_id, r.appointment_type_id) AS source_id,
  coalesce(r.option_id, r.appointment_option_id) AS option_id,
  coalesce(e.name, t.name) AS title,
  coalesce(o.name, x.name) AS option_title,
  json_object('language', coalesce(e.translations, t.translations) ->> '$.language',
    'en', json_object('title', coalesce(e.translations, t.translations) ->> '$.en.name', 'option_title', coalesce(o.translations, x.translations) ->> '$.en.name', 'cancel_text', e.cancel_translations ->> '$.en.cancel_text'),
    'fr', json_object('title', coalesce(e.translations, t.translations) ->> '$.fr.name', 'option_title', coalesce(o.translations, x.translations) ->> '$.fr.name', 'cancel_text', e.cancel_translations ->> '$.fr.cancel_text')) AS translations,
  e.type AS event_type,
  r.kind = 'appointment' OR e.type = 'class' AS is_session,
  coalesce(e.starts_at, s.starts_at) AS starts_at,
  coalesce(e.ends_at, s.ends_at) AS ends_at,
  CASE WHEN e.is_series = 1 AND e.series_dates <> '[]' THEN e.series_dates
    ELSE json_array(json_object('starts_at', coalesce(e.starts_at, s.starts_at), 'ends_at', coalesce(e.ends_at, s.ends_at))) END AS dates,
  e.overnight AS overnight,
  coalesce(e.days_off, '[]') AS days_off,
  coalesce(e.timezone, p.timezone) AS timezone,
  coalesce(e.online_event, t.is_online_event) AS is_online,
  coalesce(e.online_event_url, t.online_event_url) AS online_url,
  CASE WHEN r.kind = 'event'
    THEN (SELECT json_object('id', v.id, 'name', v.name, 'address', json(v.address), 'timezone', v.timezone, 'translations', json(v.translations)) FROM event_venues AS ev CROSS JOIN venues AS v
      WHERE ev.event_id = r.event_id AND v.id = ev.venue_id ORDER BY ev.position LIMIT 1)
    ELSE (SELECT json_object('id', v.id, 'name', v.name, 'address', json(v.address), 'timezone', v.timezone, 'translations', json(v.translations)) FROM appointment_type_venues AS av CROSS JOIN venues AS v
      WHERE av.appointment_type_id = r.appointment_type_id AND v.id = av.venue_id ORDER BY av.position LIMIT 1) END AS venue,
  coalesce(e.currency, t.currency) AS currency,
  iif(r.session_credit_id IS NULL, coalesce(o.cost, x.cost), 0) AS cost,
  coalesce(e.refund, t.refund,
    '{"tiers":[],"retention":{"fixed":0,"percent":0,"keep_fees":true},"automatic":false,"request":true,"move_until":null,"session":{"free_until":"PT24H","late":"keep_credit_used","late_fee":0,"no_show":"keep_credit_used","request":true}}') AS refund,
  coalesce(e.status, t.status) AS source_status,
  e.cancel_text AS cancel_text,
  coalesce(o.is_closed, 0) OR coalesce(o.is_removed, x.is_removed) AS is_closed,
  o.sale_starts_at AS sale_starts_at,
  o.sale_ends_at AS sale_ends_at,
  coalesce(t.book_until, p.preferences ->> '$.default_sales_end', 'PT0S') AS default_sales_end,
  coalesce(e.waitlist, 0) AS waitlist,
  coalesce(e.preregistration_enabled, t.is_preregistration_enabled) AS is_preregistration_enabled
FROM registrations AS r JOIN programs AS p ON p.id = r.program_id
  LEFT JOIN events AS e ON e.id = r.event_id
  LEFT JOIN event_options AS o ON o.id = r.option_id
  LEFT JOIN appointment_types AS t ON t.id = r.appointment_type_id
  LEFT JOIN appointment_options AS x ON x.id = r.appointment_option_id
  LEFT JOIN appointment_slots AS s ON s.registration_id = r.id;
