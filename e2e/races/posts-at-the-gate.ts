import { dayInZone } from '../../functions/contract/wall-clock.ts'
import { signLink } from '../../functions/platform/identity/signed-link.ts'
import { makeAttendee, makeCustomer } from '../../functions/test-bench/people.ts'
import { makePlace } from '../../functions/test-bench/places.ts'
import { organiserHeaders } from '../../functions/test-bench/program-file.ts'
import { makeEvent, makeProgram, makeSessionPackage } from '../../functions/test-bench/programs.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { api, made, type Make } from './ready-post.ts'

const organiser = '/v1/organiser/programs/{program_id}'

/** Every POST of the roster of a day, and of the desk. */
export const postsAtTheGate: Record<string, Make> = {
  '/v1/roster': async (site) => {
    const { programId, id } = await expected(site)
    const { TOKEN_SECRET } = site.bench.env
    const subject = `${programId}.${dayInZone(site.bench.now(), 'America/Toronto')}.1`
    const expiresAt = site.bench.now() + 86_400_000
    const token = await signLink({ TOKEN_SECRET }, { purpose: 'roster', subject, expiresAt })
    const body = { program_id: programId, token, registration_id: id, status: 'here', marked_by: 'Jo Tremblay' }
    return made(200, '/roster', null, body, { ...body, status: 'absent' })
  },
  [`${organiser}/registrations/{registration_id}/check_in`]: async (site) => {
    const { programId, id } = await expected(site)
    const path = `/organiser/programs/${programId}/registrations/${id}/check_in`
    return { ...made(200, path, null, { status: 'here' }, { status: 'absent' }), headers: organiserHeaders }
  },
  [`${organiser}/roster_links`]: async (site) => {
    const path = `/organiser/programs/${await makeProgram(site.bench)}/roster_links`
    return { ...made(200, path, null, { roll: true }, { roll: false }), headers: organiserHeaders }
  },
  [`${organiser}/session_balances/{session_credit_id}/redeem`]: async (site) => {
    const path = await visitOf(site)
    return { ...made(201, path, null, { note: 'A swim' }, { note: 'Two swims' }), headers: organiserHeaders }
  },
  [`${organiser}/session_balances/{session_credit_id}/adjust`]: async (site) => {
    const path = (await visitOf(site)).replace(/redeem$/, 'adjust')
    const reason = 'The pool was closed'
    return { ...made(200, path, null, { by: 1, reason }, { by: 2, reason }), headers: organiserHeaders }
  },
  [`${organiser}/redemptions/{redemption_id}/return`]: async (site) => {
    const path = await visitOf(site)
    const used = await site.call(`${api}${path}`, { method: 'POST', headers: organiserHeaders, body: '{}' })
    const back = `${path.replace(/\/session_balances.*/, '')}/redemptions/${used.body.id}/return`
    return { ...made(200, back, null, {}, { notify: false }), headers: organiserHeaders }
  },
}

/** The path at which the desk uses a visit that was bought. */
async function visitOf(site: ProofSite): Promise<string> {
  const programId = await makeProgram(site.bench, { features: { sessions: true } })
  const source = await makeSessionPackage(site.bench, programId, { allocated_amount: 2 })
  const person = await makeCustomer(site.bench, { programIds: [programId] })
  const post = (path: string, body: unknown) => site.call(`${api}/profile${path}`, person.json(body))
  const order = await post('/orders', {
    program_id: programId,
    customer_profile_id: person.profileId(programId),
    items: [{ type: 'session_package', source, quantity: 1 }],
  })
  await post(`/orders/${order.body.id}/payments`, { checkout_method: 'card', payment_source_id: 'pm_card_visa' })
  const credit = `crd_${String(order.body.items[0].id).replace(/^itm_/, '')}`
  return `/organiser/programs/${programId}/session_balances/${credit}/redeem`
}

/** An attendee with a place in an event that starts now. */
async function expected({ bench }: ProofSite): Promise<{ programId: string; id: string }> {
  const programId = await makeProgram(bench)
  const event = await makeEvent(bench, { programId, startsAt: bench.now() + 1000, options: [{ cost: 0 }] })
  const person = await makeCustomer(bench, { programIds: [programId] })
  const child = await makeAttendee(bench, person, { programId })
  const place = { programId, event_id: event.event_id, option_id: event.option_ids[0], ...child }
  const id = await makePlace(bench, person, place)
  // The check-in changes the stored counts, so they are read after the place is confirmed.
  await bench.env.DB.prepare("UPDATE registrations SET status = 'confirmed' WHERE id = ?").bind(id).run()
  return { programId, id }
}
