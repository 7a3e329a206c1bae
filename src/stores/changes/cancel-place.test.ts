import { describe, expect, it } from 'vitest'
import { toFailure } from '../../api/api-failure.ts'
import { type CancelPlace, cancelPlaces, checkCancel, needsAcknowledgement, previewWhole } from './cancel-place.ts'

const cad = (value: number) => ({
  value,
  currency_code: 'CAD',
  major_value: value / 100,
  display: `$${value / 100}`,
  language: 'en',
})
const place = (
  result: CancelPlace['preview']['result'],
  value: number,
  { isPaid = true, is_in_policy = true } = {},
): CancelPlace => ({
  registration_id: 'reg',
  name: 'Samuel',
  title: 'Canoe Week',
  others: null,
  isPaid,
  preview: {
    result,
    amount: cad(value),
    is_in_policy,
    amount_paid: cad(value),
    amount_kept: cad(0),
    kept_for: null,
    tier_ends_at: null,
    sentence: '',
    late_fee: null,
    discount_lost: null,
    add_ons: null,
  },
  until: null,
  visit: null,
  destination: null,
  toBalance: null,
  mayAsk: false,
  refundSteps: [],
})
const input = { reason: 'cannot_attend', reason_other: '', isUnderstood: false }

describe('the checkbox before cancelling a place', () => {
  it.each([
    { result: 'automatic', value: 34_070, needed: false },
    { result: 'request', value: 34_070, needed: false },
    { result: 'request', value: 34_070, is_in_policy: false, needed: true },
    { result: 'no_refund', value: 0, needed: true },
  ] as const)(
    'a cancellation with $result of $value needs an acknowledgement: $needed',
    ({ result, value, needed, ...of }) => expect(needsAcknowledgement(place(result, value, of))).toBe(needed),
  )
  it('an unpaid place needs no checkbox', () =>
    expect(needsAcknowledgement(place('no_refund', 0, { isPaid: false }))).toBe(false))
})

describe('missing input before cancelling a place', () => {
  it.each([
    { name: 'no missing input', values: input, of: place('automatic', 100), wrong: {} },
    {
      name: 'a missing reason',
      values: { ...input, reason: '' },
      of: place('automatic', 100),
      wrong: { reason: 'missing' },
    },
    {
      name: 'a missing text for another reason',
      values: { ...input, reason: 'other' },
      of: place('automatic', 100),
      wrong: { reason_other: 'missing' },
    },
    {
      name: 'a text that is too long',
      values: { ...input, reason_other: 'x'.repeat(256) },
      of: place('automatic', 100),
      wrong: { reason_other: 'too_long' },
    },
    { name: 'a missing acknowledgement', values: input, of: place('no_refund', 0), wrong: { understood: 'missing' } },
    {
      name: 'no missing input for a place in a cart',
      values: { ...input, reason: '' },
      of: place('no_refund', 0, { isPaid: false }),
      wrong: {},
    },
  ])('the form before a cancellation reports $name', ({ values, of, wrong }) =>
    expect(checkCancel(of, values)).toEqual(wrong),
  )
})

describe('cancelling a place', () => {
  function open(answers: unknown[]) {
    const sent: unknown[] = []
    const done: string[] = []
    const next = async () => answers.shift() as never
    const calls = {
      cancelPlace: (_: string, body: unknown) => {
        sent.push(body)
        return next()
      },
      readPlace: next,
    } as never
    return {
      sent,
      done,
      store: cancelPlaces(
        {
          program: { name: 'Lakeside', email: null },
          address: '/order',
          support: '/support',
          unpaidOrderId: null,
          reasons: [],
          places: [place('automatic', 34_070)],
        },
        { calls, done: ({ preview }) => void done.push(preview.amount.display) },
      ),
    }
  }
  it('a cancellation sends the amount that was shown', async () => {
    const { store, sent, done } = open([{ ok: true, data: {} }])
    await store.send(place('automatic', 34_070), input)
    expect(sent).toEqual([{ reason: 'cannot_attend', reason_other: null, expected_amount: 34_070 }])
    expect(done).toEqual(['$340.7'])
  })
  it('U12: an error disappears once the input is valid', async () => {
    const { store, sent } = open([])
    const unread = place('no_refund', 0)
    await store.send(unread, { ...input, reason: '' })
    await store.send(unread, { ...input, reason: '' })
    expect([store.wrong.get(), store.attempt.get()]).toEqual([{ reason: 'missing', understood: 'missing' }, 2])
    store.recheck(unread, { ...input, reason: 'cannot_attend' })
    expect(store.wrong.get()).toEqual({ understood: 'missing' })
    store.recheck(unread, { ...input, isUnderstood: true })
    expect([store.wrong.get(), store.attempt.get(), sent]).toEqual([{}, 2, []])
  })
  it('a changed amount must be confirmed again', async () => {
    const { store, done } = open([
      { ok: false, failure: toFailure(409, { type: 'quote_stale' }) },
      {
        ok: true,
        data: { cancellation: { result: 'automatic', amount: cad(17_035), tier_ends_at: null, sentence: '' } },
      },
    ])
    await store.send(place('automatic', 34_070), input)
    expect([store.isChanged.get(), store.places.get()[0]?.preview.amount.value, done]).toEqual([true, 17_035, []])
  })
})

