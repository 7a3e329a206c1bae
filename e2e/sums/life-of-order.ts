// Over 250 lines: every step in the life of an order.
import { eq, sql } from 'drizzle-orm'
import { type MoneyReportName, type Report, reportGroups } from '../../functions/contract/organisation/reports.ts'
import { dayMs, minuteMs } from '../../functions/contract/limits.ts'
import type { Order, Quote } from '../../functions/contract/money/order.ts'
import type { RefundPreview } from '../../functions/contract/money/refund.ts'
import type { Instalment } from '../../functions/contract/offering/payment-plan.ts'
import { deliverAfterAnswer } from '../../functions/deliver-outbox.ts'
import { chargeInstalments } from '../../functions/money/payments/charge-instalments.ts'
import { database } from '../../functions/platform/database/database.ts'
import { mailbox, orderInstalments } from '../../functions/platform/database/tables.ts'
import { readCsv } from '../../functions/platform/middleware/csv-file.ts'
import { giveBalance } from '../../functions/test-bench/balances.ts'
import { type Bench, openBench } from '../../functions/test-bench/bench.ts'
import { beginSuite, start } from '../../functions/test-bench/bench-clock.ts'
import type { Choices } from '../../functions/test-bench/choices.ts'
import { makeAttendee, makeCustomer, type Person } from '../../functions/test-bench/people.ts'
import { makePlace } from '../../functions/test-bench/places.ts'
import { organiserHeaders } from '../../functions/test-bench/program-file.ts'
import { fairRefund, makeCoupon, makeEvent, makeProgram } from '../../functions/test-bench/programs.ts'
import { clockContext } from '../../functions/test-bench/registering.ts'
import { makeProduct } from '../../functions/test-bench/store.ts'

/** What is shown of an order after a step of its life. */
export type Shown = {
  order: Order
  language: 'en' | 'fr'
  /** The plain texts of the mails that the step sent, oldest first. */
  mails: { subject: string; text: string }[]
  /** The rows of the organisation's files, without their heads. */
  exports: { orders: string[][]; refundRequests: string[][] }
  /** The reports of the program, which has no other order, by each group. */
  reports: MoneyReport[]
  preview: RefundPreview
  /** What the refund page said of the places that the step cancelled, before it did. */
  promised: Promised | null
}
export type MoneyReport = Extract<Report, { report: MoneyReportName }>
/** `requested` is the sum of the refund requests that the step creates: an approved one for a refund of the order. */
type Promised = { preview: RefundPreview; requested: number }
type Check = (shown: Shown, before: Shown | null) => void
type Life = { bench: Bench; choices: Choices; programId: string; person: Person; orderId: string }
type Step = () => Promise<Promised | null>

/** The site on a new database. */
export function openLives(): Promise<Bench> {
  beginSuite()
  return openBench()
}

/**
 * Buys a random order by the calls of the site, pays it at once or in instalments, and cancels some of its places one
 * by one or together, while instalments are charged or paid early. `checkQuote` gets what checkout shows, `checkShown`
 * what everything shows after each step.
 */
export async function liveOrder(
  { bench, choices }: { bench: Bench; choices: Choices },
  { checkQuote, checkShown }: { checkQuote: (quote: Quote) => void; checkShown: Check },
): Promise<void> {
  bench.setNow(start)
  const programId = await randomProgram(bench, choices)
  const language = choices.pick(['en', 'fr'] as const)
  const person = await makeCustomer(bench, { programIds: [programId], language })
  if (choices.chance(0.3)) await giveBalance(bench, person, { programId, amount: 1 + choices.below(20_000) })
  const cart = await fillCart({ bench, choices, programId, person, orderId: '' })
  const life: Life = { bench, choices, programId, person, orderId: cart.id }

  const usesBalance = choices.chance(0.3)
  const quote = await send<Quote>(life, `/quote?checkout_method=card&use_account_balance=${usesBalance}`, {})
  checkQuote(quote)
  await pay(life, { quote, usesBalance })
  let shown = await readShown(life, { language, promised: null })
  checkShown(shown, null)
  const leaving = cart.placeIds.filter(() => choices.chance(0.6)).sort(() => choices.below(2) - 0.5)
  for (;;) {
    const step = nextStep(life, shown, leaving)
    if (!step) break
    const next = await readShown(life, { language, promised: await step() })
    checkShown(next, shown)
    shown = next
  }
  // The next life begins at the same time, so nothing of this one may become due in it.
  await database(bench.bareDb).update(orderInstalments).set({ next_try_at: null })
}

