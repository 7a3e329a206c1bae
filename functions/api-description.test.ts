// Over 250 lines: a journey through every call of the API.
import { reportNames } from './contract/organisation/reports.ts'
import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from './api.ts'
import { type Bench, openBench } from './test-bench/bench.ts'
import { scopeFor } from './platform/identity/delegated-calls.ts'
import { type Family, familyWorld, nextFreeTime, type World } from './test-bench/family-world.ts'
import { fairRefund, makeMembershipPackage, makeSessionPackage, makeWaiver } from './test-bench/programs.ts'
import { makePlace } from './test-bench/places.ts'
import { openShop } from './test-bench/shop.ts'
import { organiserHeaders, shortestFile } from './test-bench/program-file.ts'
import { softwarePasskey } from './test-bench/software-passkey.ts'
import { claimLink } from './organisation/families/claim-customer.ts'
import { makeAttendee, makeCustomer, type Person } from './test-bench/people.ts'
import { makeStaff } from './test-bench/staff.ts'
import { mailsTo } from './test-bench/sign-ups.ts'
import { startPictureResizer } from './local/picture-resizer.ts'
import { makePicture, pdf, uploadOf } from './test-bench/uploads.ts'
import { mismatches, resolve, type Schema } from './test-bench/matches-schema.ts'
import { newPushSubscription } from './test-bench/push-browsers.ts'

type Answer = { $ref?: string; content?: Record<string, { schema: Schema }> }
type Operation = {
  summary?: string
  tags?: string[]
  security?: Record<string, unknown>[]
  parameters?: { in: string; name: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, Answer>
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, unknown> }
}

const routes = [
  ...new Set(
    api.routes
      .filter(({ method, path }) => method !== 'ALL' && !path.includes('*'))
      .map(({ method, path }) => `${method} ${path}`),
  ),
].filter((route) => route !== 'GET /openapi.json')
const documented = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')

let bench: Bench
let document: Document
let world: World
beforeAll(async () => {
  bench = await openBench()
  document = (await (await bench.call('/openapi.json')).json()) as Document
})

const operationOf = (route: string): Operation | undefined => {
  const [method = '', path = ''] = route.split(' ')
  return document.paths[documented(path)]?.[method.toLowerCase()]
}

const answerOf = (answer: Answer | undefined): Answer | undefined =>
  answer?.$ref ? (resolve(answer.$ref, document) as Answer) : answer

/** Calls on the journey of an organisation. */
const ofOrganisation = /\/v1\/(?:organiser|staff_invitations)/

/** Calls of a profile that the token in a mail can also make. */
const byToken = [
  'POST /v1/profile/notifications/subscribe',
  'POST /v1/profile/notifications/unsubscribe',
  'GET /v1/profile/feedback/:feedback_id',
  'PUT /v1/profile/feedback/:feedback_id',
]

/** The alternative for a client, with its scope. */
function oauthOf(route: string): Record<string, unknown>[] {
  const needed = scopeFor(route)
  return needed === 'never' ? [] : [{ oauth: needed === 'any' ? [] : [needed] }]
}

describe('GET /api/openapi.json', () => {
  it('the OpenAPI document has version 3.1 and three authentication schemes', () => {
    expect(document.openapi).toMatch(/^3\.1/)
    expect(document.info).toMatchObject({ title: 'Muster API', version: '0.117.0' })
    expect(Object.keys(document.components.securitySchemes).sort()).toEqual(['basic', 'bearer', 'oauth'])
  })

  it('the OpenAPI document describes existing calls only', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.sort()).toEqual(routes.map((route) => route.replaceAll(/:(\w+)/g, '{$1}')).sort())
  })

  it.each(routes)('the description of %s has a purpose, parameters, responses and errors', (route) => {
    const operation = operationOf(route)
    expect(operation?.summary, 'a summary').toBeTruthy()
    expect(operation?.tags?.length, 'a heading to stand under').toBeGreaterThan(0)
    const statuses = Object.keys(operation?.responses ?? {})
    expect(statuses.filter((status) => /^[23]/.test(status)).length, 'an answer').toBeGreaterThan(0)
    expect(statuses.filter((status) => Number(status) >= 400).length, 'refusals').toBeGreaterThan(0)
    for (const [, name] of route.matchAll(/:(\w+)/g))
      expect(
        operation?.parameters?.filter((each) => each.in === 'path' && each.name === name),
        `parameter ${name}`,
      ).toHaveLength(1)
    if (/^(?:POST|PUT)/.test(route) && operation?.requestBody)
      expect(Object.keys(operation.requestBody.content)).toContain(
        takesFile.test(route) ? 'multipart/form-data' : 'application/json',
      )
    if (route.startsWith('POST'))
      expect(
        operation?.parameters?.map((each) => each.name),
        'a key',
      ).toContain('Idempotency-Key')
    if (route.includes('/v1/organiser')) expect(operation?.security).toEqual([{ basic: [] }, { bearer: [] }])
    if (/\/v[12]\/profile/.test(route) && !byToken.includes(route) && !route.endsWith('/track'))
      expect(operation?.security).toEqual([{ bearer: [] }, ...oauthOf(route)])
  })

  it.each([
    'POST /v1/support',
    'POST /v1/signup',
    'POST /v1/profile/notifications/subscribe',
    'POST /v1/invitations/:invite_code/accept',
  ])('%s reads an optional token and documents the error for an invalid one', (route) => {
    const operation = operationOf(route)
    expect(operation?.security).toEqual([{}, { bearer: [] }])
    expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(['401', '403']))
  })

  it('the OpenAPI document references only its own components', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, reference]) => reference as string,
    )
    expect(references.length).toBeGreaterThan(50)
    for (const reference of new Set(references)) expect(resolve(reference, document)).toBeTypeOf('object')
  })

  it('the OpenAPI document names the shared schemas', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([
        'Address',
        'AppointmentOption',
        'AppointmentType',
        'Attendee',
        'Customer',
        'CustomerProfile',
        'Error',
        'Event',
        'EventOption',
        'MembershipPackage',
        'Money',
        'Order',
        'OrderItem',
        'Payment',
        'Program',
        'ProgramAttendeeProfile',
        'ProgramFeatures',
        'ProgramFilters',
        'Quote',
        'Registration',
        'SessionPackage',
        'User',
        'Venue',
      ]),
    )
  })

  it('I-15: the real responses along a whole journey match the OpenAPI document', async () => {
    world = await familyWorld(bench)
    const steps = await journey(world.owner)
    expect(steps.flatMap(({ faults }) => faults)).toEqual([])
    expect(steps.filter(({ status }) => status < 300).length).toBeGreaterThan(25)
    const walked = new Set(steps.filter(({ status }) => status < 400).map(({ route }) => route))
    // A call that both versions have is the same call.
    const isReached = (route: string) => walked.has(route) || notOnTheWay.includes(route)
    const inVersion1 = (route: string) => route.replace(' /v2/profile/orders', ' /v1/profile/orders')
    expect(
      routes.filter((route) => !isReached(route) && !isReached(inVersion1(route)) && !ofOrganisation.test(route)),
    ).toEqual([])
  })

  it('I-15: the real responses of an organisation’s calls match the OpenAPI document', async () => {
    const { steps, walk, values } = walker({}, organiserHeaders)
    await organise(walk, values)
    expect(steps.flatMap(({ faults }) => faults)).toEqual([])
    const walked = new Set(steps.filter(({ status }) => status < 300).map(({ route }) => route))
    expect(routes.filter((route) => ofOrganisation.test(route) && !walked.has(route))).toEqual([])
  })

  it('the check rejects a response with another shape', () => {
    const order = document.components.schemas.Order as Schema
    expect(mismatches({ id: 'ord_1', object: 'order', surprise: true }, order, document)).toEqual(
      expect.arrayContaining(['$.surprise is not in the document', '$.status is missing']),
    )
  })
})

