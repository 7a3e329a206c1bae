import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { exampleIn, meetApi, type StrangerAnswer, type Values } from '../fixtures/api-stranger.ts'

type Choice = { event: Values; option: Values; born: string }
const attendeeFields = [
  'date_of_birth',
  'parent_name',
  'health_card_number',
  'emergency_contact_phone',
  'emergency_contact_email',
]

test('T2: a developer who has only the API description signs up, registers, pays and cancels', async () => {
  const api = await meetApi()
  const good = async (operationId: string, values?: Values) => checked(operationId, await api.call(operationId, values))

  const user = await good('postV1Signup', { email: `stranger-${randomUUID().slice(0, 8)}@example.com` })
  api.signIn(user.access_token)
  const { program, choice } = await findPlace(good)
  const profile = await good('postV1ProfileProgramsByProgramId', { program_id: program })
  const details = await Promise.all(
    attendeeFields.map(async (name) => [name, await exampleIn('AddAttendeeRequest', name)]),
  )
  const child = await good('postV1ProfileAttendees', {
    ...Object.fromEntries(details),
    date_of_birth: choice.born,
    relations: [{ relation: 'parent' }],
    program_ids: [program],
  })
  const registration = await good('postV1ProfileRegistrations', {
    event_id: choice.event['id'],
    option_id: choice.option['id'],
    customer_profile_id: profile.id,
    attendee_profile_id: child.profiles[0].id,
  })
  const order = await good('postV1ProfileOrders', {
    program_id: program,
    customer_profile_id: profile.id,
    items: [{ type: 'event_option', source: registration.id }],
  })
  const quote = await good('postV1ProfileOrdersByOrderIdQuote', { order_id: order.id, checkout_method: 'card' })
  expect(quote.amount_due.value).toBeGreaterThan(0)
  const payment = await good('postV1ProfileOrdersByOrderIdPayments', {
    order_id: order.id,
    checkout_method: 'card',
    payment_source_id: await exampleIn('PayOrderRequest', 'payment_source_id'),
    quote_version: quote.quote_version,
  })
  expect([payment.status, payment.has_next_action]).toEqual(['succeeded', false])
  const paid = await good('getV1ProfileOrdersByOrderId', { order_id: order.id })
  expect([paid.status, paid.registrations[0].status]).toEqual(['paid', 'confirmed'])

  const { amount } = paid.registrations[0].cancellation
  const cancelled = await good('postV1ProfileRegistrationsByRegistrationIdCancel', {
    registration_id: registration.id,
    reason: 'schedule_conflict',
    expected_amount: amount.value,
  })
  expect(cancelled.status).toBe('cancelled')
  const after = await good('getV1ProfileOrdersByOrderId', { order_id: order.id })
  expect(after.status).toBe('cancelled')
})

test('T2: the description lists every error that a developer meets', async () => {
  const api = await meetApi()
  const refusals: [string, Values, number, string][] = [
    ['postV1Signup', { email: 'not an email' }, 400, 'invalid_email'],
    ['postV1Login', { username: `nobody-${randomUUID()}@example.com` }, 401, 'bad_credentials'],
    ['postV1OauthToken', { refresh_token: 'not-a-token' }, 401, 'not_authenticated'],
    ['getV1ExploreEvents', { limit: 101 }, 400, 'invalid_integer'],
    ['getV1ExploreEventsByEventId', {}, 404, 'not_found'],
    ['getV1Profile', {}, 401, 'not_authenticated'],
  ]
  for (const [operationId, values, status, type] of refusals) {
    const answer = await api.call(operationId, values)
    expect([operationId, answer.status, answer.body.type, answer.faults]).toEqual([operationId, status, type, []])
  }
})

function checked(operationId: string, answer: StrangerAnswer): StrangerAnswer['body'] {
  expect([operationId, answer.faults]).toEqual([operationId, []])
  expect(answer.status, `${operationId} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}

/** A place that can be booked without questions, waiver or package, and a date of birth that suits its ages. */
async function findPlace(
  good: (operationId: string, values?: Values) => Promise<StrangerAnswer['body']>,
): Promise<{ program: string; choice: Choice }> {
  for (const program of (await good('getV1ExplorePrograms')).data) {
    const events = await good('getV1ExploreEvents', { program_id: program.id, status: 'upcoming', limit: 50 })
    for (const event of events.data) {
      if (event.fields.length > 0 || event.waiver || event.restrict_to_package_ids.length > 0) continue
      const options = await good('getV1ExploreEventsByEventIdOptions', { event_id: event.id })
      const option = options.data.find(
        (each: { sale_status: string; free: boolean; gender: string | null }) =>
          each.sale_status === 'on_sale' && !each.free && each.gender === null,
      )
      if (!option) continue
      const age = option.minimum_age ?? option.maximum_age ?? 9
      const born = `${Number(event.starts_at.slice(0, 4)) - age}-01-01`
      return { program: program.id, choice: { event, option, born } }
    }
  }
  throw new Error('There is nothing to buy.')
}
