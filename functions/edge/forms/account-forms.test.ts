import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../contract/people/account.ts'
import { findFormFailure } from '../../in-process.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { browser, signedInBrowser } from '../../test-bench/edge.ts'
import { makeCustomer } from '../../test-bench/people.ts'
import { makeEvent, makeProgram, makeWaiver } from '../../test-bench/programs.ts'
import { bearer, codeOf, goodPassword, post, signupBody } from '../../test-bench/sign-ups.ts'

let bench: Bench
let programId: string
beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench)
})
const path = (name: string) => `/pg/${programId}/${name}`
const edit = () => path('profile/edit')

/** A customer with a confirmed address in a browser without JavaScript, and their API access. */
async function customer() {
  const visitor = browser(bench)
  const body = signupBody()
  await visitor.form(path('signup'), body as unknown as Record<string, string>)
  await visitor.form(path('verify'), { code: await codeOf(bench, body.email) })
  const credentials = { username: body.email, password: goodPassword }
  const token = (await (await bench.call('/v1/login', post(credentials))).json()) as { access_token: string }
  const read = async <Data>(address: string) =>
    (await (await bench.call(address, { headers: bearer(token) })).json()) as Data
  const send = async <Data>(address: string, content: unknown) =>
    (await (await bench.call(address, post(content, bearer(token)))).json()) as Data
  return { visitor, email: body.email, read, post: send }
}
const profile = {
  first_name: 'Maya',
  last_name: 'Tremblay',
  phone: '(613) 555-0142',
  timezone: 'America/Vancouver',
  language: 'fr',
  was_subscribed: 'false',
}

describe('the overview, without JavaScript', () => {
  it('the overview form accepts an open waiver', async () => {
    const waiver_id = await makeWaiver(bench, programId)
    const { event_id, option_ids } = await makeEvent(bench, { programId, waiverId: waiver_id })
    const { visitor, read, post: send } = await customer()
    const { id: customer_profile_id } = await send<{ id: string }>(`/v1/profile/programs/${programId}`, {})
    const child = await send<{ profiles: { id: string }[] }>('/v1/profile/attendees', {
      first_name: 'Maya',
      last_name: 'Roy',
      date_of_birth: '2018-05-01',
      gender: 'female',
      relations: [{ relation: 'parent' }],
      program_ids: [programId],
    })
    const place = await send<{ id: string; waiver: null }>('/v1/profile/registrations', {
      event_id,
      option_id: option_ids[0],
      customer_profile_id,
      attendee_profile_id: child.profiles[0]?.id,
    })
    expect(place.waiver).toBeNull()
    const overview = path('profile/overview')
    const fields = { registration_id: place.id, waiver_id }
    expect((await visitor.form(overview, { ...fields, version: '7' })).headers.get('Location')).toBe(overview)
    expect(await findFormFailure(visitor.pageRequest(), bench.env, 'overview')).toMatchObject({
      type: 'waiver_required',
    })
    const answer = await visitor.form(overview, { ...fields, version: '1' })
    expect(answer.headers.get('Location')).toBe(`${overview}?saved=1`)
    expect(await read(`/v1/profile/registrations/${place.id}`)).toMatchObject({ waiver: { waiver_id, version: 1 } })
  })
})

