// Over 250 lines: every action of one checkout is tested, because its calls depend on each other.
import { describe, expect, it } from 'vitest'
import { toFailure, thrownToFailure } from '../../api/api-failure.ts'
import type { Answer } from '../../api/browser.ts'
import type { CheckoutCalls } from '../../api/checkout-calls.ts'
import { checkout } from './checkout.ts'
import type { CheckoutSetup, Sum } from './checkout-setup.ts'

const now = Date.UTC(2026, 10, 21, 12)
const inFuture = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
const cad = (value: number) => ({
  value,
  currency_code: 'CAD',
  major_value: value / 100,
  display: `$${(value / 100).toFixed(2)}`,
  language: 'en',
})
const sumOf = (due: number, part: Partial<Sum> = {}): Sum => ({
  items: [{ id: 'itm', registration_id: 'reg' } as never],
  discounts: [],
  tax_items: [],
  amount_subtotal: cad(due),
  amount_discount: cad(0),
  amount_fee: cad(0),
  amount_tax: cad(0),
  amount_total: cad(due),
  amount_carried: cad(0),
  amount_due: cad(due),
  amount_remaining: cad(due),
  checkout_methods: ['card', 'offline'],
  quote_version: 1,
  returns_if_cancelled: [],
  parts: [],
  ...part,
})
const orderWith = (due: number, part: object = {}) => ({
  object: 'order',
  ...sumOf(due),
  instalments_offered: [],
  hold_expires_at: inFuture(20),
  ...part,
})
const quoteWith = (due: number, part: object = {}) => ({
  object: 'quote',
  ...sumOf(due, { quote_version: 2 }),
  balance_used: cad(0),
  instalments: [],
  valid_until: inFuture(15),
  notices: [],
  ...part,
})
const payment = (part: object) => ({
  id: 'pay',
  status: 'succeeded',
  checkout_method: 'card',
  has_next_action: false,
  next_action_url: null,
  ...part,
})
const ok = (data: unknown): Answer<unknown> => ({ ok: true, data, status: 200 })
const refused = (code: number, type: string, more: object = {}): Answer<unknown> => ({
  ok: false,
  failure: toFailure(code, { type, message: `${type} says so.`, ...more }),
})
const lost: Answer<unknown> = { ok: false, failure: thrownToFailure(new TypeError('Failed to fetch')) }

function open(
  answers: Partial<Record<keyof CheckoutCalls, Answer<unknown>[]>>,
  part: Partial<CheckoutSetup> = {},
  remembered?: string,
  session = new Map<string, string>(),
) {
  const input: [string, unknown, string?][] = []
  const visited: string[] = []
  const names = [
    'readOrder',
    'quote',
    'deleteOrder',
    'removeItem',
    'applyCode',
    'removeCode',
    'extendHold',
    'storeCard',
    'pay',
  ] as const
  const calls = Object.fromEntries(
    names.map((name) => [
      name,
      async (body: unknown, usesBalance?: unknown) => {
        input.push(usesBalance === true ? [name, body, 'with the balance'] : [name, body])
        return answers[name]?.shift() ?? ok(name === 'quote' ? quoteWith(10_000) : orderWith(10_000))
      },
    ]),
  ) as unknown as CheckoutCalls
  const setup: CheckoutSetup = {
    order: { id: 'ord', status: 'draft', timezone: 'America/Toronto' },
    program: { id: 'lakeside', name: 'Lakeside', email: null },
    language: 'en',
    locale: 'en-CA',
    sum: sumOf(10_000),
    lines: {},
    plans: {},
    event: null,
    holdUntil: inFuture(15),
    holdEnd: null,
    decline: null,
    bankStep: null,
    bankPayment: null,
    isOnPage: false,
    isOnlinePossible: true,
    balance: null,
    cardForm: null,
    offlineDue: null,
    cards: [],
    chosenCard: null,
    chargeConsent: null,
    canStoreCard: true,
    isFixed: false,
    keepsFees: true,
    refundNote: null,
    returnDeadlines: {},
    hasTerms: false,
    code: { key: 'key', value: '', refusal: null },
    unverifiedEmail: null,
    today: '2026-11-21',
    todayWords: 'November 21',
    addresses: {
      checkout: '/checkout',
      order: '/order',
      orders: '/orders',
      explore: '/',
      confirm: '/confirm-payment?order_id=ord',
      support: '/support',
    },
    ...part,
  }
  const storage = {
    getItem: (key: string) => (key === '2021-03-04:discount:lakeside' ? (remembered ?? null) : null),
  } as unknown as Storage
  const jar = { cookie: '' }
  const steps: unknown[] = []
  const store = checkout(setup, {
    calls,
    jar,
    storage,
    session: {
      getItem: (key: string) => session.get(key) ?? null,
      setItem: (key: string, value: string) => void session.set(key, value),
    } as unknown as Storage,
    now: () => now,
    navigate: (address) => void visited.push(address),
    bankStep: async (step) => {
      steps.push(step)
      return { is: 'answered' }
    },
  })
  return { store, input: input, went: visited, jar, steps }
}

