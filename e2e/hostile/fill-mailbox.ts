import { hourMs } from '../../functions/contract/limits.ts'
import { system } from '../../functions/platform/actor.ts'
import { makeContext } from '../../functions/platform/make-context.ts'
import { chargeStoredCard } from '../../functions/money/payments/charge-stored-card.ts'
import { organiserHeaders } from '../../functions/test-bench/program-file.ts'
import { signupBody } from '../../functions/test-bench/sign-ups.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { postsOfApi } from '../races/posts-of-api.ts'
import { customer, multipart, underKey } from '../races/ready-post.ts'
import { agreeAtBank, makeCarts, openShop, pay, type Shop } from '../races/shop.ts'

/**
 * Mails wait until all calls are made, except codes that a call needs. Otherwise a mail about a state might not be
 * sent, because a later call has changed the state.
 */
const isHeldBack = "NEW.kind LIKE 'mail.%' AND NEW.kind NOT IN ('mail.email_code', 'mail.recovery')"

/**
 * Sends every call of the API once, and the sequences that some mails need. After the days of reminders and feedback
 * the mailbox has nearly every mail.
 */
export async function fillMailbox(site: ProofSite): Promise<void> {
  const shop = await openShop(site)
  await site.sql(
    `UPDATE programs SET features = json_set(features, '$.feedback', json('true'), '$.communications', json('true')), preferences = json_set(preferences, '$.camp_feedback_schedule', 'after_end') WHERE id = ?`,
    shop.programId,
  )
  await site.sql(
    `CREATE TRIGGER mail_waits AFTER INSERT ON outbox WHEN ${isHeldBack} BEGIN UPDATE outbox SET due_at = due_at + ${hourMs} WHERE id = NEW.id; END`,
  )
  for (const [index, [route, make]] of Object.entries(postsOfApi).entries()) {
    const ready = await make(site, shop)
    const answer = await site.call(ready.path, underKey(ready, `links-${index}`))
    if (answer.status !== ready.status) throw new Error(`POST ${route} answered ${answer.status} ${answer.text}`)
  }
  await sendCampaign(site, shop.programId)
  await Promise.all([signUp(site, shop), sendFile(site, shop), chargeAskingCard(site, shop)])
  await site.sql('DROP TRIGGER mail_waits')
  await site.sql(`UPDATE outbox AS NEW SET due_at = due_at - ${hourMs} WHERE done_at IS NULL AND ${isHeldBack}`)
}

/** Sends the mail of an account recovery. */
export async function mailRecovery(site: ProofSite): Promise<void> {
  const ready = await postsOfApi['/v1/recovery']?.(site, await openShop(site))
  if (!ready) throw new Error('no call for a recovery')
  const { status, text } = await site.call(ready.path, underKey(ready, 'recovery'))
  if (status !== ready.status) throw new Error(`recovery answered ${status} ${text}`)
}

const json = { 'Content-Type': 'application/json' }

/** A customer who signs up for the program and must confirm the email. */
async function signUp(site: ProofSite, { programId: program_id }: Shop): Promise<void> {
  const body = JSON.stringify(signupBody({ program_id }))
  const { status, text } = await site.call('/api/v1/signup', { method: 'POST', headers: json, body })
  if (status !== 201) throw new Error(`signing up answered ${status} ${text}`)
}

/** A message with a file, which the program opens from its mail. */
async function sendFile(site: ProofSite, shop: Shop): Promise<void> {
  const { headers } = await customer(site, shop)
  const upload = underKey({ path: '/api/v1/files', headers, body: multipart('seen'), other: null, status: 201 }, 'file')
  const { id } = (await site.call('/api/v1/files', upload)).body as { id: string }
  const body = JSON.stringify({ program_id: shop.programId, body: 'See this', attachments: [id] })
  const sent = await site.call('/api/v1/profile/messages', { method: 'POST', headers: { ...headers, ...json }, body })
  if (sent.status !== 201) throw new Error(`a message with a file answered ${sent.status} ${sent.text}`)
}

/**
 * Charges the remainder of an order to a card that needs a bank confirmation, so that the customer is mailed the link.
 */
async function chargeAskingCard(site: ProofSite, shop: Shop): Promise<void> {
  const [order] = await makeCarts(site, shop, { count: 1 })
  if (!order) throw new Error('no order')
  const { person, cart } = order
  await pay(site, order, 'pm_card_visa')
  const path = `/api/v1/profile/programs/${shop.programId}/payment_methods/pm_card_authenticationRequired/attach`
  const attach = async () => (await site.call(path, person.json({}))).body as { id: string; next_action_url: string }
  await agreeAtBank(site, await attach())
  const { id: payment_source_id } = await attach()
  await site.sql('UPDATE orders SET amount_total = amount_total + 6000 WHERE id = ?', cart.order_id)
  const ctx = makeContext({ env: { ...site.bench.env, PAYMENT_PROVIDER: 'sandbox' }, now: site.now(), actor: system })
  const charge = { order_id: cart.order_id, key: `instalment:${cart.order_id}:1`, amount: 6000, payment_source_id }
  const { type } = await chargeStoredCard(ctx, charge)
  if (type !== 'requires_action') throw new Error(`the bank wants no confirmation: ${type}`)
}

/** Posts to the campaigns of a program; returns the id. */
export const campaignCalls = (site: ProofSite, programId: string) => async (path: string, body: object) => {
  const answer = await site.call(`/api/v1/organiser/programs/${programId}/campaigns${path}`, {
    method: 'POST',
    headers: organiserHeaders,
    body: JSON.stringify(body),
  })
  if (answer.status >= 300) throw new Error(`campaigns${path} answered ${answer.status} ${answer.text}`)
  return (answer.body as { id: string }).id
}

/** Sends news to every customer of the program. */
async function sendCampaign(site: ProofSite, programId: string): Promise<void> {
  await site.sql('UPDATE customer_profiles SET is_subscribed = 1 WHERE program_id = ?', programId)
  const organise = campaignCalls(site, programId)
  const id = await organise('', {
    kind: 'newsletter',
    audience: 'subscribers',
    subject: 'August',
    body: 'Places left.',
  })
  await organise(`/${id}/send`, {})
}
