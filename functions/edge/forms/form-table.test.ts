import { Hono } from 'hono'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '../../api.ts'
import { describeApi } from '../../api-description.ts'
import { safeGoto } from '../../contract/goto.ts'
import { findSitePage, sitePages } from '../../contract/site-pages.ts'
import type { Worker } from '../../platform/context.ts'
import { readFailure } from '../form-failure.ts'
import type { postToApi } from '../post-to-api.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { badGotos } from '../../test-bench/gotos.ts'
import { formRoutes } from './answer-form.ts'
import type { Form, FormAction } from './form.ts'
import { forms } from './form-table.ts'

type Case = { form: Form; chosen: Form & FormAction; fields: Record<string, string> }
type Call = Parameters<typeof postToApi>[2] & { path: string }

/** Valid values for the fields that forms check themselves. */
const typed = {
  first_name: 'Nadia',
  last_name: 'Roy',
  relation: 'parent',
  gender: 'female',
  date_of_birth_year: '2018',
  date_of_birth_month: '5',
  date_of_birth_day: '2',
  event_id: 'evt_1',
  'who.att_1': '1',
  'you.email': 'nadia@example.com',
}
/** Values that must never be in a cookie. */
const secrets = {
  password: 'Canary-1',
  old_password: 'Canary-2',
  confirm_password: 'Canary-3',
  code: 'Canary-4',
  medical_history: 'Canary-5',
  health_card_number: 'Canary-6',
}
const idToken = `x.${Buffer.from('{"email":"nadia@example.com"}').toString('base64url')}.x`
/** A successful response with every field that a form reads. */
const takenBody = {
  ...{ id: 'id_1', status: 'active', result: 'sent', reference: 'S-1', pending_email: null, attendee_ids: ['att_1'] },
  ...{ refresh_token: 'refresh', id_token: idToken, access_token: 'access', registration_ids: ['reg_1'] },
  ...{ redirect_to: '/pg/lakeside', option_id: 'opt_1', fields: [], waiver: null },
  copies: [{ key: 'canoe-2028', action: 'create' }],
  event: { id: 'evt_1', fields: [], waiver: null, program: { id: 'lakeside' } },
}

/** Every form with each of its buttons. */
const cases: Case[] = forms.flatMap((form) =>
  (form.actions ?? [{}]).map((action) => {
    const chosen = { ...form, ...action }
    const named = [chosen.body, chosen.back].flatMap((names) => (Array.isArray(names) ? names : []))
    return { form, chosen, fields: { ...Object.fromEntries(named.map((name) => [name, '1'])), ...pressing(action) } }
  }),
)
const calling = cases.filter(({ chosen }) => chosen.call !== undefined)
const ofPages = calling.filter(({ chosen }) => chosen.answers !== 'asIs')
const nameOf = ({ form, fields }: Case) => `${form.path} ${JSON.stringify(fields)}`

function pressing({ when = {} }: FormAction): Record<string, string> {
  // Only the form of a conversation recognises its button by a function.
  if (typeof when === 'function') return { token: 'conversation.1' }
  return Object.fromEntries(Object.entries(when).map(([name, value]) => [name, value === true ? '1' : value]))
}

const addressOf = (path: string) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => (name === 'program_id' ? 'lakeside' : `${name}_1`))

let bench: Bench
let calls: Call[] = []
let answer: () => Response
beforeAll(async () => {
  bench = await openBench()
})
beforeEach(() => {
  calls = []
  answer = () => Response.json(takenBody)
})

// The page of a rejected form is the response itself.
const site = new Hono<Worker>()
  .route(
    '/',
    formRoutes(forms, async (_, path, call) => {
      calls.push({ ...call, path })
      return answer()
    }),
  )
  .all('*', async (c) => {
    const failures = forms.map(({ form }) => readFailure(c.env, c.req.raw, form))
    return c.json((await Promise.all(failures)).find(Boolean) ?? null)
  })