/**
 * Calls covered by their own tests: they end a session, or need a mail's token, a more expensive place, or an
 * organisation.
 */
const notOnTheWay = [
  'POST /v1/profile/customer_claims',
  'POST /v1/profile/registrations/:registration_id/moves',
  'DELETE /v1/profile/customer',
  'GET /v1/profile/feedback/:feedback_id',
  'PUT /v1/profile/feedback/:feedback_id',
  'GET /v1/roster',
  'POST /v1/roster',
  'GET /v1/profile/registrations/:registration_id/waitlist',
  'GET /v1/profile/registrations/:registration_id/waiver',
  'POST /v1/profile/registrations/:registration_id/claim',
  'POST /v1/profile/registrations/:registration_id/decline',
  'GET /v1/waitlist_offers',
  'POST /v1/waitlist_offers/decline',
  'GET /v1/desk',
  'POST /v1/desk',
  'GET /v1/desk/conversation',
  'POST /v1/desk/conversation',
  'POST /v1/profile/orders/:order_id/instalments/pay',
  'POST /v1/profile/orders/:order_id/refund/withdraw',
  'POST /v1/profile/customer/restore',
  'POST /v1/logout',
  'POST /v1/verify',
  'POST /v1/email_changes/undo',
  'POST /v1/logins/undo',
  'DELETE /v1/profile/sessions/:session_id',
  'GET /v1/recovery/:recovery_id',
  'POST /v1/recovery/:recovery_id',
  'POST /v1/profile/password',
  'POST /v1/oauth/revoke',
  'POST /v1/token/refresh',
  'GET /v1/invitations/:invite_code/accept',
  'GET /v1/invitations/:invite_code/decline',
  'POST /v1/invitations/:invite_code/accept',
  'POST /v1/invitations/:invite_code/decline',
  'PUT /v1/profile/attendees/:attendee_id/members/:member_id',
  'DELETE /v1/profile/attendees/:attendee_id/members/:member_id',
]

type Step = { route: string; status: number; faults: string[] }

