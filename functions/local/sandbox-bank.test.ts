import { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Payment } from '../contract/money/payment.ts'
import type { Worker } from '../platform/context.ts'
import { type Bench, openBench } from '../test-bench/bench.ts'
import { openShop, type Shop } from '../test-bench/shop.ts'
import { sandboxBank } from './sandbox-bank.ts'
import { sandboxPay } from './sandbox-pay.ts'

let testBench: Bench
let shop: Shop
const app = new Hono<Worker>().route('/dev/bank', sandboxBank)
beforeAll(async () => {
  testBench = await openBench()
  shop = await openShop(testBench)
})
const decide = (address: string, decision: string) =>
  app.request(
    address,
    {
      method: 'POST',
      body: new URLSearchParams({ decision }),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    },
    testBench.env,
  )
async function atTheBank() {
  const nadia = await shop.customer()
  const order = await shop.cart(nadia)
  const payment = (await (await shop.pay(nadia, order, 'pm_card_authenticationRequired')).json()) as Payment
  return { nadia, order, payment, address: payment.next_action_url ?? '' }
}

describe('/dev/bank/{token}', () => {
  it('opening the bank page changes nothing', async () => {
    const { nadia, order, payment, address } = await atTheBank()
    for (let round = 0; round < 3; round += 1) {
      const page = await app.request(address, {}, testBench.env)
      expect(page.status).toBe(200)
      expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
      const text = await page.text()
      for (const part of ['$100.00', 'value="confirm"', 'value="refuse"']) expect(text).toContain(part)
    }
    expect(await (await shop.confirm(nadia, order, payment)).json()).toMatchObject({ status: 'requires_action' })
  })

  it.each([
    { decision: 'confirm', status: 'succeeded' },
    { decision: 'refuse', status: 'failed' },
  ])(
    'the decision “$decision” at the bank page redirects to the shop with 303 and makes the payment $status',
    async ({ decision, status }) => {
      const { nadia, order, payment, address } = await atTheBank()
      const response = await decide(address, decision)
      expect(response.status).toBe(303)
      expect(response.headers.get('Location')).toContain(
        `http://localhost:8787/confirm-payment?program_id=${shop.programId}&order_id=${order.order_id}&payment_id=${payment.id}&t=`,
      )
      expect(await (await shop.confirm(nadia, order, payment)).json()).toMatchObject({ status })
      expect(await (await app.request(address, {}, testBench.env)).text()).toContain('Already answered')
    },
  )

  it('the bank page rejects unknown decisions and tokens', async () => {
    const { address } = await atTheBank()
    expect((await decide(address, 'maybe')).status).toBe(400)
    expect((await decide('http://localhost:8787/dev/bank/bank_none', 'confirm')).status).toBe(404)
    expect((await app.request('http://localhost:8787/dev/bank/bank_none', {}, testBench.env)).status).toBe(404)
  })
})

describe('/dev/pay/{token}', () => {
  const pages = new Hono<Worker>().route('/dev/pay', sandboxPay)
  async function onPage() {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    const body = { checkout_method: 'card', on_provider_page: true }
    const answer = await testBench.call(`/v1/profile/orders/${order.order_id}/payments`, nadia.json(body))
    const payment = (await answer.json()) as Payment
    return { nadia, order, payment, address: payment.next_action_url ?? '' }
  }
  const press = (address: string, fields: Record<string, string>) =>
    pages.request(address, { method: 'POST', body: new URLSearchParams(fields) }, testBench.env)

  it('the payment page shows the program and the amount, and opening it changes nothing', async () => {
    const { nadia, order, payment, address } = await onPage()
    const page = await pages.request(address, {}, testBench.env)
    expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    const text = await page.text()
    for (const part of ['Pay Lakeside', '$100.00', 'name="number"', 'value="cancel"']) expect(text).toContain(part)
    expect(await (await shop.confirm(nadia, order, payment)).json()).toMatchObject({ status: 'requires_action' })
  })

  it('a declined card is reported at its field, and the next card pays', async () => {
    const { nadia, order, payment, address } = await onPage()
    const declined = await press(address, { act: 'pay', number: '4000 0000 0000 0002' })
    expect(declined.status).toBe(422)
    expect(await declined.text()).toContain('aria-describedby="wrong"')
    const paid = await press(address, { act: 'pay', number: '4242 4242 4242 4242' })
    expect([paid.status, paid.headers.get('Location')]).toEqual([303, expect.stringContaining(`id=${payment.id}&t=`)])
    expect(await (await shop.confirm(nadia, order, payment)).json()).toMatchObject({ status: 'succeeded' })
    expect(await (await pages.request(address, {}, testBench.env)).text()).toContain('Already paid')
  })

  it('a customer who cancels returns with the payment still open', async () => {
    const { nadia, order, payment, address } = await onPage()
    expect((await press(address, { act: 'cancel' })).headers.get('Location')).toMatch(/&t=.+&left=1$/)
    expect(await (await shop.confirm(nadia, order, payment)).json()).toMatchObject({ status: 'requires_action' })
  })

  it('a card that needs the bank leads to the bank page, also from the old address', async () => {
    const { address } = await onPage()
    const next = (await press(address, { act: 'pay', number: '4000002500003155' })).headers.get('Location') ?? ''
    expect((await app.request(next, {}, testBench.env)).status).toBe(200)
    const old = await pages.request(address, {}, testBench.env)
    expect(`http://localhost:8787${old.headers.get('Location')}`).toBe(next)
  })
})
