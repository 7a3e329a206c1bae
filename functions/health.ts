import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { Worker } from './context.ts'
import { describes } from './middleware/describes.ts'
import { readHealth } from './health-rows.ts'

/** decisions.md §28: whether the site works, without a name or a number of anybody. */
export const Health = z.strictObject({
  object: z.literal('health'),
  database: z.enum(['ok', 'unreachable']),
  /** Name of the newest migration that was applied, null before the first. */
  migrations: z.nullable(z.string()),
  oldest_unsent_outbox_seconds: z.nullable(z.number()),
  last_scheduled: z.nullable(z.string()),
})
export type Health = z.infer<typeof Health>

export const health = new Hono<Worker>().get('/', describes({ summary: 'Whether the site works', tag: 'Site', caller: 'anyone', answers: { 200: Health } }), async (c) => {
  c.header('Cache-Control', 'no-store')
  return c.json(await readHealth(c.var.ctx))
})
