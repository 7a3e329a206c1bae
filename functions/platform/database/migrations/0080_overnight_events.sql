-- Whether an event of several days is one stay from its first start to its last end. NULL: its times tell.
ALTER TABLE events ADD COLUMN overnight INTEGER;

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