describe('a membership with nothing due today', () => {
  const membership = { renews: true, needs_card: true, keeps_card: true } as Sum['items'][number]['membership']
  const sum = sumOf(0, {
    checkout_methods: ['free'],
    items: [{ id: 'item', membership, is_cancelled: false }] as Sum['items'],
  })

  it('a new card is stored before the membership is bought', async () => {
    const storeCard = [ok({ object: 'payment_source', id: 'src_new' })]
    const {
      store,
      input,
      went: visited,
    } = open({ storeCard, pay: [ok(payment({ checkout_method: 'free' }))] }, { sum })
    await store.pay('pm_card_visa')
    expect(input).toEqual([
      ['storeCard', 'lakeside'],
      ['pay', expect.objectContaining({ checkout_method: 'free', payment_source_id: 'src_new' })],
    ])
    expect(visited).toEqual(['/order'])
  })

  it('nothing is bought before the bank step of a new card', async () => {
    const storeCard = [ok({ object: 'card_setup', next_action_url: 'https://bank.example/1' })]
    const { store, input, went: visited } = open({ storeCard }, { sum })
    await store.pay('pm_card_authenticationRequired')
    expect(input.map(([name]) => name)).toEqual(['storeCard'])
    expect(visited).toEqual(['https://bank.example/1'])
    expect(store.notice.get()).toEqual({
      kind: 'bank',
      address: 'https://bank.example/1',
      payment: null,
      isOnPage: false,
    })
  })

  it('a bank step without a URL runs in the provider’s script', async () => {
    const card_setup = { object: 'card_setup', id: 'cset_1', publishable_key: 'pk_a', account: null }
    const storeCard = [ok({ ...card_setup, client_secret: 'seti_secret', next_action_url: null })]
    const { store, input, went: visited, steps } = open({ storeCard }, { sum })
    await store.pay('ctoken_1')
    expect(input.map(([name]) => name)).toEqual(['storeCard'])
    expect(steps).toEqual([{ publishableKey: 'pk_a', account: null, language: 'en', clientSecret: 'seti_secret' }])
    expect(visited).toEqual(['/pg/lakeside/profile/payment-methods/return?setup=cset_1&goto=%2Fcheckout'])
  })

  it('an incomplete new card buys nothing', async () => {
    const optional = { ...membership, needs_card: false } as typeof membership
    const later = { ...sum, items: [{ ...sum.items[0], membership: optional }] as Sum['items'] }
    const { store, input } = open({}, { sum: later, cards: [{ id: 'src_1', name: 'Visa', expiry: null }] })
    store.selectCard(null)
    await store.pay(async () => null)
    expect(input).toEqual([])
  })

  it('a membership can be bought with a stored card', async () => {
    const cards = [{ id: 'src_1', name: 'Visa ending 4242', expiry: null }]
    const chosenCard = 'src_1'
    const { store, input } = open({ pay: [ok(payment({ checkout_method: 'free' }))] }, { sum, cards, chosenCard })
    await store.pay(null)
    expect(input).toEqual([])
    await store.pay('src_1')
    expect(input).toEqual([['pay', expect.objectContaining({ payment_source_id: 'src_1' })]])
  })
})

