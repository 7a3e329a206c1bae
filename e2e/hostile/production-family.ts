import { callOrganiser, putProgram } from '../../functions/organisation/organiser/program-file/program-calls.ts'
import { localSecrets, organiserClient } from '../../functions/local/secrets.ts'
import type { OrganiserRefundRequest } from '../../functions/contract/money/refund.ts'
import type { Order } from '../../functions/contract/money/order.ts'
import type { ProductionSite } from './production-site.ts'

export const program = 'harbour'
const password = 'walrus kettle 7 violins'
const office = 'office@harbour.example'
const target = ({ url }: ProductionSite) => ({ site: url, client: organiserClient(localSecrets().secrets) })

const programFile = {
  program,
  name: 'Harbour Camps',
  timezone: 'America/Toronto',
  default_currency: 'CAD',
  language: 'en',
  languages: ['en'],
  country: 'CA',
  email: office,
  features: { online_payments: true },
  selling: { fee: { percent: 2.5, fixed: 0.5 }, taxes: [{ name: 'HST', percent: 13 }] },
  events: [
    {
      key: 'sail',
      type: 'clinic',
      name: 'Sail Week',
      summary: 'Five mornings under sail.',
      starts_at: '+60d 09:00',
      ends_at: '+60d 12:00',
      online_event: true,
      status: 'published',
      options: [{ key: 'dinghy', name: 'One dinghy', cost: 120, spots_total: 'unlimited' }],
    },
  ],
}

/** Applies a program with one event, as its organisation would. */
export async function applyHarbour(site: ProductionSite): Promise<void> {
  const answer = await putProgram(target(site), { programId: program, file: programFile, isDryRun: false })
  if (!answer.ok || answer.body.refusals.length > 0)
    throw new Error(`The program was refused: ${JSON.stringify(answer)}`)
}

/** Approves a part of a customer's refund request, as their organisation would. */
export async function approvePart(site: ProductionSite, requestId: string, amount: number) {
  const path = `${program}/refund_requests/${requestId}/approve`
  const body = JSON.stringify({ amount })
  const answer = await callOrganiser<OrganiserRefundRequest>(target(site), path, { method: 'POST', body })
  if (!answer.ok) throw new Error(`The approval was refused: ${answer.message}`)
  return answer.body
}

export type ProductionFamily = Awaited<ReturnType<typeof signUpFamily>>

/** A parent who signs up by API and confirms the email with the mailed code. */
export async function signUpFamily(site: ProductionSite, email: string) {
  // biome-ignore lint/suspicious/noExplicitAny: the body is read from the wire.
  const call = async (path: string, body?: unknown, bearer = ''): Promise<{ status: number; body: any }> => {
    const answer = await fetch(`${site.url}/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const made = async (path: string, body?: unknown, bearer = '') => {
    const answer = await call(path, body, bearer)
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  const { access_token: bearer } = await made('/signup', {
    first_name: 'Nadia',
    last_name: 'Roy',
    email,
    phone: '+14165550123',
    password,
    timezone: 'America/Toronto',
    program_id: program,
    verify_email: true,
  })
  const code = (await site.mailTo(email, /^\d{6} is your code/)).mail.subject?.slice(0, 6)
  await made('/verify', { code }, bearer)
  const profile = await made(`/profile/programs/${program}`, { program_id: program }, bearer)
  const { data } = await made(`/explore/events?program_id=${program}`)
  const event_id: string = data[0].id
  const [option] = (await made(`/explore/events/${event_id}/options`)).data

  /** An order with a held place for a child of this name. */
  async function newOrder(first_name: string): Promise<Order> {
    const attendee = await made(
      '/profile/attendees',
      { first_name, last_name: 'Roy', relations: [{ relation: 'parent' }] },
      bearer,
    )
    const child = await made(
      `/profile/programs/${program}/attendees`,
      { program_id: program, attendee_id: attendee.id, primary_contact_id: profile.id },
      bearer,
    )
    const registration = await made(
      '/profile/registrations',
      { event_id, option_id: option.id, customer_profile_id: profile.id, attendee_profile_id: child.id },
      bearer,
    )
    const items = [{ type: 'event_option', source: registration.id, quantity: 1 }]
    const input = { program_id: program, customer_profile_id: profile.id, timezone: 'America/Toronto', items }
    return made('/profile/orders', input, bearer)
  }

  return {
    email,
    password,
    event_id,
    call: (path: string, body?: unknown) => call(path, body, bearer),
    newOrder,
    orderOf: (id: string): Promise<Order> => made(`/profile/orders/${id}`, undefined, bearer),
    /** Pays by card, with the token that the card form gives for a test card. */
    pay: (orderId: string, source: string) =>
      call(
        `/profile/orders/${orderId}/payments`,
        {
          checkout_method: 'card',
          payment_source_id: `ctoken_${source}`,
          use_account_balance: false,
          return_url: '/confirm-payment',
        },
        bearer,
      ),
  }
}
