import { beforeAll, describe, expect, it } from 'vitest'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { browser } from '../../test-bench/edge.ts'
import { makeProgram } from '../../test-bench/programs.ts'
import { goodPassword, post, signupBody } from '../../test-bench/sign-ups.ts'
import { trackedUrl } from './tracked-url.ts'

let bench: Bench
let programId: string
beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench)
})
const events = async () =>
  (
    await bench.env.DB.prepare(
      'SELECT type, url, program_id, props FROM insight_events WHERE program_id = ? ORDER BY id',
    )
      .bind(programId)
      .all()
  ).results
const origin = 'https://book.example'

describe('P-04: the stored part of a URL', () => {
  it.each([
    ['/pg/lakeside', '/pg/lakeside'],
    ['/pg/lakeside/login', '/pg/lakeside/login'],
    ['https://book.example/pg/lakeside/login?goto=%2Fpg%2Flakeside', '/pg/lakeside/login'],
    ['/pg/lakeside/login?lang=fr', '/pg/lakeside/login?lang=fr'],
    ['/pg/lakeside/login?lang=fr&email=a@b.example', '/pg/lakeside/login?lang=fr'],
    ['/pg/lakeside/signup?utm_source=newsletter', '/pg/lakeside/signup?utm_source=newsletter'],
    ['/pg/lakeside/signup?utm_source=nadia@example.com', '/pg/lakeside/signup'],
    ['/pg/lakeside/signup?utm_campaign=4242424242424242', '/pg/lakeside/signup'],
    ['/pg/lakeside/signup?utm_medium=a%0d%0ab', '/pg/lakeside/signup'],
    ['/pg/lakeside/signup?utm_medium=<script>', '/pg/lakeside/signup'],
    ['/pg/lakeside?search=Théo+Roy', '/pg/lakeside'],
    ['/pg/lakeside?token=secret#secret', '/pg/lakeside'],
    ['/pg/lakeside/recovery/rec_0123456789abcdef', '/pg/lakeside/recovery/:id'],
    ['/pg/lakeside/checkout/ord_0123', '/pg/lakeside/checkout/:id'],
    ['/pg/lakeside/evt/evt_5nK2pQ/register', '/pg/lakeside/evt/:id/register'],
    ['/pg/lakeside/profile/family/att_1', '/pg/lakeside/profile/family/:id'],
    ['/pg/lakeside/nadia@example.com', '/pg/lakeside/:id'],
    ['/pg/lakeside/416-555-0123', '/pg/lakeside/:id'],
    ['/pg/lakeside/%4eadia', '/pg/lakeside/:id'],
    ['/pg/lakeside/Nadia', '/pg/lakeside/:id'],
    ['/not-me?token=secret', '/not-me'],
    ['/', '/'],
    ['/confirm-payment?program_id=lakeside&t=secret', '/confirm-payment'],
    ['/calendar/abcdef0123456789.ics', '/calendar/:id'],
    [`/${'a'.repeat(60)}`, '/:id'],
    ['https://evil.example/pg/lakeside', null],
    ['//evil.example/pg/lakeside', null],
    ['https://user:pass@book.example/', null],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['https://', null],
  ])('the URL %s is stored as %s', (address, kept) => expect(trackedUrl(address, origin)?.url ?? null).toBe(kept))
})

describe('POST insights/events', () => {
  it('P-04: a log-in and a sign-up are counted anonymously', async () => {
    const visitor = browser(bench)
    const body = signupBody() as unknown as Record<string, string>
    await visitor.form(`/pg/${programId}/signup?lang=fr`, body)
    await visitor.script(`/pg/${programId}/login`, { username: body['email'], password: goodPassword })
    await visitor.form(`/pg/${programId}/login`, { username: body['email'] ?? '', password: 'not that one' })
    const kept = await events()
    expect(kept).toEqual([
      {
        type: 'sign_up',
        url: `/pg/${programId}/signup?lang=fr`,
        program_id: programId,
        props: '{"language":"fr","form":"plain"}',
      },
      {
        type: 'login',
        url: `/pg/${programId}/login`,
        program_id: programId,
        props: '{"language":null,"form":"script"}',
      },
    ])
    expect(JSON.stringify(kept)).not.toContain(body['email'])
  })

  it.each([[{ DNT: '1' }], [{ 'Sec-GPC': '1' }]])(
    'P-04: an event with the header %o gets the same response and is not counted',
    async (headers) => {
      const before = await events()
      const body = signupBody() as unknown as Record<string, string>
      const visitor = browser(bench)
      await visitor.form(`/pg/${programId}/signup`, body, headers as Record<string, string>)
      const call = { url: `/pg/${programId}/login?token=x`, type: 'login' }
      const [trackedAnswer, plain] = [
        await bench.call('/insights/events', post(call, headers as Record<string, string>)),
        await bench.call('/insights/events', post({ ...call, url: '/' })),
      ]
      expect([trackedAnswer.status, plain.status]).toEqual([202, 202])
      expect(await trackedAnswer.json()).toMatchObject({ object: 'insight_event', url: `/pg/${programId}/login` })
      expect(await events()).toEqual(before)
    },
  )

  it.each([
    [{ props: { method: 'x'.repeat(101) } }, 'too_long'],
    [{ props: { nested: { email: 'a@b.example' } } }, 'invalid_parameter'],
    [{ props: Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`p${at}`, at])) }, 'out_of_range'],
    [{ props: { ['x'.repeat(41)]: 1 } }, 'out_of_range'],
    [{ props: { language: 'Nadia' } }, 'invalid_option'],
    [{ type: 'purchase' }, 'invalid_option'],
    [{ user_id: 'usr_1' }, 'unknown_parameter'],
    [{ url: 'https://evil.example/' }, 'invalid_url'],
  ])('an event with the invalid data %o is rejected', async (more, type) => {
    const answer = await bench.call('/insights/events', post({ url: `/pg/${programId}`, type: 'login', ...more }))
    expect([answer.status, await answer.json()]).toMatchObject([400, { type }])
  })

  it('P-04: a few small properties are accepted, and only those of the list are stored', async () => {
    const props = { language: 'fr', method: 'email', email: 'a@b.example', tries: 2, isNew: true, from: null }
    const answer = await bench.call('/insights/events', post({ url: `/pg/${programId}`, type: 'login', props }))
    expect([answer.status, await answer.json()]).toMatchObject([202, { props: { language: 'fr', form: null } }])
    expect(JSON.stringify(await events())).not.toMatch(/a@b|tries|method/)
  })

  it('insights are deleted after 90 days', async () => {
    await bench.call('/insights/events', post({ url: `/pg/${programId}`, type: 'login' }))
    expect((await events()).length).toBeGreaterThan(0)
    bench.pass(90 * 86_400_000 + 1)
    await bench.tick()
    expect(await events()).toEqual([])
  })
})
