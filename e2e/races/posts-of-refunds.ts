import { makeCustomer } from '../../functions/test-bench/people.ts'
import { fairRefund, makeEvent, makeProgram } from '../../functions/test-bench/programs.ts'
import { makeProduct } from '../../functions/test-bench/store.ts'
import { organiserHeaders } from '../../functions/test-bench/program-file.ts'
import { signLink } from '../../functions/platform/identity/signed-link.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { made, type Make, type Ready } from './ready-post.ts'
import { makeCarts, type Order, pay, type Shop } from './shop.ts'

const organiser = '/v1/organiser/programs/{program_id}'

/** Every POST about refund requests, instalments, and payments to the organisation itself. */
export const postsOfRefunds: Record<string, Make> = {
  '/v1/profile/orders/{order_id}/refund': async (site) => {
    const { order } = await paidOrder(site)
    return ofOrder(order, 'refund', { status: 201, body: { reason: 'cannot_attend' }, other: { reason: 'moved_away' } })
  },
  '/v1/profile/orders/{order_id}/refund/withdraw': async (site) => {
    const { order, request } = await requested(site)
    return ofOrder(order, 'refund/withdraw', { status: 200, body: {}, other: { refund_request_id: request } })
  },
  '/v1/profile/orders/{order_id}/instalments/pay': async (site) => {
    const body = { payment_source_id: 'pm_card_visa' }
    return ofOrder(await paidInParts(site), 'instalments/pay', {
      status: 201,
      body,
      other: { payment_source_id: 'pm_card_mastercard' },
    })
  },
  '/v1/profile/orders/{order_id}/items/{item_id}/return': async (site) => {
    const { order, person } = await paidThing(site)
    const path = `/profile/orders/${order.id}/items/${order.items[0]?.id}/return`
    return made(201, path, person, {}, { expected_amount: 1 })
  },
  '/v1/desk': async (site) => {
    const { shop, request } = await requested(site)
    const { TOKEN_SECRET } = site.bench.env
    const subject = `refund_request.${request}`
    const token = await signLink(
      { TOKEN_SECRET },
      { purpose: 'desk', subject, expiresAt: site.bench.now() + 3_600_000 },
    )
    const body = { program_id: shop.programId, token, decision: 'approve', amount: '50.00', decided_by: 'Jo Tremblay' }
    return made(200, '/desk', null, body, { ...body, amount: '60.00' })
  },
  [`${organiser}/orders/{order_id}/payments`]: async (site) => {
    const shop = await openOffice(site)
    const order = await promisedOrder(site, shop)
    return ofProgram(shop, `orders/${order.cart.order_id}/payments`, {
      status: 201,
      body: { amount: 4000, received_as: 'cash' },
      other: { amount: 5000 },
    })
  },
  [`${organiser}/refund_requests/{refund_request_id}/approve`]: async (site) => {
    const { shop, request } = await requested(site)
    return ofProgram(shop, `refund_requests/${request}/approve`, { status: 200, body: { amount: 4000 }, other: {} })
  },
  [`${organiser}/refund_requests/{refund_request_id}/decline`]: async (site) => {
    const { shop, request } = await requested(site)
    return ofProgram(shop, `refund_requests/${request}/decline`, {
      status: 200,
      body: { text: 'Too late.' },
      other: { text: 'No.' },
    })
  },
}

/** A program that is paid offline and decides every refund itself. */
export async function openOffice(site: ProofSite): Promise<Shop> {
  const programId = await makeProgram(site.bench, { selling: { offline: true } })
  const event = await makeEvent(site.bench, { programId, refund: { ...fairRefund, automatic: false, request: true } })
  return { programId, eventId: event.event_id, optionId: event.option_ids[0] }
}

async function paidOrder(site: ProofSite): Promise<{ shop: Shop; order: Order }> {
  const shop = await openOffice(site)
  const [order] = (await makeCarts(site, shop, { count: 1 })) as [Order]
  await pay(site, order, 'pm_card_visa')
  return { shop, order }
}

export async function promisedOrder(site: ProofSite, shop: Shop): Promise<Order> {
  const [order] = (await makeCarts(site, shop, { count: 1 })) as [Order]
  const answer = await site.call(
    `/api/v1/profile/orders/${order.cart.order_id}/payments`,
    order.person.json({ checkout_method: 'offline' }),
  )
  if (answer.status !== 201) throw new Error(`promising answered ${answer.status} ${answer.text}`)
  return order
}

async function requested(site: ProofSite): Promise<{ shop: Shop; order: Order; request: string }> {
  const { shop, order } = await paidOrder(site)
  const path = `/api/v1/profile/orders/${order.cart.order_id}/refund`
  const answer = await site.call(path, order.person.json({ reason: 'cannot_attend' }))
  if (answer.status !== 201) throw new Error(`asking answered ${answer.status} ${answer.text}`)
  return { shop, order, request: (answer.body as { id: string }).id }
}

async function paidInParts(site: ProofSite): Promise<Order> {
  const programId = await makeProgram(site.bench, {})
  const paymentPlan = { deposit: { percent: 40 }, parts: [{ days_before: 20 }, { days_before: 10 }] }
  const event = await makeEvent(site.bench, { programId, options: [{ spots: null, cost: 30_000, paymentPlan }] })
  const [order] = (await makeCarts(
    site,
    { programId, eventId: event.event_id, optionId: event.option_ids[0] as string },
    {
      count: 1,
    },
  )) as [Order]
  const answer = await site.call(
    `/api/v1/profile/orders/${order.cart.order_id}/payments`,
    order.person.json({ checkout_method: 'card', payment_source_id: 'pm_card_visa', pay_in_instalments: true }),
  )
  if (answer.status !== 201) throw new Error(`paying in parts answered ${answer.status} ${answer.text}`)
  return order
}

/** A paid order of two of a product. */
async function paidThing(site: ProofSite) {
  const programId = await makeProgram(site.bench, { features: { products: true } })
  const { variation_ids } = await makeProduct(site.bench, { programId, returnDays: 30, variations: [{ stock: 4 }] })
  const person = await makeCustomer(site.bench, { programIds: [programId] })
  const items = [{ type: 'product_variation', source: variation_ids[0], quantity: 2 }]
  const input = { program_id: programId, customer_profile_id: person.profileId(programId), items }
  const order = (await site.call('/api/v1/profile/orders', person.json(input))).body as Bought
  const card = { checkout_method: 'card', payment_source_id: 'pm_card_visa' }
  const paid = await site.call(`/api/v1/profile/orders/${order.id}/payments`, person.json(card))
  if (paid.status !== 201) throw new Error(`paying for a thing answered ${paid.status} ${paid.text}`)
  return { order, person }
}
type Bought = { id: string; items: { id: string }[] }

type Call = Pick<Ready, 'status' | 'body' | 'other'>
const ofOrder = ({ person, cart: { order_id } }: Order, act: string, { status, body, other }: Call): Ready =>
  made(status, `/profile/orders/${order_id}/${act}`, person, body, other)
const ofProgram = ({ programId }: Shop, path: string, call: Call): Ready => ({
  ...call,
  path: `/api/v1/organiser/programs/${programId}/${path}`,
  headers: organiserHeaders,
})