/** Makes calls one after the other, and collects the differences between their responses and the document. */
function walker(ids: Record<string, string>, usual: Record<string, string>) {
  const steps: Step[] = []
  const values: Record<string, string> = { ...ids }
  const walk = async (route: string, body?: unknown, query = '', headers = usual) => {
    const [method = '', path = ''] = route.split(' ')
    const answer = await bench.call(path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? name) + query, {
      method,
      headers: {
        ...headers,
        ...(body === undefined || body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    const described = answerOf(operationOf(route)?.responses[String(answer.status)])
    const schema = described?.content?.['application/json']?.schema
    const faults = described
      ? schema
        ? mismatches(JSON.parse(text), schema, document)
        : text === '' || described.content?.[answer.headers.get('Content-Type')?.split(';')[0] ?? '']
          ? []
          : ['it has a body']
      : [`${answer.status} is not described: ${text.slice(0, 300)}`]
    steps.push({ route, status: answer.status, faults: faults.map((fault) => `${route}: ${fault}`) })
    return text === '' || described?.content?.['text/csv'] || described?.content?.['application/zip']
      ? null
      : JSON.parse(text)
  }
  return { steps: steps, values: values, walk }
}

async function journey({ person, ids }: Family): Promise<Step[]> {
  const { program_id, event_id, option_id, session_package_id } = world
  const { steps, values, walk } = walker(
    { program_id, event_id, option_id, session_package_id, ...world.store, ...ids },
    person.headers,
  )
  const email = `journey-${randomUUID()}@example.com`
  const plain = {}
  await walk('GET /health')
  for (const path of [
    'programs',
    'programs/:program_id',
    'programs/:program_id/features',
    'programs/:program_id/answer_readers',
    'programs/:program_id/filters',
    'programs/:program_id/promotions',
    'programs/:program_id/venues',
    'programs/:program_id/event_tags',
    'venues',
    'programs/:program_id/session_packages',
    'programs/:program_id/session_packages/:session_package_id',
    'programs/:program_id/membership_packages',
    'events',
    'events/:event_id',
    'events/:event_id/attachments',
    'events/:event_id/options',
    'events/:event_id/options/:option_id',
  ])
    await walk(`GET /v1/explore/${path}`, undefined, '', plain)
  for (const path of [
    'v1/explore/programs/:program_id/product_categories',
    'v1/explore/programs/:program_id/product_categories/:category_id',
    'v1/explore/programs/:program_id/products',
    'v1/explore/programs/:program_id/products/:product_id',
    'v1/explore/programs/:program_id/products/:product_id/:variation_id',
    'v2/explore/programs/:program_id/products',
    'v2/explore/programs/:program_id/products/:product_id',
  ])
    await walk(`GET /${path}`, undefined, '', plain)
  values.appointment_type_id = world.appointment_type_id
  values.option_id = world.appointment_option_id
  for (const path of [
    '',
    '/:appointment_type_id',
    '/:appointment_type_id/options',
    '/:appointment_type_id/options/:option_id',
  ])
    await walk(`GET /v1/explore/appointment_types${path}`, undefined, '', plain)
  await walk('POST /v1/profile/programs/:program_id/payment_methods/setup')
  const consent = '/v1/profile/programs/:program_id/payment_methods/consent'
  const { offered } = await walk(`GET ${consent}`)
  await walk(`POST ${consent}`, { version: (offered as { version: string } | undefined)?.version })
  await walk(`DELETE ${consent}`)
  for (const act of ['attach', 'set_default', 'detach'])
    await walk(
      `POST /v1/profile/programs/:program_id/payment_methods/:source_id/${act}`,
      act === 'attach' ? { is_default: true } : undefined,
    )
  await walk('GET /v1/explore/:appointment_type_id/attachments', undefined, '', plain)
  await walk(
    'GET /v1/explore/availability/dates',
    undefined,
    `?month=2027-07&appointment_type_id=${world.appointment_type_id}`,
    plain,
  )
  await walk(
    'GET /v1/explore/availability/times',
    undefined,
    `?date=2027-07-05&appointment_option_id=${world.appointment_option_id}`,
    plain,
  )
  values.option_id = option_id
  const token = await walk(
    'POST /v1/signup',
    {
      first_name: 'Ada',
      last_name: 'Roy',
      email,
      phone: '+14165550123',
      password: 'a quiet lake at dawn',
      timezone: 'America/Toronto',
      verify_email: true,
    },
    '',
    plain,
  )
  await walk('POST /v1/login', { username: email, password: 'a quiet lake at dawn' }, '', plain)
  await walk('POST /v1/login', { username: email, password: 'not the password' }, '', plain)
  const challenge = createHash('sha256').update('v'.repeat(43)).digest('base64url')
  const requested = { response_type: 'code', client_id: 'canoe-app', redirect_uri: 'https://canoe.example/back' }
  const request = { ...requested, code_challenge: challenge, code_challenge_method: 'S256' }
  await walk('GET /v1/oauth/authorize', undefined, `?${new URLSearchParams(request)}`, plain)
  await walk('POST /v1/oauth/authorize', { ...request, is_allowed: true })
  await walk('POST /v1/oauth/token', { grant_type: 'refresh_token', refresh_token: token.refresh_token }, '', plain)
  bench.pass(61_000)
  await walk('POST /v1/reverify', undefined, '', { Authorization: `Bearer ${token.access_token}` })
  await walk('GET /v1/profile')
  await walk('PUT /v1/profile', { first_name: 'Nadia' })
  await walk('POST /v1/recovery', { email, program_id: world.program_id }, '', plain)
  const report = { reporter_name: 'Ada Roy', reporter_email: email, type: 'idea', summary: 'A map of the camp' }
  await walk('POST /v1/profile/notifications/subscribe', { program_id: world.program_id })
  await walk('POST /v1/profile/notifications/unsubscribe', { program_id: world.program_id, reason: 'normal' })
  await walk('GET /v1/profile/privacy')
  await walk('POST /v1/profile/export', { program_id: world.program_id })
  await walk('POST /insights/events', { url: '/', type: 'login' }, '', plain)
  await walk('POST /v1/support', { ...report, description: 'Where is the lake?' }, '', plain)
  await walk('POST /v1/profile/email', { email: `next-${email}` })
  await walk('DELETE /v1/profile/email')
  await walk('GET /v1/profile/sessions')
  await walk('GET /v1/profile/sessions/:session_id')
  await walk('DELETE /v1/profile/sessions')
  await walk('GET /v1/profile/preferences/notifications', undefined, '?topic_group=schedule')
  await walk('PUT /v1/profile/preferences/notifications', { notifications: [{ topic_group: 'orders', email: false }] })
  await walk('GET /v1/profile/subscriptions/notifications/preload')
  const { endpoint } = await walk('POST /v1/profile/subscriptions/notifications', newPushSubscription('/410'))
  await walk('GET /v1/profile/subscriptions/notifications')
  await walk('POST /v1/profile/subscriptions/notifications/test', { endpoint })
  values.endpoint = (await walk('POST /v1/profile/subscriptions/notifications', newPushSubscription())).id
  await walk('DELETE /v1/profile/subscriptions/notifications/:endpoint')
  await walk('DELETE /v1/profile/subscriptions/notifications')
  await walk('GET /v1/programs/:program_id/notifications')
  await walk('GET /v1/programs/:program_id/notifications/:notification_id')
  for (const change of ['mark', 'unmark', 'archive', 'unarchive'])
    await walk(`POST /v1/programs/:program_id/notifications/:notification_id/${change}`)
  await walk('POST /v1/programs/:program_id/notifications/mark_all', { before: '2027-01-01T00:00:00Z' })
  await walk('POST /v1/programs/:program_id/notifications/archive_all', {})
  const passkey = softwarePasskey({ origin: bench.env.SITE_ORIGIN, rpId: new URL(bench.env.SITE_ORIGIN).hostname })
  const credential = passkey.create(await walk('POST /v1/profile/passkeys/options', {}))
  values.passkey_id = (await walk('POST /v1/profile/passkeys', { credential })).id
  await walk('GET /v1/profile/passkeys')
  await walk('GET /v1/profile/passkeys/:passkey_id')
  await walk('PUT /v1/profile/passkeys/:passkey_id', { name: 'Kitchen tablet' })
  const signed = passkey.sign(await walk('POST /v1/login/passkey/options', undefined, '', plain))
  await walk('POST /v1/login/passkey', { credential: signed }, '', plain)
  await walk('DELETE /v1/profile/passkeys/:passkey_id', {})
  await walk('GET /v1/profile/customer')
  await walk('POST /v1/profile/customer', {})
  await walk('PUT /v1/profile/customer', { timezone: 'America/Toronto' })
  const home = { address_line_1: '1 Lake Road', city: 'Toronto', region: 'ON', postcode: 'M5V 2T6', country: 'CA' }
  const address = await walk('POST /v1/profile/customer_addresses', home)
  values.address_id = address.id
  await walk('GET /v1/profile/customer_addresses')
  await walk('GET /v1/profile/customer_addresses/:address_id')
  await walk('PUT /v1/profile/customer_addresses/:address_id', { city: 'Perth' })
  await walk('DELETE /v1/profile/customer_addresses/:address_id')
  await walk('GET /v1/profile/programs')
  await walk('POST /v1/profile/programs/:program_id', {})
  await walk('GET /v1/profile/programs/:program_id')
  const attendee = await walk('POST /v1/profile/attendees', {
    first_name: 'Léa',
    last_name: 'Roy',
    date_of_birth: '2017-03-01',
    gender: 'female',
    relations: [{ relation: 'parent' }],
  })
  const connected = await walk('POST /v1/profile/programs/:program_id/attendees', {
    program_id,
    attendee_id: attendee.id,
  })
  await walk('GET /v1/profile/attendees')
  await walk('GET /v1/profile/members')
  await walk('GET /v1/profile/:program_id/contact_account_balances/:contact_id/account_balance')
  await walk('GET /v1/profile/:program_id/contact_account_balances/:contact_id/entries')
  await walk('GET /v1/profile/programs/:program_id/session_balance')
  await walk('GET /v1/profile/programs/:program_id/session_balance/entries')
  await walk('GET /v1/profile/programs/:program_id/entitlements')
  await walk('GET /v1/profile/programs/:program_id/later_places')
  await walk('GET /v1/profile/attendees/:attendee_id')
  await walk('PUT /v1/profile/attendees/:attendee_id', { first_name: 'Mia' })
  await walk('POST /v1/files', uploadOf(person, { bytes: pdf() }).body)
  await walk('GET /v1/files/:file_id')
  const twin = await walk('POST /v1/profile/attendees', {
    first_name: 'Maya',
    last_name: 'Okafor',
    relations: [{ relation: 'parent' }],
  })
  await walk('GET /v1/profile/messages', undefined, '?search=bring&type=conversation&is_open=true')
  await walk('POST /v1/profile/messages', { order_id: ids.order_id, context: 'order', body: 'What should we bring?' })
  await walk('GET /v1/profile/messages/:message_id')
  await walk('POST /v1/profile/messages/:message_id/track', undefined, '', plain)
  const pair = { merge_from: twin.id, merge_into: ids.attendee_id }
  await walk('POST /v1/profile/attendees/:attendee_id/merge/preview', pair)
  await walk('PUT /v1/profile/attendees/:attendee_id/merge', pair)
  await walk('GET /v1/profile/attendees/:attendee_id/merges')
  await walk('POST /v1/profile/attendees/:attendee_id/merge/undo')
  await walk('GET /v1/profile/attendees/:attendee_id/members')
  await walk('GET /v1/profile/attendees/:attendee_id/bookings')
  await walk('GET /v1/profile/attendees/:attendee_id/access_log')
  const invited = { email: `invited-${email}`, first_name: 'Daniel', last_name: 'Okafor', relation: 'parent' }
  await walk('POST /v1/profile/invitations', { program_id, attendee_ids: [ids.attendee_id], ...invited })
  await walk('GET /v1/profile/invitations')
  await walk('POST /v1/profile/invitations/:invitation_id/revoke')
  await walk('GET /v1/profile/orders/:order_id/payments')
  await walk('GET /v1/profile/calendar')
  await walk('POST /v1/profile/calendar')
  await walk('GET /v1/profile/orders/:order_id/calendar')
  await walk('POST /v1/profile/orders/:order_id/calendar')
  await walk('GET /v1/profile/orders/:order_id/payments/:payment_id')
  await walk('POST /v1/profile/orders/:order_id/payments/:payment_id/confirm')
  await walk('PUT /v1/profile/orders/:order_id', { status: 'cancelled' })
  await walk('POST /v1/profile/orders/:order_id/cancel', {})
  values.program_attendee_id = connected.id
  const passing = await walk('POST /v1/profile/attendees', {
    first_name: 'Lou',
    last_name: 'Roy',
    relations: [{ relation: 'parent' }],
  })
  const passedBy = values.attendee_id
  values.attendee_id = passing.id
  await walk('POST /v1/profile/attendees/:attendee_id/restore')
  await walk('DELETE /v1/profile/attendees/:attendee_id')
  values.attendee_id = passedBy ?? ''
  await walk('POST /v1/profile/programs/:program_id/attendees/:program_attendee_id/disconnect')
  await walk('POST /v1/profile/programs/:program_id/attendees', { program_id, attendee_id: attendee.id })
  await purchase(walk, values, { program_id, event_id, option_id, ids, attendee_profile_id: connected.id })
  await joinAsMember(walk, values)
  return steps
}

// biome-ignore lint/suspicious/noExplicitAny: the walk reads what the wire brings
type Walk = (route: string, body?: unknown, query?: string, headers?: Record<string, string>) => Promise<any>

async function purchase(
  walk: Walk,
  values: Record<string, string>,
  input: { program_id: string; event_id: string; option_id: string; ids: Family['ids']; attendee_profile_id: string },
): Promise<void> {
  const { program_id, event_id, option_id, ids, attendee_profile_id } = input
  const registration = await walk('POST /v1/profile/registrations', {
    event_id,
    option_id,
    customer_profile_id: ids.customer_profile_id,
    attendee_profile_id,
  })
  values.registration_id = registration.id
  const people = [{ attendee: { first_name: 'Ida', last_name: 'Roy', relation: 'parent' }, option_id }]
  const booked = await walk('POST /v1/profile/bookings', { program_id, event_id, people })
  await walk('POST /v1/profile/bookings', { program_id, event_id, people, order_id: booked.id, dry_run: true })
  await walk('GET /v1/profile/registrations')
  await walk('GET /v1/profile/registrations/:registration_id')
  await walk('GET /v1/profile/eligibility', undefined, `?event_id=${event_id}`)
  await walk('GET /v1/profile/rebookings', undefined, `?program_id=${program_id}`)
  await walk('GET /v1/profile/registrations/:registration_id/moves')
  await walk('GET /v1/profile/registrations/:registration_id/answers')
  await walk('PUT /v1/profile/registrations/:registration_id', { form_response: { answers: [] } })
  const items = [{ type: 'event_option', source: registration.id, quantity: 1 }]
  const order = await walk('POST /v1/profile/orders', {
    program_id,
    customer_profile_id: ids.customer_profile_id,
    timezone: 'America/Toronto',
    items,
  })
  values.order_id = order.id
  values.item_id = order.items[0].id
  await walk('GET /v1/profile/orders')
  await walk('GET /v1/profile/orders/:order_id')
  await walk('GET /v1/profile/orders/:order_id/items')
  await walk('GET /v1/profile/orders/:order_id/items/:item_id')
  await walk('POST /v1/profile/orders/:order_id/items', {
    type: 'event_option',
    source: ids.free_registration_id,
    quantity: 1,
  })
  values.discount_id = (await walk('POST /v1/profile/orders/:order_id/discounts', { code: world.code })).id
  await walk('GET /v1/profile/orders/:order_id/discounts')
  await walk('DELETE /v1/profile/orders/:order_id/discounts/:discount_id')
  await walk('DELETE /v1/profile/orders/:order_id/items/:item_id')
  await walk('POST /v1/profile/orders/:order_id/hold')
  await walk(
    'POST /v1/profile/orders/:order_id/quote',
    undefined,
    '?checkout_method=card&use_account_balance=false&currency=CAD&country=CA',
  )
  await walk('POST /v1/profile/orders/:order_id/payments', {
    checkout_method: 'card',
    payment_source_id: 'pm_card_chargeDeclined',
    use_account_balance: false,
    return_url: '/confirm-payment',
  })
  await walk('POST /v1/profile/orders/:order_id/payments', {
    checkout_method: 'card',
    payment_source_id: 'pm_card_visa',
    use_account_balance: false,
    return_url: '/confirm-payment',
  })
  await walk('GET /v1/profile/childcare_receipts', undefined, `?program_id=${program_id}`)
  await buyAndGiveBack(walk, values)
  await walk('POST /v1/profile/orders/:order_id/mail_receipt', {})
  await walk('GET /v1/profile/orders/:order_id/refund')
  const request = await walk('POST /v1/profile/orders/:order_id/refund', { reason: 'cannot_attend' })
  values.refund_request_id = request.id
  await walk('GET /v1/profile/orders/:order_id/refund/:refund_request_id')
  values.registration_id = ids.free_registration_id
  await walk('POST /v1/profile/registrations/:registration_id/cancel', { reason: 'wrong_selection' })
  values.registration_id = ids.appointment_registration_id
  await walk('GET /v1/profile/appointments/:registration_id')
  await walk('PUT /v1/profile/appointments/:registration_id', { form_response: { answers: [] } })
  await walk('POST /v1/profile/appointments/:registration_id/cancel', { reason: 'wrong_selection' })
  await walk('POST /v1/profile/appointments', {
    start_time: await nextFreeTime(bench, world.appointment_type_id),
    appointment_type_id: world.appointment_type_id,
    appointment_option_id: world.appointment_option_id,
    customer_profile_id: ids.customer_profile_id,
    attendee_profile_id,
  })
  await walk('POST /v1/profile/appointments/series', {
    start_time: await nextFreeTime(bench, world.appointment_type_id),
    weeks: 2,
    appointment_type_id: world.appointment_type_id,
    appointment_option_id: world.appointment_option_id,
    customer_profile_id: ids.customer_profile_id,
    attendee_profile_id,
  })
  const draft = await walk('POST /v1/profile/orders', {
    program_id,
    customer_profile_id: ids.customer_profile_id,
    timezone: 'America/Toronto',
    items: [],
  })
  values.order_id = draft.id
  await walk('DELETE /v1/profile/orders/:order_id')
  await purchaseInVersion2(walk, values, input)
}

/** The same purchase through version 2, in which items are named by product. */
async function purchaseInVersion2(
  walk: Walk,
  values: Record<string, string>,
  { program_id, event_id, option_id, ids, attendee_profile_id }: Parameters<typeof purchase>[2],
): Promise<void> {
  const at = '/v2/profile/orders'
  const product = { product_id: event_id, product_variation_id: option_id }
  const mine = { program_id, customer_profile_id: ids.customer_profile_id }
  values.order_id = (await walk(`POST ${at}`, mine)).id
  await walk(`DELETE ${at}/:order_id`)
  await walk('POST /v1/profile/registrations', { ...place(), attendee_profile_id })
  const order = await walk(`POST ${at}`, { ...mine, items: [product] })
  Object.assign(values, { order_id: order.id, item_id: order.items[0].id })
  await walk(`GET ${at}`)
  await walk(`GET ${at}/:order_id`)
  await walk(`GET ${at}/:order_id/items`)
  await walk(`GET ${at}/:order_id/items/:item_id`)
  const again = await walk('POST /v1/profile/registrations', {
    ...place(),
    attendee_profile_id: ids.attendee_profile_id,
  })
  const added = await walk(`POST ${at}/:order_id/items`, { ...product, source: again.id })
  await walk(`PUT ${at}/:order_id/items/:item_id`, { quantity: 1, product_variation_id: option_id })
  values.discount_id = (await walk(`POST ${at}/:order_id/discounts`, { code: world.code })).id
  await walk(`GET ${at}/:order_id/discounts`)
  await walk(`DELETE ${at}/:order_id/discounts/:discount_id`)
  values.item_id = added.items[1].id
  await walk(`DELETE ${at}/:order_id/items/:item_id`)
  await walk(`POST ${at}/:order_id/quote`, { checkout_method: 'card', use_account_balance: false, currency: 'CAD' })
  const payment = await walk(`POST ${at}/:order_id/payments`, {
    checkout_method: 'card',
    payment_source_id: 'pm_card_authenticationRequired',
  })
  values.payment_id = payment.id
  await walk(`GET ${at}/:order_id/payments`)
  await walk(`GET ${at}/:order_id/payments/:payment_id`)
  await walk(`POST ${at}/:order_id/payments/:payment_id/confirm`)
  await walk(`PUT ${at}/:order_id`, { status: 'cancelled' })
  await walk(`POST ${at}/:order_id/cancel`, {})

  function place() {
    return { event_id, option_id, customer_profile_id: ids.customer_profile_id }
  }
}

async function organise(walk: Walk, values: Record<string, string>): Promise<void> {
  const file = shortestFile()
  const at = 'v1/organiser/programs/:program_id'
  Object.assign(values, { program_id: file.program, key: 'canoe' })
  await walk(`PUT /${at}`, file)
  await walk(`GET /${at}`)
  await walk(`PUT /${at}/settings`, { summary: 'By the lake' })
  await walk(`GET /${at}/settings`)
  await walk(`PUT /${at}/billing`, { products: [{ name: 'Season plan', quantity: 1 }] })
  await walk(`GET /${at}/billing`)
  const contact = await makeCustomer(bench, { programIds: [file.program] })
  const gift = { email: contact.email, kind: 'payment', amount: 4000 }
  values['entry_id'] = (await walk(`POST /${at}/account_balance_entries`, gift)).id
  await walk(`GET /${at}/account_balance_entries/:entry_id`)
  await walk(`POST /${at}/events`, {
    key: 'canoe',
    type: 'camp',
    name: 'Canoe',
    summary: 'Five days',
    starts_at: '2027-07-05T09:00',
    ends_at: '2027-07-09T16:00',
    online_event: true,
    options: [{ key: 'full', name: 'Full week', cost: 320, spots_total: 'unlimited' }],
  })
  await walk(`GET /${at}/events/:key`)
  await walk(`PUT /${at}/events/:key`, { name: 'Canoe week' })
  await walk(`POST /${at}/events/:key/publish`)
  await walk(`POST /${at}/events/:key/unpublish`)
  await walk(`POST /${at}/events/:key/copy`, { key: 'canoe-2' })
  await walk(`POST /${at}/season/copy`, { events: ['canoe'], shift: '+52w' })
  await walk(`POST /${at}/season/sample`)
  await walk(`DELETE /${at}/season/sample`)
  await walk(`GET /${at}/season`)
  await walk(`GET /${at}/event_form`)
  const address = { address_line_1: '1 Lake Rd', city: 'Toronto', region: 'CA-ON', postcode: 'M5V 2T6', country: 'CA' }
  await walk(`POST /${at}/venues`, { name: 'North Dock', address })
  const picture = new FormData()
  picture.set('file', new Blob([await makePicture({ width: 90, height: 60 })]), 'dock.jpg')
  const resizer = startPictureResizer()
  bench.env.PICTURE_RESIZER = {
    fetch: (address: string, init: RequestInit) => resizer.fetch(new Request(address, init)),
  } as unknown as Fetcher
  await walk(`POST /${at}/pictures`, picture, '', { Authorization: organiserHeaders.Authorization })
  await resizer.stop()
  const question = { title: 'T-shirt size?', type: 'single_choice', choices: ['S', 'M'] }
  const eventKey = values.key
  values.key = (await walk(`POST /${at}/questions`, question)).key
  await walk(`PUT /${at}/questions/:key`, { ...question, required: true })
  await walk(`DELETE /${at}/questions/:key`)
  values.key = eventKey ?? ''
  const events = new FormData()
  events.set(
    'file',
    new File(['key,type,name,date,times,price,places\nkiln,class,Kiln,2027-08-05,9:00-12:00,48,8'], 'a.csv'),
  )
  events.set('mapping', '{"times": "times"}')
  const { Authorization } = organiserHeaders
  await walk(`POST /${at}/events/import`, events, '', { Authorization })
  await walk(`POST /${at}/events/publish`, { events: ['canoe-2'] })
  await walk(`POST /${at}/events/unpublish`, { events: ['canoe-2'] })
  await walk(`POST /${at}/events/archive`, { events: ['canoe-2'] })
  values.date = '2027-07-08'
  await walk(`POST /${at}/events/:key/dates/:date/cancel`, { text: 'A storm is coming.', return: 'share' })
  await walk(`GET /${at}/events/:key/dates`)
  await walk(`POST /${at}/events/:key/dates/:date/restore`)
  await walk(`POST /${at}/events/:key/cancel`, { text: 'The lake is frozen.' })
  await walk(`POST /${at}/events/:key/archive`)
  const report = { reporter_name: 'Ada Roy', reporter_email: 'ada@example.com', type: 'billing' }
  const about = { issue_type: 'refund_missing', summary: 'No refund', description: 'It has not come yet.' }
  const sent = await bench.call('/v1/support', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...report, ...about, program_id: file.program }),
  })
  values.reference = ((await sent.json()) as { reference: string }).reference
  await walk(`GET /${at}/support_reports`)
  await walk(`GET /${at}/support_reports/:reference`)
  await walk(`PUT /${at}/support_reports/:reference`, { status: 'resolved', message: 'It is on its way.' })
  const toSite = await bench.call('/v1/support', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...report, ...about, issue_type: 'charged_twice' }),
  })
  values.reference = ((await toSite.json()) as { reference: string }).reference
  await walk('GET /v1/organiser/support_reports')
  await walk('GET /v1/organiser/support_reports/:reference')
  await walk('PUT /v1/organiser/support_reports/:reference', { status: 'closed' })
  await writeCampaign(walk, values)
  const written = { contact_id: contact.profileId(file.program), subject: 'Parking', body: 'Park behind the barn.' }
  values.message_id = (await walk(`POST /${at}/messages`, written)).id
  values.customer_id = contact.identity.customer_id
  await lookUpPeople(walk, values)
  await walk(`GET /${at}/messages`)
  await walk(`GET /${at}/messages/:message_id`)
  await walk(`POST /${at}/messages/:message_id/close`)
  await walk(`POST /${at}/messages/:message_id/assign`, { staff_id: null })
  await takeMoney(walk, values)
  await endMemberships(walk, values)
  await redeemVisits(walk, values)
  await deletePrograms(walk, values)
  await walk(`GET /${at}/feedback`)
  await walk(`GET /${at}/feedback/export`)
  await checkInSomeone(walk, values)
  await changeForFamily(walk, values)
  await makeTeam(walk, values)
}