describe('the account balance at checkout', () => {
  const balance = cad(4_000)
  const quoted = (used: number, part: object = {}) =>
    ok(quoteWith(10_000, { balance_used: cad(used), amount_remaining: cad(10_000 - used), ...part }))

  it('choosing the balance changes the quote', async () => {
    const { store, input } = open({ quote: [quoted(4_000)], pay: [ok(payment({}))] }, { balance })
    await store.payWithBalance(true)
    expect([store.usesBalance.get(), store.sum.get().amount_remaining.value]).toEqual([true, 6_000])
    await store.pay('pm_card_visa')
    expect(input).toEqual([
      ['quote', 'card', 'with the balance'],
      ['pay', expect.objectContaining({ use_account_balance: true, checkout_method: 'card', quote_version: 2 })],
    ])
  })

  it('a balance that covers everything needs no other payment method', async () => {
    const free = { checkout_methods: ['free'] }
    const { store, input } = open({ quote: [quoted(10_000, free), quoted(0)] }, { balance: cad(12_000) })
    await store.payWithBalance(true)
    expect([store.method.get(), store.balance.get()?.value]).toEqual(['free', 12_000])
    await store.payWithBalance(false)
    expect([store.method.get(), store.usesBalance.get()]).toEqual(['card', false])
    expect(input).toEqual([
      ['quote', 'card', 'with the balance'],
      ['quote', null],
    ])
  })

  it('the balance is quoted again after a change of the cart', async () => {
    const { store } = open({ quote: [quoted(4_000), quoted(4_000)] }, { balance })
    await store.payWithBalance(true)
    await store.removeCode('dis')
    expect(store.sum.get().amount_remaining.value).toBe(6_000)
  })

  it('the new amount is shown when another order has spent the balance', async () => {
    const { store } = open(
      {
        quote: [quoted(4_000)],
        pay: [refused(409, 'quote_stale', { quote: quoteWith(10_000, { quote_version: 3 }) })],
      },
      { balance },
    )
    await store.payWithBalance(true)
    await store.pay('pm_card_visa')
    expect(store.notice.get()).toEqual({ kind: 'changed', before: '$60.00', now: '$100.00' })
    expect([store.usesBalance.get(), store.balance.get()]).toEqual([false, null])
  })

  it('the balance stays selected when the quote fails', async () => {
    const { store } = open({ quote: [lost] }, { balance })
    await store.payWithBalance(true)
    expect(store.usesBalance.get()).toBe(false)
  })
})

