import { makeNotification } from '../../functions/test-bench/notifications.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { customer, made, type Make } from './ready-post.ts'
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

/** The POSTs that mark and archive notifications. */
export const postsOfNotifications: Record<string, Make> = {
  '/v1/programs/{program_id}/notifications/mark_all': all('mark_all'),
  '/v1/programs/{program_id}/notifications/archive_all': all('archive_all'),
  '/v1/programs/{program_id}/notifications/{notification_id}/mark': one('mark'),
  '/v1/programs/{program_id}/notifications/{notification_id}/unmark': one('unmark'),
  '/v1/programs/{program_id}/notifications/{notification_id}/archive': one('archive'),
  '/v1/programs/{program_id}/notifications/{notification_id}/unarchive': one('unarchive'),
}