async function lookUpPeople(walk: Walk, values: Record<string, string>): Promise<void> {
  const at = 'v1/organiser/programs/:program_id/people'
  await walk(`GET /${at}`, undefined, '?search=roy')
  await walk('GET /v1/organiser/programs/:program_id/today')
  await walk('PUT /v1/organiser/programs/:program_id/today/first_day', { place: 'skipped' })
  await walk(`GET /${at}/:customer_id`)
  values.note_id = (await walk(`POST /${at}/:customer_id/notes`, { text: 'Louise picks up.' })).id
  await walk(`GET /${at}/:customer_id/notes`)
  await walk(`GET /${at}/:customer_id/notes/:note_id`)
  await walk(`PUT /${at}/:customer_id/notes/:note_id`, { is_pinned: true })
  await walk(`DELETE /${at}/:customer_id/notes/:note_id`)
}

async function makeTeam(walk: Walk, values: Record<string, string>): Promise<void> {
  const at = 'v1/organiser/programs/:program_id/team'
  const sam = { email: 'sam@example.com', first_name: 'Sam', last_name: 'Tremblay', role: 'owner' }
  const codeOf = async () =>
    (await mailsTo(bench, sam.email)).flatMap(({ text }) => /\/invitations\/([\w-]{43})/.exec(text)?.[1] ?? [])[0] ?? ''
  values.machine_client_id = (await walk(`POST /v1/organiser/programs/:program_id/clients`, { name: 'Club' })).id
  await walk(`GET /v1/organiser/programs/:program_id/clients`)
  await walk(`DELETE /v1/organiser/programs/:program_id/clients/:machine_client_id`)
  values.staff_id = (await walk(`POST /${at}`, sam)).id
  await walk(`GET /${at}`)
  await walk(`GET /${at}/:staff_id`)
  await walk(`PUT /${at}/:staff_id`, { title: 'Camp director' })
  values.invite_code = await codeOf()
  await walk('GET /v1/staff_invitations/:invite_code')
  const person = await makeCustomer(bench, { email: sam.email })
  await walk('POST /v1/staff_invitations/:invite_code/accept', undefined, '', person.headers)
  await walk('POST /v1/organiser/admins', { email: sam.email, is_admin: false })
  const confirmed = await makeStaff(bench, { programId: values['program_id'] ?? '', role: 'owner' })
  await walk('GET /v1/organiser/programs/:program_id/notices', undefined, '', confirmed.headers)
  await walk('PUT /v1/organiser/programs/:program_id/notices', { bookings: true }, '', confirmed.headers)
  const other = { ...sam, email: 'jo@example.com', role: 'coach' }
  values.staff_id = (await walk(`POST /${at}`, other)).id
  bench.pass(1)
  await walk(`POST /${at}/:staff_id/resend`)
  const [mail] = await mailsTo(bench, other.email)
  values.invite_code = /\/invitations\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  await walk('POST /v1/staff_invitations/:invite_code/decline')
  await walk(`DELETE /${at}/:staff_id`)
}