describe('paying at checkout', () => {
  it('a payment sends the amount that was shown', async () => {
    const { store, input, went: visited } = open({ pay: [ok(payment({}))] })
    store.selectMethod('card')
    await store.pay('pm_card_visa')
    expect(input).toEqual([
      [
        'pay',
        {
          checkout_method: 'card',
          payment_source_id: 'pm_card_visa',
          use_account_balance: false,
          return_url: '/order',
          quote_version: 1,
        },
      ],
    ])
    expect(visited).toEqual(['/order'])
  })

  it('the default card is offered first', async () => {
    const cards = ['pm_1', 'pm_2'].map((id) => ({ id, name: id, expiry: null }))
    const { store, input } = open({ pay: [ok(payment({})), ok(payment({}))] }, { chosenCard: 'pm_1', cards })
    expect(store.card.get()).toBe('pm_1')
    await store.pay('pm_1')
    store.selectCard(null)
    await store.pay('pm_card_visa', true)
    expect(input.map(([, body]) => (body as Record<string, unknown>)['store_payment_source'])).toEqual([
      undefined,
      true,
    ])
  })
  it('the first instalment is paid, or the whole amount when the cart no longer has one', async () => {
    const parts = [4_000, 3_000, 3_000].map((value, at) => ({ due_on: `2027-0${at + 1}-01`, amount: cad(value) }))
    const { store, input } = open(
      { quote: [ok(quoteWith(10_000))], pay: [ok(payment({})), ok(payment({}))] },
      { sum: sumOf(10_000, { parts }) },
    )
    store.selectMethod('card')
    store.payInParts(true)
    await store.pay('pm_card_visa', true)
    expect(input.at(-1)?.[1]).toMatchObject({
      pay_in_instalments: true,
      first_instalment: 4_000,
      store_payment_source: true,
    })
    await store.applyCode('LESS')
    expect(store.paysInParts.get()).toBe(false)
    await store.pay('pm_card_visa')
    expect(input.at(-1)?.[1]).not.toHaveProperty('pay_in_instalments')
  })
  it('the consent to later charges is sent with a card alone', async () => {
    const chargeConsent = { version: 'v1', text: 'You may charge my card.' }
    const { store, input } = open({ pay: [ok(payment({})), ok(payment({}))] }, { chargeConsent })
    store.agreeToCharges(true)
    for (const method of ['card', 'offline'] as const) {
      store.selectMethod(method)
      await store.pay('pm_card_visa')
    }
    expect(input.map(([, body]) => (body as Record<string, unknown>)['charge_consent'])).toEqual(['v1', undefined])
  })
  it('a double press pays once', async () => {
    const { store, input } = open({ pay: [ok(payment({}))] })
    store.selectMethod('card')
    await Promise.all([store.pay('pm_card_visa'), store.pay(async () => 'pm_card_visa')])
    expect(input).toHaveLength(1)
  })
  it('an invalid card form pays nothing', async () => {
    const { store, input } = open({})
    store.selectMethod('card')
    await store.pay(async () => null)
    expect(input).toHaveLength(0)
    expect(store.busy.get()).toBeNull()
  })
  it("a bank step opens the bank's page", async () => {
    const { store, went: visited } = open({
      pay: [
        ok(payment({ status: 'requires_action', has_next_action: true, next_action_url: 'https://bank.example/1' })),
        ok(payment({ status: 'processing' })),
      ],
    })
    store.selectMethod('card')
    await store.pay('one')
    await store.pay('one')
    expect(visited).toEqual(['https://bank.example/1', '/confirm-payment?order_id=ord&payment_id=pay'])
  })
  it('choosing to pay later opens the order', async () => {
    const { store, went: visited } = open({ pay: [ok(payment({ status: 'created', checkout_method: 'offline' }))] })
    store.selectMethod('offline')
    await store.pay(null)
    expect(visited).toEqual(['/order'])
  })
  it('a refused card shows the reason and the first remedy', async () => {
    const { store } = open({
      pay: [refused(402, 'incorrect_cvc')],
      readOrder: [ok(orderWith(10_000, { hold_expires_at: inFuture(25) }))],
    })
    store.selectMethod('card')
    await store.pay('pm')
    expect(store.notice.get()).toEqual({
      kind: 'declined',
      decline: {
        type: 'incorrect_cvc',
        message: 'incorrect_cvc says so.',
        actions: ['fix', 'other'],
        saysNotCharged: true,
        path: null,
        timestamp: null,
      },
    })
    expect(store.holdUntil.get()).toBe(inFuture(25))
  })
  it.each([
    ['insufficient_funds', true],
    ['duplicate_transaction', false],
    ['lock_timeout', false],
    ['processing_error', false],
  ])('a refusal says “not charged” only when that is certain: %s', async (type, saysNotCharged) => {
    const { store } = open({ pay: [refused(402, type)] })
    store.selectMethod('card')
    await store.pay('pm')
    expect(store.notice.get()).toMatchObject({ decline: { saysNotCharged } })
  })
  it('another card is offered first after three refusals', async () => {
    const { store } = open({
      pay: [refused(402, 'incorrect_cvc'), refused(402, 'incorrect_cvc'), refused(402, 'incorrect_cvc')],
    })
    store.selectMethod('card')
    for (const source of ['one', 'two', 'three']) await store.pay(source)
    expect(store.notice.get()).toMatchObject({ decline: { actions: ['other', 'fix'] } })
  })
  it('refusals are remembered after a reload', async () => {
    const session = new Map<string, string>()
    const first = open({ pay: [refused(402, 'incorrect_cvc'), refused(402, 'incorrect_cvc')] }, {}, undefined, session)
    first.store.selectMethod('card')
    for (const source of ['one', 'two']) await first.store.pay(source)
    const { store } = open({ pay: [refused(402, 'incorrect_cvc')] }, {}, undefined, session)
    store.selectMethod('card')
    await store.pay('three')
    expect(store.notice.get()).toMatchObject({ decline: { actions: ['other', 'fix'] } })
  })
  it('a changed amount is never paid without a confirmation', async () => {
    const {
      store,
      input,
      went: visited,
    } = open({
      pay: [refused(409, 'quote_stale', { quote: quoteWith(12_000) }), ok(payment({}))],
    })
    store.selectMethod('card')
    await store.pay('pm')
    expect(store.notice.get()).toEqual({ kind: 'changed', before: '$100.00', now: '$120.00' })
    expect([store.sum.get().amount_due.value, visited]).toEqual([12_000, []])
    await store.pay('pm')
    expect(input.at(-1)?.[1]).toMatchObject({ quote_version: 2 })
  })
  it('a payment whose response was lost is reported as unknown', async () => {
    const { store, went: visited } = open({ pay: [lost] })
    store.selectMethod('card')
    await store.pay('pm')
    expect([store.notice.get(), visited]).toMatchObject([{ kind: 'failed', isPaying: true }, []])
  })
  it('a paid order opens its page', async () => {
    const { store, went: visited } = open({ pay: [refused(409, 'state_conflict', { param: 'paid' })] })
    store.selectMethod('card')
    await store.pay('pm')
    expect(visited).toEqual(['/order'])
  })
})

