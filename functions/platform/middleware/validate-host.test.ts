import { beforeAll, describe, expect, it } from 'vitest'
import type { Calendar } from '../../contract/money/order.ts'
import { createApp } from '../../create-app.ts'
import { calendarFeed } from '../../edge/calendar-feed.ts'
import { answerUnsubscribe } from '../../edge/unsubscribe-page.ts'
import { signUnsubscribeToken } from '../../delivery/mail/news-list.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { openShop } from '../../test-bench/shop.ts'
import { requestContext } from './request-context.ts'

/** The app has a page, a page linked from a mail, and a calendar, behind the middleware of every response. */
const app = createApp()
  .route('/calendar', calendarFeed)
  .all('/pg/:program_id/unsubscribe', requestContext, async (c, next) => (await answerUnsubscribe(c)) ?? next())
  .all('*', (c) => c.text('inside', 200, { 'CDN-Cache-Control': 'max-age=30', 'Cache-Tag': 'program:lakeside' }))

const own = 'https://muster.example'
const foreign = [
  'https://evil.example',
  'https://muster.example.evil.example',
  'https://evilmuster.example',
  'https://www.muster.example',
  'https://muster.example.',
  'https://muster.example:8443',
  'http://127.0.0.1:8787',
  'http://[::1]:8787',
]
const kinds = ['page', 'link of a mail', 'calendar'] as const

describe('A-25: a request for a host that is not ours', () => {
  let bench: Bench
  let paths: Record<(typeof kinds)[number], string>
  const fetchAddress = async (address: string) => app.request(address, {}, { ...bench.env, SITE_ORIGIN: own })
  beforeAll(async () => {
    bench = await openBench()
    const shop = await openShop(bench)
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    await shop.pay(nadia, order)
    const { url } = await shop.read<Calendar>(nadia, `/v1/profile/orders/${order.order_id}/calendar`)
    const reader = { program_id: shop.programId, customer_id: nadia.identity.customer_id }
    const token = await signUnsubscribeToken(bench.env, reader, bench.now())
    paths = {
      page: '/pg/lakeside',
      'link of a mail': `/pg/${shop.programId}/unsubscribe?token=${encodeURIComponent(token)}`,
      calendar: new URL(url ?? '').pathname,
    }
  })

  it.each(foreign.flatMap((origin) => kinds.map((kind) => [origin, kind] as const)))(
    'returns an uncacheable 421 for the origin %s and a request of the kind %s',
    async (origin, kind) => {
      const answer = await fetchAddress(`${origin}${paths[kind]}`)
      expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([421, 'no-store'])
      expect(await answer.text()).toBe('This isn’t the address of this site.\n')
    },
  )

  it("returns 421 wrong_host as the API's error object", async () => {
    const answer = await fetchAddress('https://evil.example/api/v1/explore/programs')
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([421, 'no-store'])
    expect(await answer.json()).toMatchObject({ code: 421, type: 'wrong_host', path: '/api/v1/explore/programs' })
  })

  it.each(kinds)('a request of the kind %s for our own host is accepted', async (kind) =>
    expect((await fetchAddress(`${own}${paths[kind]}`)).status).toBe(200),
  )
})