async function checkInSomeone(walk: Walk, values: Record<string, string>): Promise<void> {
  const at = 'v1/organiser/programs/:program_id'
  const shop = await openShop(bench, { event: { startsAt: bench.now() + 60_000 } })
  const person = await shop.customer()
  const cart = await shop.cart(person)
  await shop.pay(person, cart)
  const event = bench.env.DB.prepare('SELECT key FROM events WHERE id = ?').bind(shop.eventId)
  const [registration_id = ''] = cart.registration_ids
  const key = (await event.first<{ key: string }>())?.key ?? ''
  Object.assign(values, { program_id: shop.programId, registration_id, key })
  await walk(`GET /${at}/registrations/:registration_id/answers`)
  const waiver = await makeWaiver(bench, shop.programId)
  const sign = bench.env.DB.prepare(
    `INSERT INTO waiver_acceptances SELECT 'wac_walk', ?1, 1, 'hash', id, customer_id, attendee_id, 'parent', 1, '203.0.113.0/24', 'en' FROM registrations WHERE id = ?2`,
  )
  await sign.bind(waiver, registration_id).run()
  await walk(`GET /${at}/registrations/:registration_id/waiver`)
  await walk(`GET /${at}/registrations/:registration_id/health`)
  await walk(`GET /${at}/health_reads`)
  await walk(`POST /${at}/registrations/:registration_id/check_in`, { status: 'here', marked_by: 'Jo' })
  await walk(`POST /${at}/events/:key/groups`, { key: 'herons', name: 'Herons', minimum_age: 4 })
  values.group_key = 'herons'
  await walk(`POST /${at}/events/:key/groups/fill`, {})
  await walk(`GET /${at}/events/:key/groups`)
  const [walked] = (
    await bench.env.DB.prepare('SELECT event_id FROM registrations WHERE id = ?').bind(registration_id).all()
  ).results
  values.event_id = String(walked?.['event_id'])
  await walk(`GET /${at}/camps/:event_id`)
  await walk(
    `GET /${at}/events/:key/sheet`,
    undefined,
    '?columns=age,group,waiver,phones,pick_up,answers,health,family,due',
  )
  await walk(`GET /${at}/events/:key/sheet/export`)
  for (const name of reportNames)
    await walk(`GET /${at}/reports/${name}`, undefined, '?from=2027-01-01&to=2027-12-31&by=event')
  await walk(`PUT /${at}/registrations/:registration_id/group`, { group: null })
  await walk(`GET /${at}/events/:key/groups/:group_key`)
  await walk(`PUT /${at}/events/:key/groups/:group_key`, { name: 'Loons' })
  await walk(`DELETE /${at}/events/:key/groups/:group_key`)
  await walk(`GET /${at}/roster`)
  await walk(`POST /${at}/roster_links`, { event: values.key })
  await walk(`GET /${at}/events/:key/registrations`)
  await walk(`GET /${at}/events/:key/registrations/export`)
  await walk(`GET /${at}/registrations`)
  const other = await makeAttendee(bench, person, { programId: shop.programId })
  values.program_attendee_id = other.attendee_profile_id
  await walk(`GET /${at}/attendees`)
  await walk(`GET /${at}/attendees/:program_attendee_id`)
  await walk(`POST /${at}/attendees/:program_attendee_id/archive`, { reason: 'Moved.' })
  await walk(`POST /${at}/attendees/:program_attendee_id/restore`)
  await walk(`GET /${at}/registrations/export`)
  await walk(`GET /${at}/events/:key/waitlist`)
  const { programId, eventId: event_id, optionId: option_id } = shop
  const place = await makePlace(bench, person, { programId, event_id, option_id, ...other, status: 'waitlisted' })
  values.waitlist_entry_id = 'wle_walk'
  for (const statement of [
    "INSERT INTO waitlist_entries (id, program_id, event_id, customer_id, created, joined_at) SELECT 'wle_walk', program_id, event_id, customer_id, created, created FROM registrations WHERE id = ?",
    "UPDATE registrations SET waitlist_entry_id = 'wle_walk' WHERE id = ?",
  ])
    await bench.env.DB.prepare(statement).bind(place).run()
  await walk(`POST /${at}/waitlist/:waitlist_entry_id/offer`, { reason: 'A sister has the other place' })
  await walk(`GET /${at}/events/:key/waitlist/export`)
}