describe('released places at checkout', () => {
  it('released places are announced when the page is opened late', () =>
    expect(open({}, { holdUntil: inFuture(-1) }).store.notice.get()).toEqual({ kind: 'lapsed', soldOut: null }))
  it('released places are announced for an expired order', () =>
    expect(
      open({}, { order: { id: 'ord', status: 'expired', timezone: 'UTC' }, holdUntil: null }).store.notice.get()?.kind,
    ).toBe('lapsed'))
  it('released places are held again by a new quote', async () => {
    const { store } = open({}, { holdUntil: inFuture(-1) })
    await store.holdAgain()
    expect([store.notice.get(), store.holdUntil.get()]).toEqual([null, inFuture(15)])
  })
  it('the page names the item that another customer took', async () => {
    const { store } = open({ quote: [refused(409, 'sold_out', { param: 'itm' })] }, { holdUntil: inFuture(-1) })
    await store.holdAgain()
    expect(store.notice.get()).toEqual({ kind: 'lapsed', soldOut: 'itm' })
  })
})

describe('removing an item at checkout', () => {
  it('removing the last item deletes the order', async () => {
    const { store, input, jar } = open({ deleteOrder: [ok(null)] })
    await store.removeItem('itm')
    expect([input.map(([name]) => name), store.sum.get().items]).toEqual([['deleteOrder'], []])
    expect(jar.cookie, 'the header shows no cart').toMatch(/^cart_lakeside=; Max-Age=0;/)
  })
  it('removing the last item keeps an order with a payment', async () => {
    const { store, input } = open({
      deleteOrder: [refused(409, 'state_conflict')],
      removeItem: [ok(orderWith(0, { items: [] }))],
    })
    await store.removeItem('itm')
    expect([input.map(([name]) => name), store.sum.get().items]).toEqual([['deleteOrder', 'removeItem'], []])
  })
})

describe('a discount code at checkout', () => {
  it('a refused code is reported at its field', async () => {
    const { store } = open({ applyCode: [refused(422, 'coupon_expired')] })
    await store.applyCode('EXPIRED5')
    expect([store.codeRefusal.get(), store.notice.get(), store.sum.get().amount_due.value]).toEqual([
      'coupon_expired says so.',
      null,
      10_000,
    ])
  })
  it('a code that did not reach the site is a failure of the cart, not of a payment', async () => {
    const lost = { ok: false as const, failure: toFailure(503, { type: 'unreachable', message: '' }) }
    const { store } = open({ applyCode: [lost] })
    await store.applyCode('WELCOME10')
    expect(store.notice.get()).toMatchObject({ kind: 'failed', isPaying: false })
  })
  it('a valid code changes the total', async () => {
    const { store } = open({ applyCode: [ok({})], quote: [ok(quoteWith(9000))] })
    await store.applyCode('WELCOME10')
    expect(store.sum.get().amount_due.display).toBe('$90.00')
  })
  it('the code of a link is applied once', async () => {
    const { store, input } = open({ applyCode: [refused(422, 'coupon_first_time_only')] }, {}, 'WELCOME10')
    await store.applyLinkCode()
    await store.applyLinkCode()
    expect(input.map(([name]) => name)).toEqual(['applyCode'])
    expect([store.codeNote.get(), store.codeRefusal.get(), store.notice.get()]).toEqual([
      { code: 'WELCOME10', reason: 'coupon_first_time_only says so.' },
      null,
      null,
    ])
  })
})