/** The next change of an order: some of the `leaving` places are cancelled, a request is approved, an instalment paid. */
function nextStep(life: Life, { order, preview }: Shown, leaving: string[]): Step | null {
  const { below, chance } = life.choices
  const request = preview.refund_requests.find(({ status }) => status === 'requested')
  if (request && chance(0.7)) return () => approve(life, { id: request.id, amount: below(request.amount.value + 1) })
  const part = order.instalments.find(({ status }) => status === 'scheduled')
  if (leaving.length > 0 && (!part || chance(0.6))) {
    const ids = leaving.splice(0, chance(0.3) ? 2 : 1)
    return () => cancel(life, ids)
  }
  return part ? () => payPart(life, part) : null
}

const prices = [0, 100, 3333, 34_500, 99_999]

async function randomProgram(bench: Bench, { below, pick, chance }: Choices): Promise<string> {
  const programId = await makeProgram(bench, {
    features: { account_balance: true, products: true },
    selling: {
      offline: true,
      fee: { percent: pick([0, 250, 333]), fixed: pick([0, 175, 300]), included: chance(0.5) },
      taxes: [
        { name: 'GST', percent: pick([500, 1300]), included: chance(0.5) },
        { name: 'PST', percent: 998, included: chance(0.5) },
      ].slice(below(3)),
    },
  })
  for (const minimum_items of [1, 2, 3].slice(0, below(4)))
    await makeCoupon(bench, programId, {
      code: null,
      name: `Automatic ${minimum_items}`,
      apply_automatically: true,
      percent_off: 100 + below(6000),
      minimum_items,
    })
  return programId
}

/** A cart with one to four places of one to three events, sometimes with things from the store and a code. */
async function fillCart({ bench, choices: { below, pick, chance }, programId, person }: Life) {
  const events = await inTurn(1 + below(3), () =>
    makeEvent(bench, {
      programId,
      startsAt: start + 90 * dayMs,
      options: [
        {
          cost: pick(prices) + below(500),
          ...(chance(0.4)
            ? {
                paymentPlan: {
                  deposit: { percent: 10 + below(50) },
                  parts: [{ days_before: 60 }, { days_before: 30 }],
                },
              }
            : {}),
        },
      ],
      refund: {
        ...fairRefund,
        retention: { fixed: pick([0, 0, 500]), percent: pick([0, 0, 10]), keep_fees: chance(0.5) },
        tiers: [{ until: 'P3D', percent: pick([100, 50, 33]) }],
        automatic: chance(0.8),
      },
    }),
  )
  const placeIds = await inTurn(1 + below(4), async () => {
    const { event_id, option_ids } = pick(events)
    const attendee = await makeAttendee(bench, person, { programId })
    return makePlace(bench, person, { programId, event_id, option_id: option_ids[0], ...attendee })
  })
  const product = chance(0.3) ? await makeProduct(bench, { programId, variations: [{ cost: 1 + below(9000) }] }) : null
  const items = [
    ...placeIds.map((source) => ({ type: 'event_option', source })),
    ...(product ? [{ type: 'product_variation', source: product.variation_ids[0], quantity: 1 + below(3) }] : []),
  ]
  const order = { program_id: programId, customer_profile_id: person.profileId(programId), items }
  const { id } = await read<Order>(bench.call('/v1/profile/orders', person.json(order)))
  if (chance(0.4)) {
    const code = `CODE${below(1_000_000)}`
    await makeCoupon(bench, programId, {
      code,
      type: 'amount_off',
      percent_off: null,
      amount_off: 1 + below(9000),
      currency: 'CAD',
    })
    const answer = await bench.call(`/v1/profile/orders/${id}/discounts`, person.json({ code }))
    // A code that is worth less than the automatic discounts is refused.
    if (answer.status !== 201 && answer.status !== 409 && answer.status !== 422) throw new Error(await answer.text())
  }
  return { id, placeIds }
}

async function pay(life: Life, { quote, usesBalance }: { quote: Quote; usesBalance: boolean }): Promise<void> {
  const { bench, choices, programId, orderId } = life
  const isInParts = quote.instalments.length > 0 && !usesBalance && choices.chance(0.8)
  const checkout_method = isInParts ? 'card' : choices.pick(quote.checkout_methods)
  await send(life, '/payments', {
    checkout_method,
    use_account_balance: usesBalance,
    ...(checkout_method === 'card' ? { payment_source_id: 'pm_card_visa', pay_in_instalments: isInParts } : {}),
  })
  if (checkout_method !== 'offline') return
  const { amount_remaining } = await orderOf(life)
  const first = choices.chance(0.5) ? choices.below(amount_remaining.value) : 0
  for (const amount of [first, amount_remaining.value - first])
    if (amount > 0)
      await read(bench.call(`/v1/organiser/programs/${programId}/orders/${orderId}/payments`, asOrganiser({ amount })))
}