async function changeForFamily(walk: Walk, values: Record<string, string>): Promise<void> {
  const at = 'v1/organiser/programs/:program_id'
  const shop = await openShop(bench)
  const person = await shop.customer()
  const [first, second] = [await shop.cart(person, { places: 2 }), await shop.cart(person)]
  for (const cart of [first, second]) await shop.pay(person, cart)
  Object.assign(values, { program_id: shop.programId, registration_id: first.registration_ids[0] })
  const sibling = await makeAttendee(bench, person, { programId: shop.programId })
  const to = { attendee_profile_id: sibling.attendee_profile_id }
  await walk(`POST /${at}/registrations/:registration_id/move`, { ...to, dry_run: true })
  await walk(`PUT /${at}/registrations/:registration_id`, to)
  await walk(`PUT /${at}/registrations/:registration_id/answers`, { form_response: { answers: [] } })
  await walk(`POST /${at}/registrations/:registration_id/cancel`, { undo: true })
  await walk(`POST /${at}/registrations/:registration_id/undo`)
  await walk(`POST /${at}/registrations/:registration_id/cancel`, { to: 'cash' })
  values.order_id = second.order_id
  values.refund_id = (await walk(`POST /${at}/orders/:order_id/refund`, { amount: 100, reason: 'Flood' })).id
  await walk(`GET /${at}/orders/:order_id/refunds/:refund_id`)
  await walk(`POST /${at}/orders/:order_id/cancel`, { amount: 100, reason: 'Flood' })
  const booked = await walk(`POST /${at}/bookings`, {
    ...{ customer: { id: person.identity.customer_id }, paid_by: 'cash', event_id: shop.eventId },
    people: [{ attendee_id: sibling.attendee_id, option_id: shop.optionId }],
  })
  values.order_id = booked.id
  await walk(`GET /${at}/bookings/:order_id`)
  await walk(`GET /${at}/bookings/:order_id/link`)
  await walk(`GET /${at}/orders/:order_id/history`)
  await walk(`GET /${at}/registrations/:registration_id/history`)
  const charge = { product: 'Late pick-up', amount: 2000, note: 'Monday at 6:40 pm' }
  await walk(`POST /${at}/orders/:order_id/charges`, { ...charge, dry_run: true })
  values.customer_id = person.identity.customer_id
  values.order_id = (await walk(`POST /${at}/people/:customer_id/charges`, charge)).order_id
  await walk(`GET /${at}/orders/:order_id/charge`)
  await walk(`POST /${at}/bookings`, {
    ...{ customer: { first_name: 'Dana', last_name: 'Kessler', phone: '613-555-0168' }, paid_by: 'cash' },
    event_id: shop.eventId,
    people: [{ attendee: { first_name: 'Ruby', last_name: 'Roy', relation: 'parent' }, option_id: shop.optionId }],
  })
  values.customer_id = (await walk(`GET /${at}/people`, undefined, '?search=Dana')).customers.data[0].id
  await walk(`POST /${at}/people/:customer_id/merge`, { into: person.identity.customer_id })
  await walk(`POST /${at}/people/:customer_id/merge/undo`)
  await claimOf(walk, { shop, person, customer_id: values.customer_id ?? '' })
  const unknown = await makeCustomer(bench, { programIds: [shop.programId] })
  values.customer_id = unknown.identity.customer_id
  await bench.bareDb
    .prepare("UPDATE users SET email = '', email_key = 'none ' || id WHERE id = ?")
    .bind(unknown.identity.user_id)
    .run()
  const reason = 'By phone; the caller named the last receipt.'
  values.export_id = (await walk(`POST /${at}/people/:customer_id/export`, { reason })).id
  await bench.tick()
  await walk(`GET /${at}/people/:customer_id/export/:export_id`)
  await walk(`GET /${at}/people/:customer_id/privacy`)
  await walk(`POST /${at}/people/:customer_id/erasure`, { reason })
  await walk(`DELETE /${at}/people/:customer_id/erasure`)
  const { owner, program_id } = world
  Object.assign(values, { program_id, registration_id: owner.ids.appointment_registration_id })
  await walk(`POST /${at}/appointments/:registration_id/cancel`, { dry_run: true })
}

