import { type Context, Hono } from 'hono'
import type { Worker } from '../platform/context.ts'
import { makeContext, clockNow } from '../platform/make-context.ts'
import { findFamilyCalendar } from '../money/fulfilment/family-calendar.ts'
import { findCalendar } from '../money/fulfilment/find-calendar.ts'
import { findEventCalendar } from '../money/fulfilment/find-event-calendar.ts'
import { sendTagged } from '../platform/middleware/entity-tag.ts'

/**
 * Calendar files, mounted at /calendar: a family's and an order's by signed URLs, which calendar programs poll; an
 * event's by its id.
 */
export const calendarFeed = new Hono<Worker>()
  .get('/event/:file{[A-Za-z0-9_-]{1,80}\\.ics}', async (c) => {
    const ctx = makeContext({ env: c.env, now: await clockNow(c.env) })
    return answer(c, await findEventCalendar(ctx, c.req.param('file').slice(0, -4)), 'public, max-age=300')
  })
  .get('/family/:file{[\\w~.-]{1,400}\\.ics}', async (c) => {
    const ctx = makeContext({ env: c.env, now: await clockNow(c.env) })
    const file = await findFamilyCalendar(ctx, c.req.param('file').slice(0, -4))
    c.res = answer(c, file, 'private, max-age=0, must-revalidate')
    if (file !== null) await sendTagged(c, new Headers(c.res.headers))
    return c.res
  })
  .get('/:file{[\\w~.-]{1,400}\\.ics}', async (c) => {
    const ctx = makeContext({ env: c.env, now: await clockNow(c.env) })
    return answer(c, await findCalendar(ctx, c.req.param('file').slice(0, -4)), 'private, no-store')
  })

function answer(c: Context<Worker>, file: string | null, cacheControl: string): Response {
  c.header('X-Robots-Tag', 'noindex')
  c.header('Referrer-Policy', 'no-referrer')
  if (file === null) return c.text('There is no such calendar.\n', 404, { 'Cache-Control': 'no-store' })
  return c.body(file, 200, {
    'Content-Type': 'text/calendar; charset=utf-8',
    'Content-Disposition': 'attachment; filename="calendar.ics"',
    'Cache-Control': cacheControl,
  })
}