/** Pays the next instalment on its day, or all or one before it by the customer. */
async function payPart(life: Life, part: Instalment): Promise<null> {
  const { bench, choices } = life
  if (choices.chance(0.3)) {
    const which = choices.chance(0.5) ? { instalment_id: part.id } : {}
    await send(life, '/instalments/pay', { payment_source_id: 'pm_card_visa', ...which })
    return null
  }
  bench.setNow(Date.parse(`${part.due_on}T20:00:00Z`))
  await chargeInstalments(clockContext(bench))
  return null
}

/** Cancels places: one by its own call, several by the order's refund. Returns what the refund page said before. */
async function cancel(life: Life, ids: string[]): Promise<Promised> {
  const { bench, choices, person } = life
  const destination = choices.pick(['original_method', 'account_balance'] as const)
  await person.renew()
  const preview = await previewOf(life, `?${ids.map((id) => `registration_id=${id}`).join('&')}`)
  // A refund of nothing is refused, so these places are cancelled by their own calls.
  const isTogether = ids.length > 1 && preview.amount.value > 0
  if (isTogether)
    await send(life, '/refund', { reason: 'cannot_attend', metadata: { registration_ids: ids, destination } })
  else
    for (const id of ids) await read(bench.call(`/v1/profile/registrations/${id}/cancel`, person.json({ destination })))
  return { preview, requested: (isTogether ? preview.amount : preview.amount_requested).value }
}

async function approve({ bench, programId }: Life, { id, amount }: { id: string; amount: number }): Promise<null> {
  await read(bench.call(`/v1/organiser/programs/${programId}/refund_requests/${id}/approve`, asOrganiser({ amount })))
  return null
}

async function readShown(life: Life, about: Pick<Shown, 'language' | 'promised'>): Promise<Shown> {
  const { bench, programId, person } = life
  // Changes of one order share a mail, which waits for more of them.
  bench.pass(10 * minuteMs)
  await deliverAfterAnswer(bench.env, 'bulk')
  await person.renew()
  const db = database(bench.bareDb)
  const mails = await db.select().from(mailbox).where(eq(mailbox.recipient, person.email)).orderBy(sql`rowid`)
  await db.delete(mailbox).where(eq(mailbox.recipient, person.email))
  const rows = async (name: string) => {
    const headers = { ...organiserHeaders, 'Accept-Language': about.language }
    const answer = await bench.call(`/v1/organiser/programs/${programId}/${name}/export`, { headers })
    return ((await readCsv(new Uint8Array(await answer.arrayBuffer()), 100)) ?? []).slice(1)
  }
  return {
    ...about,
    order: await orderOf(life),
    mails,
    exports: { orders: await rows('orders'), refundRequests: await rows('refund_requests') },
    reports: await readReports(life),
    preview: await previewOf(life),
  }
}

async function readReports({ bench, programId }: Life): Promise<MoneyReport[]> {
  const days = `from=${new Date(start - dayMs).toISOString().slice(0, 10)}&to=${new Date(start + 120 * dayMs).toISOString().slice(0, 10)}`
  const calls = (['sales', 'due', 'payouts'] as const).flatMap((name) => reportGroups.map((by) => `${name}?by=${by}`))
  return inTurn(calls.length, (at) =>
    read<MoneyReport>(
      bench.call(`/v1/organiser/programs/${programId}/reports/${calls[at]}&${days}&limit=100`, {
        headers: organiserHeaders,
      }),
    ),
  )
}

const asOrganiser = (body: object) => ({ method: 'POST', headers: organiserHeaders, body: JSON.stringify(body) })

const orderOf = ({ bench, person, orderId }: Life) =>
  read<Order>(bench.call(`/v1/profile/orders/${orderId}`, { headers: person.headers }))

const previewOf = ({ bench, person, orderId }: Life, query = '') =>
  read<RefundPreview>(bench.call(`/v1/profile/orders/${orderId}/refund${query}`, { headers: person.headers }))

async function send<Answer>({ bench, person, orderId }: Life, path: string, body: object): Promise<Answer> {
  await person.renew()
  return read<Answer>(bench.call(`/v1/profile/orders/${orderId}${path}`, person.json(body)))
}

async function read<Answer>(answering: Promise<Response>): Promise<Answer> {
  const answer = await answering
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

async function inTurn<Item>(count: number, make: (at: number) => Promise<Item>): Promise<Item[]> {
  const made: Item[] = []
  for (let index = 0; index < count; index += 1) made.push(await make(index))
  return made
}