/** The account of a person takes over a customer without a log-in, with the link of its mail. */
async function claimOf(
  walk: Walk,
  { shop, person, customer_id }: { shop: { programId: string }; person: Person; customer_id: string },
): Promise<void> {
  await bench.env.DB.prepare(
    "UPDATE attendees SET date_of_birth = '2016-02-19' WHERE id IN (SELECT attendee_id FROM relations WHERE customer_id = ?)",
  )
    .bind(customer_id)
    .run()
  const link = await claimLink(
    { env: bench.env, siteOrigin: bench.env.SITE_ORIGIN, now: bench.now() },
    { customer_id, user_id: person.identity.user_id, program_id: shop.programId, language: 'en' },
  )
  const body = { token: new URL(link).searchParams.get('token'), born_on: '2016-02-19' }
  await walk('POST /v1/profile/customer_claims', body, '', person.headers)
}

async function buyAndGiveBack(walk: Walk, values: Record<string, string>): Promise<void> {
  await bench.env.DB.prepare('UPDATE products SET return_days = 30').run()
  const { order_id, item_id, payment_id } = values
  const items = [{ type: 'product_variation', source: values.variation_id }]
  const about = { program_id: values.program_id, customer_profile_id: values.customer_profile_id, items }
  const order = await walk('POST /v1/profile/orders', about)
  Object.assign(values, { order_id: order.id, item_id: order.items[0].id })
  const pay = { checkout_method: 'card', payment_source_id: 'pm_card_visa', return_url: '/confirm-payment' }
  await walk('POST /v1/profile/orders/:order_id/payments', pay)
  await walk('GET /v1/profile/orders/:order_id/items/:item_id/return')
  await walk('POST /v1/profile/orders/:order_id/items/:item_id/return', {})
  Object.assign(values, { order_id, item_id, payment_id })
}

