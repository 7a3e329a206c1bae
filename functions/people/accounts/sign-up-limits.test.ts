import { beforeAll, describe, expect, it } from 'vitest'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { bearer, mailsTo, post, signupBody } from '../../test-bench/sign-ups.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
  Object.assign(bench.env, { RATE_LIMITS: 'strict' })
})
const hour = 3_600_000
let networks = 0
const network = () => {
  networks += 1
  return { 'CF-Connecting-IP': `10.8.0.${networks}` }
}
const signUp = (from: Record<string, string>, more = {}) => bench.call('/v1/signup', post(signupBody(more), from))

describe('sign-ups from one network', () => {
  it('twenty sign-ups an hour are accepted from one network', async () => {
    const from = network()
    for (let index = 0; index < 20; index += 1) expect((await signUp(from, { verify_email: false })).status).toBe(201)
    bench.pass(20 * 60_000)
    const body = signupBody()
    const refused = await bench.call('/v1/signup', post(body, from))
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, String(40 * 60)])
    await bench.tick()
    expect(await mailsTo(bench, body.email)).toEqual([])
    expect((await signUp(network())).status).toBe(201)
    bench.pass(40 * 60_000 + 1)
    expect((await signUp(from)).status).toBe(201)
  })

  it('concurrent sign-ups get no higher limit', async () => {
    const from = network()
    const answers = await Promise.all(Array.from({ length: 26 }, () => signUp(from, { verify_email: false })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 429]))
  })

  it('one network causes at most thirty mails an hour', async () => {
    const from = network()
    const people: { access_token: string }[] = []
    const addresses: string[] = []
    for (let index = 0; index < 10; index += 1) {
      const body = signupBody()
      addresses.push(body.email)
      people.push(await (await bench.call('/v1/signup', post(body, from))).json())
    }
    const codes = { sent: 10, refused: 0 }
    for (let round = 0; round < 3; round += 1) {
      bench.pass(61_000)
      for (const person of people) {
        const { status } = await bench.call('/v1/reverify', post({}, bearer(person, from)))
        codes[status === 200 ? 'sent' : 'refused'] += 1
      }
    }
    expect(codes).toEqual({ sent: 30, refused: 10 })
    // A report without an account also sends a mail.
    const report = {
      type: 'billing',
      issue_type: 'payment_failed',
      summary: 'My payment failed',
      description: 'Nothing happened.',
      reporter_name: 'Nadia Roy',
      reporter_email: 'victim@example.com',
    }
    const answer = await bench.call('/v1/support', post(report, from))
    expect([answer.status, Number(answer.headers.get('Retry-After')) > 3000]).toEqual([429, true])
    await bench.tick()
    const mails = await Promise.all(addresses.map((each) => mailsTo(bench, each)))
    expect(mails.flat()).toHaveLength(30)
    bench.pass(hour)
    expect((await signUp(from)).status).toBe(201)
  })
})