async function post(
  { form, fields }: Case,
  more: { fields?: Record<string, string>; headers?: Record<string, string>; query?: string; body?: string } = {},
): Promise<Response> {
  const origin = { Origin: bench.env.SITE_ORIGIN, 'Sec-Fetch-Site': 'same-origin' }
  return site.request(
    `${bench.env.SITE_ORIGIN}${addressOf(form.path)}${more.query ?? ''}`,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...origin, ...more.headers },
      body: more.body ?? new URLSearchParams({ ...fields, ...typed, ...more.fields }).toString(),
    },
    { ...bench.env },
    { waitUntil: () => {}, passThroughOnException: () => {}, props: {} } as unknown as ExecutionContext,
  )
}

const locationOf = (response: Response) => new URL(response.headers.get('Location') ?? '', bench.env.SITE_ORIGIN)
const refusedWith =
  (status: number, headers: Record<string, string> = {}) =>
  () =>
    Response.json(
      { code: status, type: 'invalid', message: 'Not that.', param: 'first_name', errors: [], path: '', timestamp: '' },
      { status, headers },
    )
const failureIn = async (response: Response, form: Form['form']) => {
  const [cookie = ''] = response.headers.getSetCookie().filter((line) => line.startsWith('__Host-form='))
  return readFailure(bench.env, new Request('http://x/', { headers: { Cookie: cookie.split(';')[0] ?? '' } }), form)
}

