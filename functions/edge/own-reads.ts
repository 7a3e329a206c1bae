import { type Context, Hono } from 'hono'
import { identityFromCookie } from '../people/accounts/cookie-identity.ts'
import * as z from 'zod/mini'
import { countSuiting, familyPeople } from '../booking/registrations/family-people.ts'
import { filterQuery, publicFilterNames } from '../contract/event-filters.ts'
import { safeGoto } from '../contract/goto.ts'
import type { List } from '../contract/paging.ts'
import { pick } from '../contract/pick.ts'
import type { Identity } from '../platform/actor.ts'
import type { Worker } from '../platform/context.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { finishSetup } from '../money/payments/settle-setup.ts'
import { archiveHeaders, openExport } from '../records/privacy/open-export.ts'
import { logInFirst, pageAddress, pageLanguage } from './form-answer.ts'
import { leadToCardPage } from './card-onward.ts'
import { postToApi } from './post-to-api.ts'

const part = encodeURIComponent

/**
 * Paths that customers' pages read or open with the cookie alone: data and keys for scripts, a file, and the return
 * from a bank.
 */
export const ownReads = new Hono<Worker>()
  .onError(errorResponse)
  // The list of events is cached and the same for every reader, so its form reads the family separately.
  .get('/pg/:program_id/profile/fits', requestContext, async (c) => {
    c.header('Cache-Control', 'no-store')
    const identity = await readerOf(c)
    const people = identity ? await familyPeople(c.var.ctx, identity) : []
    return c.json({ people: people.map(({ id, first_name }) => ({ id, first_name })) })
  })
  .get('/pg/:program_id/profile/fits/count', requestContext, async (c) => {
    c.header('Cache-Control', 'no-store')
    return c.json(await countForFamily(c))
  })
  .get('/pg/:program_id/profile/notifications/unread', requestContext, async (c) => {
    c.header('Cache-Control', 'no-store')
    const identity = await readerOf(c)
    if (!identity) return c.json({ unread: 0 })
    const list = `/v1/programs/${part(c.req.param('program_id'))}/notifications`
    const answer = await read(c, `${list}?limit=0&is_read=false&is_archived=false`, identity)
    return c.json({ unread: answer.ok ? ((await answer.json()) as { total: number }).total : 0 })
  })
  .get('/pg/:program_id/profile/preferences/push', requestContext, async (c) => {
    c.header('Cache-Control', 'no-store')
    const answer = await read(c, '/v1/profile/subscriptions/notifications/preload', await readerOf(c))
    return c.json(await answer.json(), answer.ok ? 200 : 401)
  })
  .get('/pg/:program_id/profile/payment-methods/onward', requestContext, async (c) => {
    c.header('Cache-Control', 'no-store')
    const program_id = c.req.param('program_id')
    const page = pageAddress(c, `/pg/${part(program_id)}/profile/payment-methods`)
    const identity = await readerOf(c)
    if (!identity) return c.redirect(logInFirst(c, page), 303)
    return (await leadToCardPage(c, { program_id, customer_id: identity.customer_id })) ?? c.redirect(page, 303)
  })
  // The URL is not trusted: the attempt is read from the database and the provider.
  .get('/pg/:program_id/profile/payment-methods/return', requestContext, async (c) => {
    c.header('Cache-Control', 'no-store')
    const page = pageAddress(c, `/pg/${part(c.req.param('program_id'))}/profile/payment-methods`)
    const identity = await readerOf(c)
    if (!identity) return c.redirect(logInFirst(c, page), 303)
    const result = await finishSetup(c.var.ctx, {
      setup_id: c.req.query('setup') ?? '',
      customer_id: identity.customer_id,
    })
    const { siteOrigin } = c.var.ctx
    const goto = safeGoto(c.req.query('goto'), siteOrigin, '')
    const hasLeft = result === 'waiting' && c.req.query('left') === '1'
    // Without a card, the customer stays at the cards, from where the way on remains.
    const isStill = hasLeft || result === 'ended'
    const next = new URL(isStill ? page : goto || page, siteOrigin)
    if (isStill && goto) next.searchParams.set('goto', goto)
    if (hasLeft) next.searchParams.set('saved', 'left')
    else if (result) next.searchParams.set('saved', result)
    return c.redirect(next.pathname + next.search, 303)
  })
  // Where password managers send their users (W3C, A Well-Known URL for Changing Passwords).
  .get('/.well-known/change-password', requestContext, async (c) => {
    c.header('Cache-Control', 'no-store')
    const identity = await readerOf(c)
    const answer = identity ? await read(c, '/v1/profile/programs?limit=1&order=desc', identity) : null
    const [profile] = answer?.ok ? ((await answer.json()) as List<{ program_id: string }>).data : []
    return c.redirect(profile ? `/pg/${part(profile.program_id)}/profile/change-password` : '/', 302)
  })
  .get('/pg/:program_id/profile/privacy/export/:export_id', requestContext, async (c) => {
    const identity = await readerOf(c)
    if (!identity) return c.redirect(logInFirst(c, c.req.path), 303)
    const archive = await openExport(c.var.ctx, { export_id: c.req.param('export_id'), identity })
    return c.body(archive.body, 200, archiveHeaders(archive, 'my-data'))
  })

const readerOf = async (c: Context<Worker>): Promise<Identity | null> =>
  (await identityFromCookie(c.var.ctx, c.req.raw))?.identity ?? null

/** The filters of a page that the API has, too. */
const CardQuery = z.strictObject(pick(filterQuery, publicFilterNames))
type FoundCount = { total: number; total_capped: boolean }

const read = (c: Context<Worker>, path: string, identity: Identity | null): Promise<Response> =>
  postToApi(c, path, { method: 'GET', body: null, identity, language: pageLanguage(c) })

/** The number of events that suit people of the reader's family, for a filter form; 0 for a visitor. */
async function countForFamily(c: Context<Worker>): Promise<FoundCount> {
  const identity = await readerOf(c)
  const { for: attendee_ids = [], ...queries } = c.req.queries()
  const query = CardQuery.safeParse(
    Object.fromEntries(
      Object.entries(queries).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
    ),
  )
  if (!identity || !query.success) return { total: 0, total_capped: false }
  const { total, is_capped } = await countSuiting(c.var.ctx, identity, {
    ...query.data,
    program_id: c.req.param('program_id') ?? '',
    attendee_ids,
  })
  return { total, total_capped: is_capped === 1 }
}