describe('cancelling all places of a paid order', () => {
  const buttons = { automatic: 'Get {amount}', request: 'Ask for {amount}', no_refund: 'No refund' }
  const order = (returned: number, requested: number) =>
    ({
      amount_paid: cad(64_848),
      amount_returned: cad(0),
      amount_returning: cad(0),
      registrations: [{ cancellation: { is_in_policy: true } }],
      returns_if_cancelled: [{ until: null, amount_returned: cad(returned), amount_requested: cad(requested) }],
    }) as never
  const whole: CancelPlace = {
    ...place('automatic', 63_156),
    registration_id: 'ord_1',
    whole: { order_id: 'ord_1', buttons },
  }

  it.each([
    {
      what: 'is refunded automatically',
      returned: 63_156,
      requested: 0,
      result: 'automatic',
      says: 'Get $631.56',
      kept: 1_692,
    },
    {
      what: 'must be requested',
      returned: 0,
      requested: 63_156,
      result: 'request',
      says: 'Ask for $631.56',
      kept: 1_692,
    },
    { what: 'is not refunded', returned: 0, requested: 0, result: 'no_refund', says: 'No refund', kept: 64_848 },
  ])('the preview shows what $what', ({ returned, requested, result, says, kept }) =>
    expect(previewWhole(order(returned, requested), buttons)).toMatchObject({
      result,
      sentence: says,
      amount_kept: { value: kept },
    }),
  )
  it('an order that cannot be cancelled has no preview', () =>
    expect(previewWhole({ returns_if_cancelled: [] } as never, buttons)).toBeNull())

  it('the new amount is shown when it changed', async () => {
    const sent: unknown[] = []
    const answers = [
      { ok: false, failure: toFailure(409, { type: 'quote_stale' }) },
      { ok: true, data: {} },
    ]
    const calls = {
      cancelOrder: async (_: string, body: unknown) => {
        sent.push(body)
        return answers.shift()
      },
      readOrder: async () => ({ ok: true, data: order(31_578, 0) }),
    } as never
    const done: number[] = []
    const store = cancelPlaces(
      {
        program: { name: '', email: null },
        address: '',
        support: '',
        unpaidOrderId: null,
        reasons: [],
        places: [whole],
      },
      { calls, done: ({ preview }) => void done.push(preview.amount.value) },
    )
    await store.send(whole, input)
    const [changed] = store.places.get()
    expect([store.isChanged.get(), changed?.preview.amount.value, done]).toEqual([true, 31_578, []])
    if (changed) await store.send(changed, input)
    expect([sent, done]).toEqual([
      [63_156, 31_578].map((expected_amount) => ({ reason: 'cannot_attend', reason_other: null, expected_amount })),
      [31_578],
    ])
  })
})

describe('C2: cancelling an unpaid order', () => {
  const setup = {
    program: { name: '', email: null },
    address: '',
    support: '',
    unpaidOrderId: 'ord_1',
    reasons: [],
    places: [],
  }
  const storeWith = (answer: unknown, ended: () => void) =>
    cancelPlaces(setup, { calls: { cancelOrder: async () => answer } as never, done: () => {}, ended })

  it('a cancelled unpaid order shows a confirmation', async () => {
    let isEnded = false
    const store = storeWith({ ok: true, data: {} }, () => {
      isEnded = true
    })
    await store.sendWhole('ord_1')
    expect([isEnded, store.failure.get(), store.isSending.get()]).toEqual([true, null, false])
  })
  it('an unpaid order that the server refuses to cancel stays', async () => {
    let isEnded = false
    const failure = toFailure(409, { type: 'payment_in_progress', message: 'Your payment is being checked.' })
    const store = storeWith({ ok: false, failure }, () => {
      isEnded = true
    })
    await store.sendWhole('ord_1')
    expect([isEnded, store.failure.get()]).toEqual([false, failure])
  })
})
