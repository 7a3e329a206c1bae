import { beforeAll, describe, expect, it } from 'vitest'
import type { Membership } from '../../contract/booking/membership.ts'
import type { CardSetup } from '../../contract/money/payment-method.ts'
import { decideSetup } from '../../platform/cards/sandbox-sources.ts'
import { findFormFailure } from '../../in-process.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { type browser, signedInBrowser } from '../../test-bench/edge.ts'
import { makeCustomer } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeMembershipPackage, makeProgram } from '../../test-bench/programs.ts'
import { post } from '../../test-bench/sign-ups.ts'

describe('the membership forms, without JavaScript', () => {
  let bench: Bench
  let programId: string
  let member: ReturnType<typeof browser>
  let headers: Record<string, string>
  let id: string
  beforeAll(async () => {
    bench = await openBench()
    programId = await makeProgram(bench, { features: { memberships: true } })
    const person = await makeCustomer(bench)
    headers = person.headers
    member = await signedInBrowser(bench, person)
    const profile = await call<{ id: string }>(`/v1/profile/programs/${programId}`, {})
    const package_id = await makeMembershipPackage(bench, programId, { trial_days: 7, trial_needs_card: false })
    const bought = { package_id, customer_profile_id: profile.id }
    id = (await call<Membership>(`/v1/profile/programs/${programId}/memberships`, bought)).id
  })
  const call = async <Body>(path: string, body: object) => {
    const request = post(body)
    const answer = await bench.call(path, { ...request, headers: { ...request.headers, ...headers } })
    return (await answer.json()) as Body
  }
  const page = () => `/pg/${programId}/profile/memberships/${id}`
  const send = async (fields: Record<string, string>, who = member) =>
    (await who.form(page(), { key: crypto.randomUUID(), ...fields })).headers.get('Location')
  const read = async () =>
    (await (await bench.call(`/v1/profile/programs/${programId}/memberships/${id}`, { headers })).json()) as Membership

  it('a customer cancels a membership and withdraws the cancellation', async () => {
    expect(await send({ act: 'cancel', reason: 'schedule', reason_other: '' })).toBe(`${page()}?saved=cancel`)
    expect((await read()).cancel_at_period_end).toBe(true)
    expect(await send({ act: 'keep' })).toBe(`${page()}?saved=keep`)
    expect((await read()).cancel_at_period_end).toBe(false)
  })

  it('the page shows the error next to its form', async () => {
    expect(await send({ act: 'card', payment_source_id: 'pm_of_someone' })).toBe(`${page()}?act=card`)
    const failure = await findFormFailure(member.pageRequest(), bench.env, 'membership')
    expect(failure).toMatchObject({ type: 'not_found', param: 'payment_source_id' })
    expect(await send({ act: 'hold', from: '2001-01-01', to: '' })).toBe(`${page()}?act=hold`)
  })

  it('another customer’s membership looks like a missing one', async () => {
    const stranger = await makeCustomer(bench)
    const theirs = await signedInBrowser(bench, stranger)
    for (const act of ['cancel', 'keep', 'hold', 'resume', 'card', 'pay']) {
      await send({ act, payment_source_id: 'pm_x' }, theirs)
      const failure = await findFormFailure(theirs.pageRequest(), bench.env, 'membership')
      expect([act, failure?.type, failure?.param]).toEqual([act, 'not_found', 'membership_id'])
    }
    const path = `/v1/profile/programs/${programId}/memberships/${id}`
    expect((await bench.call(path, { headers: stranger.headers })).status).toBe(404)
    expect((await read()).cancel_at_period_end).toBe(false)
  })

  it("a card that needs the bank's confirmation redirects back to the page of the membership", async () => {
    const attach = (return_url: string) =>
      call<CardSetup>(`/v1/profile/programs/${programId}/payment_methods/pm_card_authenticationRequired/attach`, {
        return_url,
      })
    const setup = await attach(page())
    const token = setup.next_action_url?.split('/').at(-1) ?? ''
    const back = await decideSetup(bench.env, { token, isConfirmed: true, now: bench.now() })
    const url = new URL(back ?? '')
    expect(url.searchParams.get('goto')).toBe(page())
    expect((await member.get(url.pathname + url.search)).headers.get('Location')).toBe(`${page()}?saved=added`)
    url.searchParams.set('goto', 'https://evil.example/x')
    expect((await member.get(url.pathname + url.search)).headers.get('Location')).toBe(
      `/pg/${programId}/profile/payment-methods?saved=added`,
    )
  })

  it('a form that is sent twice buys once per person', async () => {
    const source = await makeMembershipPackage(bench, programId, { trial_days: 7, trial_needs_card: false })
    const fields = { key: crypto.randomUUID(), membership_package_id: source, who: '', language: 'fr', start_date: '' }
    const into = async (more: Record<string, string> = {}) =>
      (await member.form(`/pg/${programId}/cart`, { ...fields, ...more })).headers.get('Location')
    const first = await into()
    expect(first).toMatch(/\/checkout\/ord_/)
    expect(await into()).toBe(first)
    expect(await into({ start_date: new Date(bench.now() + 864e5).toISOString().slice(0, 10) })).not.toBe(first)
    expect(await into({ act: 'show', start_date: '2031-02-03' })).toBe(
      `/pg/${programId}/cart?membership_package_id=${source}&start_date=2031-02-03`,
    )
  })

  it('the page refuses to sell to a person whom the program has archived', async () => {
    const person = await call<{ id: string }>('/v1/profile/attendees', {
      first_name: 'Maya',
      last_name: 'Roy',
      relations: [{ relation: 'parent' }],
      program_ids: [programId],
    })
    expect(person).toMatchObject({ object: 'attendee' })
    const path = `/v1/organiser/programs/${programId}/attendees`
    const list = (await (await bench.call(path, { headers: organiserHeaders })).json()) as { data: { id: string }[] }
    const archive = { method: 'POST', headers: organiserHeaders, body: '{}' }
    await bench.call(`${path}/${list.data[0]?.id}/archive`, archive)
    const source = await makeMembershipPackage(bench, programId)
    const fields = { key: crypto.randomUUID(), membership_package_id: source, who: person.id, language: 'en' }
    const answer = await member.form(`/pg/${programId}/cart`, fields)
    expect(answer.headers.get('Location')).toBe(`/pg/${programId}/cart?membership_package_id=${source}`)
    const failure = await findFormFailure(member.pageRequest(), bench.env, 'cart')
    expect(failure?.type).toBe('attendee_archived')
  })
})