describe('every form of the table', () => {
  it("every form is posted to its page's URL or to one below it", () => {
    const pages = sitePages.filter(({ takesForm }) => takesForm).map(({ path }) => path)
    expect(
      forms.filter(({ path, page = path }) => !pages.includes(page) && path !== '/pg/:program_id/login/passkey'),
    ).toEqual([])
    const posted = forms.flatMap(({ path }) => path)
    expect(new Set(posted).size).toBe(posted.length)
    // The pages of feedback, bookings by staff and news are rendered at the URL to which their forms are posted.
    expect(pages.filter((path) => !posted.includes(path)).map((path) => path.split('/').at(-1))).toEqual([
      'feedback',
      'join',
      'complete',
      'unsubscribe',
    ])
  })

  it.each([
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'null' },
    { Origin: 'http://localhost:8787.evil.example' },
    { 'Sec-Fetch-Site': 'cross-site' },
  ] as Record<string, string>[])('A-21: a form with the headers %j is refused before any call', async (headers) => {
    for (const each of cases) {
      const refused = await site.request(
        `${bench.env.SITE_ORIGIN}${addressOf(each.form.path)}`,
        { method: 'POST', headers, body: new URLSearchParams({ ...typed, ...each.fields }) },
        { ...bench.env },
      )
      expect([nameOf(each), refused.status, refused.headers.getSetCookie()]).toEqual([nameOf(each), 403, []])
    }
    expect(calls).toEqual([])
  })

  it('A-21: every form accepts only the body types that a page sends', async () => {
    for (const each of cases.filter(({ form }) => form.reads !== 'stream'))
      expect([nameOf(each), (await post(each, { headers: { 'Content-Type': 'text/plain' } })).status]).toEqual([
        nameOf(each),
        415,
      ])
    expect(calls).toEqual([])
  })

  it('every form calls existing API routes with accepted fields', async () => {
    const operations = Object.entries(describeApi(api).paths ?? {}).map(([path, methods]) => ({
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      methods: methods as Record<string, { requestBody?: { content?: Record<string, { schema?: unknown }> } }>,
    }))
    const document = JSON.parse(JSON.stringify(describeApi(api)))
    const propertiesOf = (schema: {
      $ref?: string
      properties?: object
      anyOf?: object[]
      allOf?: object[]
    }): string[] =>
      schema.$ref
        ? propertiesOf(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''])
        : [
            ...Object.keys(schema.properties ?? {}),
            ...[...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap((each) => propertiesOf(each)),
          ]
    for (const each of calling) await post(each)
    expect(calls.length).toBeGreaterThan(calling.length)
    for (const { path, method = 'POST', body } of calls) {
      const operation = operations.find(({ pattern, methods }) => pattern.test(path) && method.toLowerCase() in methods)
      expect([method, path, operation !== undefined]).toEqual([method, path, true])
      const content = operation?.methods[method.toLowerCase()]?.requestBody?.content
      const schema = (content?.['application/json']?.schema ?? {}) as object
      if (body === null || body instanceof ReadableStream) continue
      const unknown = Object.keys(body as object).filter((name) => !propertiesOf(schema).includes(name))
      expect([method, path, unknown]).toEqual([method, path, []])
    }
  })

  it('every form sends a customer without a session to the log-in and back', async () => {
    answer = refusedWith(401)
    for (const each of ofPages.filter(({ form }) => (form.sender ?? 'customer') === 'customer')) {
      const location = locationOf(await post(each, { query: '?lang=fr' }))
      const goto = location.searchParams.get('goto') ?? ''
      expect([nameOf(each), location.pathname, location.searchParams.get('lang')]).toEqual([
        nameOf(each),
        '/pg/lakeside/login',
        'fr',
      ])
      expect([nameOf(each), goto]).toEqual([nameOf(each), safeGoto(goto, bench.env.SITE_ORIGIN, 'nowhere')])
      expect(findSitePage(goto.split('?')[0] ?? ''), goto).not.toBeNull()
      expect(goto).toContain('lang=fr')
    }
  })

  it('every rejected form returns to its page with the reason and the input but no secret', async () => {
    answer = refusedWith(409)
    const atPage = ofPages.filter(({ chosen, form }) => !chosen.showsAgain && !form.path.endsWith('/logout'))
    for (const each of atPage) {
      const refused = await post(each, { fields: secrets, query: '?lang=fr' })
      const location = locationOf(refused)
      expect([nameOf(each), refused.status, location.searchParams.get('lang')]).toEqual([nameOf(each), 303, 'fr'])
      expect(findSitePage(location.pathname), location.pathname).not.toBeNull()
      const failure = await failureIn(refused, each.chosen.form)
      expect([nameOf(each), failure]).toEqual([nameOf(each), expect.objectContaining({ message: 'Not that.' })])
      if (each.form.reads !== 'stream') expect(failure?.values).toMatchObject({ first_name: 'Nadia', last_name: 'Roy' })
      // The code at the checkout is that of a discount, which the page shows again.
      const { code, ...others } = failure?.values ?? {}
      const kept = { ...failure, values: each.chosen.form === 'checkout' ? others : { code, ...others } }
      expect(JSON.stringify(kept)).not.toContain('Canary')
    }
  })

  it('a rejected form with a long text is answered with its page instead of a redirect', async () => {
    answer = refusedWith(400)
    const body = 'A long story. '.repeat(340)
    const shown = ofPages.filter(({ chosen }) => chosen.showsAgain)
    expect(shown.map(({ form }) => form.form)).toEqual([
      'answers',
      'move',
      'move',
      'registration',
      'registration',
      'registration',
      'registration',
      'registration',
      'registration',
      'registration',
      'registration',
      'message',
      'message',
      'support',
      'desk',
      'desk-notes',
      'desk-notes',
      'desk-privacy',
      'desk-privacy',
      'desk-privacy',
      'desk-register',
      'desk-change',
      'desk-change',
      'desk-change',
      'desk-change',
      'desk-order',
      'desk-order',
      'desk-order',
      'desk-team',
      'desk-member',
      'desk-settings',
      'desk-season',
      'desk-season',
      'desk-season',
      'desk-season',
      'desk-season',
      'desk-season',
      ...Array.from({ length: 8 }, () => 'desk-event'),
      'desk-import',
      ...['desk-camp', 'desk-camp', 'desk-camp', 'desk-day-off', 'desk-cancel'],
      ...Array.from({ length: 5 }, () => 'desk-answer'),
      ...['desk-write', 'desk-write'],
    ])
    for (const each of shown) {
      const again = await post(each, { fields: { body, description: body } })
      expect([again.status, again.headers.getSetCookie()]).toEqual([400, []])
      expect(await again.json()).toMatchObject({ form: each.chosen.form, values: { body, description: body } })
    }
  })

  it('every rejected form tells JavaScript the reason', async () => {
    answer = refusedWith(429, { 'Retry-After': '7' })
    for (const each of ofPages.filter(({ form }) => !form.path.endsWith('/logout'))) {
      const refused = await post(each, { headers: { Accept: 'application/json' } })
      expect([
        nameOf(each),
        refused.status,
        refused.headers.get('Retry-After'),
        refused.headers.getSetCookie(),
      ]).toEqual([nameOf(each), 429, '7', []])
      expect(await refused.json()).toMatchObject({ type: 'invalid' })
    }
  })

  it('every accepted form continues to a page that reads its parameters', async () => {
    for (const each of ofPages.filter(({ chosen }) => !chosen.redraws)) {
      const taken = await post(each, { fields: { goto: '/pg/other/checkout/ord_1' }, query: '?lang=fr' })
      const page = findSitePage(locationOf(taken).pathname)
      expect([nameOf(each), taken.status, page !== null]).toEqual([nameOf(each), 303, true])
      expect([nameOf(each), taken.headers.getSetCookie().filter((line) => /^__Host-form=;/.test(line)).length]).toEqual(
        [nameOf(each), 1],
      )
      const script = await post(each, { headers: { Accept: 'application/json' } })
      expect([nameOf(each), script.status]).toEqual([nameOf(each), 200])
      expect(await script.json()).not.toHaveProperty('refresh_token')
    }
  })

  it('A-18: no form follows a goto to another site', async () => {
    const following = new Set<string>()
    for (const each of ofPages) {
      const plain = (await post(each)).headers.get('Location')
      const good = (await post(each, { fields: { goto: '/pg/other/checkout/ord_1' } })).headers.get('Location')
      if (good !== plain) following.add(each.form.form)
      const bad = badGotos.filter((goto) => typeof goto === 'string')
      for (const goto of good === plain ? bad.slice(0, 3) : bad)
        expect((await post(each, { fields: { goto } })).headers.get('Location'), `${nameOf(each)} ${goto}`).toBe(plain)
    }
    expect([...following]).toEqual(['login', 'signup', 'verify', 'payment-methods'])
  })

  it('every form that creates something is executed once per key', async () => {
    const keysOf = async (each: Case, key: string) => {
      calls = []
      await post(each, { fields: { key, status: 'attended', act: each.fields['act'] ?? 'x' } })
      return calls.filter(({ isKeyless }) => !isKeyless).map((call) => [call.method, call.key ?? ''])
    }
    for (const each of calling.filter(({ form }) => form.reads !== 'stream')) {
      const [first, again, other] = [await keysOf(each, 'once'), await keysOf(each, 'once'), await keysOf(each, 'two')]
      expect([nameOf(each), again]).toEqual([nameOf(each), first])
      for (const [index, [method, key]] of first.entries()) {
        const isSet = method === 'POST' && !each.form.path.endsWith('/logout')
        expect([nameOf(each), method, /^[\w:-]{1,64}$/.test(key ?? '')]).toEqual([nameOf(each), method, isSet])
        if (isSet) expect(other[index]?.[1]).not.toBe(key)
      }
      for (const [, key] of await keysOf(each, 'é ☃ \n"key"'.repeat(30))) expect(key).toMatch(/^[\w:-]{0,64}$/)
    }
  })

  it('every rejection is in the language of the page', async () => {
    for (const each of calling.filter(({ form }) => form.reads !== 'stream')) {
      calls = []
      await post(each, { fields: { language: 'en' }, query: '?lang=fr' })
      const { body } = each.chosen
      const changesIt = Array.isArray(body) && body.includes('language')
      expect([nameOf(each), calls[0]?.language]).toEqual([nameOf(each), changesIt ? 'fr' : 'en'])
    }
  })

  it('every form passes hostile text to the API unchanged', async () => {
    const hostile = ['\u2603\ud800', 'a\r\nb', '\u0000', '../..', '..', '.', '%2e%2e', '?x=1#y']
    for (const each of calling.filter(({ form }) => form.reads !== 'stream'))
      for (const text of hostile) {
        calls = []
        const fields = Object.fromEntries(
          [...Object.keys(each.fields), 'language', 'key', 'id'].map((name) => [name, text]),
        )
        const headers = { 'Content-Type': 'application/json', Accept: 'application/json' }
        const body = JSON.stringify({ ...typed, ...fields, ...pressing(each.chosen) })
        const taken = await post(each, { headers, body })
        expect([nameOf(each), text, taken.status]).toEqual([nameOf(each), text, 200])
        for (const { path, language } of calls) {
          expect(path).toMatch(/^\/[\w/%.~*'()!-]+$/)
          expect(path).not.toMatch(/\/(?:\.\.?|%2e%2e)(?:\/|$)/i)
          expect(['en', 'fr', null, undefined]).toContain(language)
        }
      }
  })
})
