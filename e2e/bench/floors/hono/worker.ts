import { Hono } from 'hono'
import { type CardRow, cardsAsHtml } from './cards-as-html.ts'

/** `PAGE` is the measured page, `HEAD` and `TAIL` surround its cards, `CARDS` are the rows of its cards. */
type Bindings = { DB: D1Database; PAGE: string; HEAD: string; TAIL: string; CARDS: string; READS: string }
type Read = { sql: string; params: (string | number)[]; json: string[] }

const cardsOfProgram = `SELECT e.id, e.program_id, e.name, e.type, e.starts_at, e.ends_at, e.timezone, e.currency, e.picture_url,
  (SELECT json_group_array(json_object('cost', o.cost, 'minimum_age', o.minimum_age, 'maximum_age', o.maximum_age, 'left', o.spots_total - o.spots_taken)) FROM event_options AS o WHERE o.event_id = e.id AND o.is_removed = 0) AS options,
  (SELECT group_concat(v.name, ', ') FROM event_venues AS ev CROSS JOIN venues AS v WHERE ev.event_id = e.id AND v.id = ev.venue_id) AS place
  FROM events AS e WHERE e.program_id = ?1 AND e.status = 'published' AND e.starts_at > ?2 ORDER BY e.starts_at, e.id LIMIT 40`
const besideTheCards = [
  'SELECT name, summary, website, email, phone, address, preferences FROM programs WHERE id = ?1 AND ?2 > 0',
  "SELECT count(*) AS total FROM events WHERE program_id = ?1 AND status = 'published' AND starts_at > ?2",
  "SELECT type, count(*) AS count FROM events WHERE program_id = ?1 AND status = 'published' AND starts_at > ?2 GROUP BY type",
  "SELECT min(o.minimum_age) AS youngest, max(o.maximum_age) AS oldest FROM events AS e CROSS JOIN event_options AS o WHERE e.program_id = ?1 AND e.status = 'published' AND e.starts_at > ?2 AND o.event_id = e.id AND o.is_removed = 0",
]

let cards: unknown
let reads: Record<string, Read> | undefined

/** Responses written by hand, which are the minimum that the benchmark compares with. */
const floors = new Hono<{ Bindings: Bindings }>()
  .get('/html', (c) => c.html(c.env.PAGE))
  .get('/json', (c) => {
    cards ??= JSON.parse(c.env.CARDS)
    return c.json(cards)
  })
  .get('/strings/:program_id', async (c) => {
    const now = Date.now()
    const program = c.req.param('program_id')
    const [rows] = await c.env.DB.batch(
      [cardsOfProgram, ...besideTheCards].map((sql) => c.env.DB.prepare(sql).bind(program, now)),
    )
    return c.html(c.env.HEAD + cardsAsHtml((rows?.results ?? []) as CardRow[]) + c.env.TAIL)
  })
  .get('/reads/:name', async (c) => {
    reads ??= JSON.parse(c.env.READS) as Record<string, Read>
    const read = reads[c.req.param('name')]
    if (!read) return c.notFound()
    const { results } = await c.env.DB.prepare(read.sql)
      .bind(...read.params)
      .all<Record<string, unknown>>()
    for (const row of results) for (const name of read.json) row[name] = JSON.parse(String(row[name]))
    return c.json({ data: results })
  })

export default floors
