import { Hono } from 'hono'
import { InOrganiserOrder } from '../../contract/organisation/desk.ts'
import { HistoryEntry, HistoryQuery } from '../../contract/organisation/history.ts'
import { InOrganiserRegistration } from '../../contract/organisation/roster.ts'
import { listOf } from '../../contract/paging.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { readOrderHistory, readRegistrationHistory } from './read-history.ts'

const described = { tag: 'Organiser', caller: 'organiser' as const, answers: { 200: listOf(HistoryEntry) } }

/** Who changed what of an order or a registration, mounted at /v1/organiser/programs/{program_id}. */
export const organiserHistoryV1 = new Hono<Worker>()
  .get(
    '/orders/:order_id/history',
    describeRoute({ ...described, summary: 'The changes of an order, its places and its money, by whom and when' }),
    organiser('money', { takesPayments: true }),
    validate('param', InOrganiserOrder),
    validate('query', HistoryQuery),
    async (c) => c.json(await readOrderHistory(c.var.ctx, { ...c.req.valid('query'), ...c.req.valid('param') }), 200),
  )
  .get(
    '/registrations/:registration_id/history',
    describeRoute({ ...described, summary: 'The changes of a registration, by whom and when' }),
    organiser('people'),
    validate('param', InOrganiserRegistration),
    validate('query', HistoryQuery),
    async (c) =>
      c.json(await readRegistrationHistory(c.var.ctx, { ...c.req.valid('query'), ...c.req.valid('param') }), 200),
  )
