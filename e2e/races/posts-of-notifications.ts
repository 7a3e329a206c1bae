import { makeNotification } from '../../functions/test-bench/notifications.ts'
import { newPushSubscription } from '../../functions/test-bench/push-browsers.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { customer, made, type Make, underKey } from './ready-post.ts'
import type { Shop } from './shop.ts'

const one = (act: string) => async (site: ProofSite, shop: Shop) => {
  const person = await customer(site, shop)
  const id = await makeNotification(site.bench, person, { program_id: shop.programId })
  return made(200, `/programs/${shop.programId}/notifications/${id}/${act}`, person, {}, null)
}
const all = (act: string) => async (site: ProofSite, shop: Shop) => {
  const person = await customer(site, shop)
  await makeNotification(site.bench, person, { program_id: shop.programId })
  const before = new Date(site.bench.now()).toISOString()
  return made(200, `/programs/${shop.programId}/notifications/${act}`, person, {}, { before })
}

const push = '/profile/subscriptions/notifications'
const subscribed = async (site: ProofSite, shop: Shop) => {
  const person = await customer(site, shop)
  return made(201, push, person, newPushSubscription(), newPushSubscription())
}
const tested = async (site: ProofSite, shop: Shop) => {
  const { path, headers, body } = await subscribed(site, shop)
  const { endpoint } = body as { endpoint: string }
  await site.call(path, underKey({ path, headers, body, other: null, status: 201 }, 'subscribed'))
  return { status: 200, path: `${path}/test`, headers, body: { endpoint }, other: {} }
}

/** The POSTs that mark and archive notifications, and those of subscribed browsers. */
export const postsOfNotifications: Record<string, Make> = {
  '/v1/profile/subscriptions/notifications': subscribed,
  '/v1/profile/subscriptions/notifications/test': tested,
  '/v1/programs/{program_id}/notifications/mark_all': all('mark_all'),
  '/v1/programs/{program_id}/notifications/archive_all': all('archive_all'),
  '/v1/programs/{program_id}/notifications/{notification_id}/mark': one('mark'),
  '/v1/programs/{program_id}/notifications/{notification_id}/unmark': one('unmark'),
  '/v1/programs/{program_id}/notifications/{notification_id}/archive': one('archive'),
  '/v1/programs/{program_id}/notifications/{notification_id}/unarchive': one('unarchive'),
}