describe('returning to checkout', () => {
  it('a refused card is shown at once', () => {
    const decline = {
      type: 'expired_card',
      message: 'This card has expired. Use another card.',
      actions: ['other' as const],
      saysNotCharged: true,
      path: null,
      timestamp: null,
    }
    expect(open({}, { decline }).store.notice.get()).toEqual({ kind: 'declined', decline })
    expect(open({}, { decline, bankStep: 'https://bank.example/1' }).store.notice.get()?.kind).toBe('bank')
  })
  it('a pending bank step links to the bank', () =>
    expect(open({}, { bankStep: 'https://bank.example/1', bankPayment: 'pay_1' }).store.notice.get()).toEqual({
      kind: 'bank',
      isOnPage: false,
      address: 'https://bank.example/1',
      payment: 'pay_1',
    }))
  it('another card ends the payment that waits for the bank', async () => {
    const pay = [ok({ id: 'pay_2', status: 'succeeded', checkout_method: 'card' })]
    const bank = { bankStep: 'https://bank.example/1', bankPayment: 'pay_1' }
    const {
      store,
      input,
      went: visited,
    } = open(
      { pay },
      {
        ...bank,
        sum: sumOf(10_000, { checkout_methods: ['card', 'offline'] }),
      },
    )
    store.chooseOtherCard()
    expect(store.sum.get().checkout_methods).toEqual(['card', 'offline'])
    expect([store.notice.get(), store.method.get(), store.card.get()]).toEqual([null, 'card', null])
    await store.pay('pm_card_visa')
    expect(input).toEqual([['pay', expect.objectContaining({ replaces_payment_id: 'pay_1' })]])
    expect(visited).toEqual(['/order'])
  })
  it('the only payment method is selected automatically', () =>
    expect(open({}, { sum: sumOf(0, { checkout_methods: ['free'] }) }).store.method.get()).toBe('free'))
  it.each([
    { checkout_methods: ['card', 'offline'] as const, isOnlinePossible: true, method: 'card' },
    { checkout_methods: ['offline', 'card'] as const, isOnlinePossible: true, method: 'card' },
    { checkout_methods: ['card', 'offline'] as const, isOnlinePossible: false, method: 'offline' },
    { checkout_methods: ['offline'] as const, isOnlinePossible: true, method: 'offline' },
    { checkout_methods: [] as const, isOnlinePossible: true, method: null },
  ])(
    'U12: checkout starts with $method when $checkout_methods are allowed, by card on this site: $isOnlinePossible',
    (input) => {
      const sum = sumOf(10_000, { checkout_methods: [...input.checkout_methods] })
      expect(open({}, { sum, isOnlinePossible: input.isOnlinePossible }).store.method.get()).toBe(input.method)
    },
  )
})

describe('a card form that is missing', () => {
  it('the provider’s page opens with the same choices, and its payment is followed there', async () => {
    const page = 'https://checkout.stripe.com/c/pay/cs_1'
    const waiting = { id: 'pay_1', status: 'requires_action', checkout_method: 'card', has_next_action: true }
    const pay = [ok({ ...waiting, on_provider_page: true, next_action_url: page })]
    const { store, went, input } = open({ pay })
    await store.payOnPage(true)
    const choices = { checkout_method: 'card', on_provider_page: true, store_payment_source: true }
    expect(input).toEqual([['pay', expect.objectContaining(choices)]])
    expect(input[0]?.[1]).not.toHaveProperty('payment_source_id')
    expect(went).toEqual([page])
    expect(store.notice.get()).toEqual({ kind: 'bank', address: page, payment: 'pay_1', isOnPage: true })
  })
})
