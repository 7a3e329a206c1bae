import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Order } from '../../functions/contract/money/order.ts'
import { makeCart } from '../../functions/test-bench/orders.ts'
import { makeCustomer } from '../../functions/test-bench/people.ts'
import { makeEvent, makeProgram } from '../../functions/test-bench/programs.ts'
import { goodPassword } from '../../functions/test-bench/sign-ups.ts'
import { hashPassword } from '../../functions/people/accounts/password-hash.ts'
import { openProofSite, type OwnProofSite } from '../proofs/proof-site.ts'

let site: OwnProofSite
let program: string
let order: string
let draft: string
let event: string
let cookie: string

// A family books and pays, and then the organisation's contract ends.
beforeAll(async () => {
  site = await openProofSite({ name: 'closed-program' })
  const { bench } = site
  program = await makeProgram(bench)
  const { event_id, option_ids } = await makeEvent(bench, { programId: program, name: 'Canoe Week' })
  event = event_id
  const nadia = await makeCustomer(bench, { programIds: [program] })
  const [paid, cart] = [
    await makeCart(bench, nadia, { programId: program, eventId: event_id, optionId: option_ids[0] }),
    await makeCart(bench, nadia, { programId: program, eventId: event_id, optionId: option_ids[0] }),
  ]
  ;[order, draft] = [paid.order_id, cart.order_id]
  const card = { checkout_method: 'card', payment_source_id: 'pm_card_visa' }
  expect((await site.call(`/api/v1/profile/orders/${order}/payments`, nadia.json(card))).status).toBe(201)
  const hash = await hashPassword(goodPassword, bench.env)
  await site.sql('UPDATE users SET password_hash = ? WHERE id = ?', hash, nadia.identity.user_id)
  await site.sql("UPDATE programs SET billing_status = 'cancelled' WHERE id = ?", program)

  const form = { username: nadia.email, password: goodPassword }
  const logIn = await site.call(`/pg/${program}/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: site.url },
    body: new URLSearchParams(form).toString(),
  })
  expect(logIn.status).toBe(303)
  cookie = [logIn.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';')[0])
    .join('; ')
})
afterAll(() => site?.stop())

const read = (path: string, headers: Record<string, string> = { Cookie: cookie }) => site.call(path, { headers })

it.each([
  ['', 'fr'],
  ['/promotions', 'en'],
  ['/terms', 'en'],
  ['/privacy', 'en'],
  ['/packages', 'en'],
  ['/schedule', 'en'],
  ['/signup', 'en'],
])(
  'C4: the page %s of a program whose contract has ended shows "not available" with a link to the orders',
  async (path, lang) => {
    const { status, text } = await read(`/pg/${program}${path}?lang=${lang}`, {})
    expect(status).toBe(404)
    expect(text).toContain(lang === 'fr' ? 'n’est pas disponible' : 'is not available')
    expect(text).toContain(`/pg/${program}/profile/orders`)
    expect(text).not.toMatch(new RegExp(`href="/pg/${program}(?:"|/promotions|/terms|/packages|/privacy)`))
  },
)

it('C4: events of a closed program are not public', async () => {
  for (const path of [`/pg/${program}/evt/${event}`, `/pg/${program}/evt/${event}/register`, `/embed/${program}`])
    expect((await read(path, {})).status).toBe(404)
})

it('C4: customers of a closed program can log in and recover a password', async () => {
  const { status, text } = await read(`/pg/${program}/login`, {})
  expect(status).toBe(200)
  expect(text).toContain(`value="/pg/${program}/profile/orders"`)
  expect((await read(`/pg/${program}/forgot-password`, {})).status).toBe(200)
  expect((await read(`/pg/${program}/profile/orders`, {})).status).toBe(303)
})

it('C4: customers of a closed program can read and cancel what they booked, but not pay', async () => {
  const orders = await read(`/pg/${program}/profile/orders`)
  expect(orders.text).toContain(`/profile/orders/${order}`)
  const page = await read(`/pg/${program}/profile/orders/${order}`)
  expect(page.status).toBe(200)
  const { receipt_number } = (await site.sql('SELECT receipt_number FROM orders WHERE id = ?', order))[0] as Order
  for (const words of ['Canoe Week', String(receipt_number), '/calendar/', 'Cancel']) expect(page.text).toContain(words)
  expect((await read(`/pg/${program}/profile/schedule`)).text).toContain('Canoe Week')
  expect((await read(`/pg/${program}/profile/account`)).status).toBe(200)

  const cart = await read(`/pg/${program}/profile/orders/${draft}`)
  expect(cart.status).toBe(200)
  for (const { text } of [orders, page, cart]) {
    expect(text).not.toContain(`/pg/${program}/checkout/${draft}`)
    expect(text).not.toContain(`/pg/${program}/evt/`)
  }
  const checkout = await read(`/pg/${program}/checkout/${draft}`)
  expect([checkout.status, checkout.headers.location]).toEqual([303, `/pg/${program}/profile/orders/${draft}`])
})
