import { Hono } from 'hono'
import type { Worker } from '../context.ts'
import { readHealth } from './health-rows.ts'
import { Health, evaluateHealth } from './health-rules.ts'
import { describeRoute } from '../middleware/describe-route.ts'

const description = describeRoute({
  summary:
    'Whether the site works: 503 when people cannot use it, 200 and `degraded` when the clock has stopped or something cannot be delivered',
  tag: 'Site',
  caller: 'anyone',
  answers: { 200: Health, 503: Health },
})

export const health = new Hono<Worker>().get('/', description, async (c) => {
  const { ctx } = c.var
  const report = evaluateHealth(await readHealth(ctx), MIGRATIONS, ctx.now)
  c.header('Cache-Control', 'no-store')
  return c.json(report, report.status === 'failing' ? 503 : 200)
})
