import { beforeAll, describe, expect, it } from 'vitest'
import type { Membership } from '../contract/membership.ts'
import type { CardSetup } from '../contract/payment-method.ts'
import { decideSetup } from '../payments/providers/sandbox-sources.ts'
import { findFormFailure } from '../in-process.ts'
import { users } from '../database/tables.ts'
import { database } from '../database/database.ts'
import { type Bench, openBench } from '../test-bench/bench.ts'
import { browser, signedUpBrowser } from '../test-bench/edge.ts'
import { makeMembershipPackage, makeProgram } from '../test-bench/programs.ts'
import { post } from '../test-bench/sign-ups.ts'

describe('the forms on the page of a membership, with script off', () => {
  let bench: Bench
  let programId: string
  let member: ReturnType<typeof browser>
  let headers: Record<string, string>
  let id: string
  beforeAll(async () => {
    bench = await openBench()
    programId = await makeProgram(bench, { features: { memberships: true } })
    ;({ visitor: member, headers } = await signedUpBrowser(bench, programId))
    await database(bench.env.DB).update(users).set({ is_email_verified: true })
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

  it('cancel at the end of the period with a reason, and take it back', async () => {
    expect(await send({ act: 'cancel', reason: 'schedule', reason_other: '' })).toBe(`${page()}?saved=cancel`)
    expect((await read()).cancel_at_period_end).toBe(true)
    expect(await send({ act: 'keep' })).toBe(`${page()}?saved=keep`)
    expect((await read()).cancel_at_period_end).toBe(false)
  })

  it('say on the page what was refused, next to what was being changed', async () => {
    expect(await send({ act: 'card', payment_source_id: 'pm_of_someone' })).toBe(`${page()}?act=card`)
    const failure = await findFormFailure(member.pageRequest(), bench.env, 'membership')
    expect(failure).toMatchObject({ type: 'not_found', param: 'payment_source_id' })
    expect(await send({ act: 'hold', from: '2001-01-01', to: '' })).toBe(`${page()}?act=hold`)
  })

  it('send a visitor to the log-in, and back to the page', async () => {
    const location = await send({ act: 'cancel' }, browser(bench))
    expect(location).toContain('/login?')
    expect(decodeURIComponent(location ?? '')).toContain(page())
  })

  it('a card that its bank asks about leads back to the page it was added from, and to no other site', async () => {
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
})