describe('the page that edits a profile, without JavaScript', () => {
  it('the form keeps the news consent when its box did not change', async () => {
    const { visitor, read } = await customer()
    const answer = await visitor.form(edit(), profile)
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${edit()}?saved=1`])
    expect(await read<User>('/v1/profile')).toMatchObject({
      first_name: 'Maya',
      last_name: 'Tremblay',
      phone: '+16135550142',
      timezone: 'America/Vancouver',
      language: 'fr',
    })
    expect(await read(`/v1/profile/programs/${programId}`)).toMatchObject({ type: 'not_found' })
  })

  it('the form saves and withdraws the news consent', async () => {
    const { visitor, read } = await customer()
    await visitor.form(edit(), { ...profile, is_subscribed: 'on' })
    expect(await read(`/v1/profile/programs/${programId}`)).toMatchObject({ is_subscribed: true })
    await visitor.form(edit(), { ...profile, was_subscribed: 'true' })
    expect(await read(`/v1/profile/programs/${programId}`)).toMatchObject({ is_subscribed: false })
  })

  it('a rejected form keeps the input', async () => {
    const { visitor, read } = await customer()
    const wrong = { ...profile, phone: '12', is_subscribed: 'on' }
    expect((await visitor.form(edit(), wrong)).headers.get('Location')).toBe(edit())
    const failure = await findFormFailure(visitor.pageRequest(), bench.env, 'edit-profile')
    expect(failure).toMatchObject({ type: 'invalid_phone', param: 'phone', values: wrong })
    expect(await read<User>('/v1/profile')).toMatchObject({ first_name: 'Nadia', language: 'en' })
    expect(await read(`/v1/profile/programs/${programId}`)).toMatchObject({ type: 'not_found' })
    await visitor.get(edit())
    expect(await findFormFailure(visitor.pageRequest(), bench.env, 'edit-profile')).toBeNull()
  })

  it('a new email waits for its code on the next page', async () => {
    const { visitor, email, read } = await customer()
    const next = signupBody().email
    const change = (password: string) => visitor.form(edit(), { part: 'email', email: next, password })
    expect((await change('not that one')).headers.get('Location')).toBe(edit())
    expect(await findFormFailure(visitor.pageRequest(), bench.env, 'change-email')).toMatchObject({
      type: 'password_incorrect',
      param: 'password',
      values: { email: next },
    })
    const answer = await change(goodPassword)
    expect(answer.headers.get('Location')).toBe(`${path('verify')}?${new URLSearchParams({ goto: edit() })}`)
    expect(await read<User>('/v1/profile')).toMatchObject({ email, pending_email: next })
    expect((await visitor.form(edit(), { withdraw: '1' })).headers.get('Location')).toBe(`${edit()}?saved=1`)
    expect(await read<User>('/v1/profile')).toMatchObject({ email, pending_email: null })
  })

  it("a form sent by JavaScript gets the API's response", async () => {
    const { visitor } = await customer()
    const saved = await visitor.script(edit(), { ...profile, language: 'en' })
    expect([saved.status, await saved.json()]).toEqual([200, expect.objectContaining({ first_name: 'Maya' })])
  })
})

describe('the form of a postal address, without JavaScript', () => {
  const page = () => path('profile/account/address')
  const home = {
    address_line_1: '48 Shore Road',
    address_line_2: '',
    city: 'Mirror Lake',
    region: 'Ontario',
    postcode: 'K7H 3C6',
    country: 'CA',
  }

  it('the form adds an address once per key', async () => {
    const { visitor, read } = await customer()
    const stored = async () =>
      (await read<{ data: { id: string; address_line_2: string | null }[] }>('/v1/profile/customer_addresses')).data
    const sent = { ...home, key: 'one-address' }
    expect((await visitor.form(page(), sent)).headers.get('Location')).toBe(`${path('profile/account')}?saved=address`)
    await visitor.form(page(), sent)
    expect(await stored()).toHaveLength(1)
    const address_id = (await stored())[0]?.id ?? ''
    await visitor.form(page(), { ...home, address_id, address_line_2: 'Unit 4' })
    expect(await stored()).toMatchObject([{ id: address_id, address_line_2: 'Unit 4' }])
    await visitor.form(page(), { address_id, action: 'delete' })
    expect(await stored()).toEqual([])
  })

  it('the errors name the address fields in the words of the country', async () => {
    const { visitor } = await customer()
    await visitor.form(page(), { ...home, region: 'Bavaria', postcode: '12345' })
    const failure = await findFormFailure(visitor.pageRequest(), bench.env, 'address')
    expect(failure?.errors.map(({ type, param }) => [type, param])).toEqual([
      ['invalid_region', 'region'],
      ['invalid_postcode', 'postcode'],
    ])
  })
})

describe('the well-known address to change a password', () => {
  it('the address redirects to the password form of the last program, or to the list of programs without a log-in', async () => {
    const person = await makeCustomer(bench, { programIds: [programId] })
    const visitor = await signedInBrowser(bench, person)
    const answer = await visitor.get('/.well-known/change-password')
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, path('profile/change-password')])
    const stranger = await browser(bench).get('/.well-known/change-password')
    expect([stranger.status, stranger.headers.get('Location')]).toEqual([302, '/'])
  })
})