const takesFile = /^POST \/v1\/(?:files|organiser\/programs\/:program_id\/(?:invites|events\/import|pictures))$/
async function writeCampaign(walk: Walk, values: Record<string, string>): Promise<void> {
  const at = 'v1/organiser/programs/:program_id/campaigns'
  const program = bench.env.DB.prepare(`UPDATE programs SET email = 'hello@lakeside.example' WHERE id = ?`)
  await program.bind(values.program_id).run()
  for (const act of ['send', 'schedule', 'cancel']) {
    const draft = { kind: 'newsletter', audience: 'subscribers', subject: 'August', body: 'Places *left*.' }
    values.campaign_id = (await walk(`POST /${at}`, draft)).id
    await walk(`POST /${at}/:campaign_id/${act}`, act === 'schedule' ? { send_at: '2030-08-05T09:00:00Z' } : undefined)
  }
  await walk(`POST /${at}/:campaign_id/test`)
  await walk(`GET /${at}/:campaign_id/preview`)
  await walk(`GET /${at}/:campaign_id`)
  await walk(`GET /${at}`)
  const people = new FormData()
  people.set('file', new File(['email,first_name,last_name\nana@example.com,Ana,Roy'], 'people.csv'))
  await walk('POST /v1/organiser/programs/:program_id/invites', people, '', {
    Authorization: organiserHeaders.Authorization,
  })
}

/** A customer with a membership of a program that allows pausing. */
async function member() {
  const memberships = { after_retries: 'unpaid', customer_may_pause: true } as const
  const shop = await openShop(bench, { program: { features: { memberships: true }, selling: { memberships } } })
  const person = await shop.customer({ verified: true })
  const body = {
    package_id: await makeMembershipPackage(bench, shop.programId),
    customer_profile_id: person.profileId(shop.programId),
    default_payment_method: 'pm_card_visa',
  }
  return { program_id: shop.programId, person, body }
}

async function joinAsMember(walk: Walk, values: Record<string, string>): Promise<void> {
  const { program_id, person, body } = await member()
  const at = 'v1/profile/programs/:program_id/membership'
  const mine = async (route: string, input?: unknown) => walk(route, input, '', person.headers)
  values.program_id = program_id
  const bought = await mine(`POST /${at}s`, body)
  values.membership_id = bought.id
  await mine(`GET /${at}s`)
  await mine(`GET /${at}s/:membership_id`)
  await mine(`GET /${at}_balance`)
  await mine(`GET /${at}_balance/:membership_id`)
  await mine(`POST /${at}s/:membership_id/payment_method`, { payment_source_id: bought.default_payment_method })
  await mine(`POST /${at}s/:membership_id/hold`, {})
  await mine(`POST /${at}s/:membership_id/hold/end`)
  await mine(`POST /${at}s/:membership_id/cancel`, { reason: 'temporary' })
  await mine(`POST /${at}s/:membership_id/keep`)
}

async function endMemberships(walk: Walk, values: Record<string, string>): Promise<void> {
  const { program_id, person, body } = await member()
  const made = await bench.call(`/v1/profile/programs/${program_id}/memberships`, person.json(body))
  values.program_id = program_id
  values.membership_id = ((await made.json()) as { id: string }).id
  await walk('GET /v1/organiser/programs/:program_id/memberships')
  const at = 'v1/organiser/programs/:program_id/memberships/:membership_id'
  await walk(`PUT /${at}`, { cancel_at_period_end: false })
  await walk(`POST /${at}/hold`, {})
  await walk(`POST /${at}/hold/end`)
  await walk(`POST /${at}/end`, { refund: 'unused' })
}

async function deletePrograms(walk: Walk, values: Record<string, string>): Promise<void> {
  values.program_id = shortestFile().program
  await bench.call(`/v1/organiser/programs/${values.program_id}`, {
    method: 'PUT',
    headers: organiserHeaders,
    body: JSON.stringify({ ...shortestFile(), program: values.program_id }),
  })
  await walk('DELETE /v1/organiser/programs/:program_id', undefined, `?confirm=${values.program_id}`)
}

async function redeemVisits(walk: Walk, values: Record<string, string>): Promise<void> {
  const shop = await openShop(bench, { program: { features: { sessions: true } } })
  const person = await shop.customer()
  const source = await makeSessionPackage(bench, shop.programId)
  const customer_profile_id = person.profileId(shop.programId)
  const items = [{ type: 'session_package', source, quantity: 1 }]
  const order = await bench.call(
    '/v1/profile/orders',
    person.json({ program_id: shop.programId, customer_profile_id, items }),
  )
  await shop.pay(person, { order_id: ((await order.json()) as { id: string }).id } as never)
  values.program_id = shop.programId
  const at = 'v1/organiser/programs/:program_id'
  const { data } = await walk(`GET /${at}/session_balances`)
  values['session_credit_id'] = data[0].id
  values['redemption_id'] = (await walk(`POST /${at}/session_balances/:session_credit_id/redeem`, {})).id
  await walk(`POST /${at}/session_balances/:session_credit_id/adjust`, { by: 1, reason: 'The pool was closed' })
  await walk(`GET /${at}/redemptions`)
  await walk(`GET /${at}/redemptions/:redemption_id`)
  await walk(`POST /${at}/redemptions/:redemption_id/return`, {})
}

async function takeMoney(walk: Walk, values: Record<string, string>): Promise<void> {
  const at = 'v1/organiser/programs/:program_id'
  const asksFirst = { automatic: false, request: true }
  const shop = await openShop(bench, {
    program: { selling: { offline: true } },
    refund: { ...fairRefund, ...asksFirst },
  })
  const person = await shop.customer({ verified: true })
  values.program_id = shop.programId
  const promised = await shop.cart(person)
  await shop.pay(person, promised, '', { checkout_method: 'offline', payment_source_id: undefined })
  values.order_id = promised.order_id
  await walk(`GET /${at}/orders`)
  await walk(`GET /${at}/orders/export`)
  await walk(`GET /${at}/refund_requests/export`)
  const recorded = await walk(`POST /${at}/orders/:order_id/payments`, { amount: 1000, received_as: 'cash' })
  values.payment_id = recorded.id
  await walk(`GET /${at}/orders/:order_id/payments/:payment_id`)
  await walk(`POST /${at}/orders/:order_id/payments/:payment_id/correct`, { amount: 900, reason: 'Typed wrong' })
  for (const decision of ['approve', 'decline']) {
    const paid = await shop.cart(person)
    await shop.pay(person, paid)
    await bench.call(`/v1/profile/orders/${paid.order_id}/refund`, person.json({ reason: 'cannot_attend' }))
    const { data } = await walk(`GET /${at}/refund_requests`, undefined, '?status=requested')
    values.refund_request_id = data[0].id
    await walk(
      `POST /${at}/refund_requests/:refund_request_id/${decision}`,
      decision === 'approve' ? {} : { text: 'Sorry.' },
    )
  }
}
