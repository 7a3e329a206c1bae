import { beforeAll, describe, expect, it } from 'vitest'
import { type Intent, type PaymentProvider, UnknownCustomer, UnknownSource } from '../platform/cards/provider.ts'
import { promisesOfAPage } from './promises-of-a-page.ts'
import { back, type PayInput, paymentInput, type ProviderUnderTest, unique } from './provider-under-test.ts'

/** The guarantees of every card provider, tested on an adapter. */
export function promisesOfAProvider(name: string, open: () => Promise<ProviderUnderTest>): void {
  describe(`${name} keeps the promises of a card provider`, () => {
    let bench: ProviderUnderTest
    let provider: PaymentProvider
    beforeAll(async () => {
      bench = await open()
      provider = bench.provider
    })
    const at = () => ({ account: null, now: bench.now() })
    const payment = (source: string, more: Partial<PayInput> = {}) => paymentInput(source, { ...at(), ...more })
    const read = async ({ id, payment_id }: Pick<Intent, 'id' | 'payment_id'>) =>
      provider.read({ intent_id: id, payment_id, ...at() })
    const pat = (replaces: string | null = null) => ({
      key: `cup_${unique()}`,
      replaces,
      email: 'pat@example.com',
      name: 'Pat Lee',
      ...at(),
    })
    const customer = async () => (await provider.createCustomer(pat())).id
    const openSetup = async (owner: string) =>
      provider.createSetup({ setup_id: `pset_${unique()}`, customer: owner, ...at() })
    const confirm = async (provider_setup_id: string, source: string, attempt = 1) =>
      provider.confirmSetup({ provider_setup_id, source, return_url: back, attempt, ...at() })
    async function stored(owner: string, source: string): Promise<string> {
      const setup = await confirm((await openSetup(owner)).id, source)
      return setup.source?.id ?? ''
    }

    describe('a payment', () => {
      it('a payment succeeds, needs the bank or is declined as its card says, in whole amounts', async () => {
        const paid = await provider.pay(payment(bench.cards.succeeds()))
        expect(paid).toMatchObject({ state: 'succeeded', amount: 5000, amount_received: 5000, currency: 'CAD' })
        expect(paid.card?.last4).toMatch(/^\d{4}$/)
        expect(paid.stored_source).toBeNull()
        const waiting = await provider.pay(payment(bench.cards.asks_bank()))
        expect(waiting).toMatchObject({ state: 'requires_action', amount_received: 0 })
        expect(provider.isBankAddress(new URL(waiting.next_action_url ?? ''))).toBe(true)
        expect(await provider.pay(payment(bench.cards.is_declined()))).toMatchObject({
          state: 'requires_payment_method',
          decline: bench.decline,
          amount_received: 0,
          next_action_url: null,
        })
      })

      it('a payment has our payment and order ids, and is found by its id and by ours', async () => {
        const input = payment(bench.cards.succeeds())
        const { id } = await provider.pay(input)
        const expected = { id, payment_id: input.payment_id, order_id: 'ord_one', state: 'succeeded' }
        expect(await read({ id, payment_id: input.payment_id })).toMatchObject(expected)
        expect(await provider.read({ intent_id: null, payment_id: input.payment_id, ...at() })).toMatchObject(expected)
        expect(await provider.read({ intent_id: null, payment_id: 'pay_never_seen', ...at() })).toBeNull()
      })

      it('ten simultaneous repeats of a payment charge once', async () => {
        const same = payment(bench.cards.succeeds())
        const intents = await Promise.all(Array.from({ length: 10 }, () => provider.pay(same)))
        expect(new Set(intents.map(({ id }) => id)).size).toBe(1)
        expect(new Set(intents.map(({ amount_received }) => amount_received))).toEqual(new Set([5000]))
      })

      it('a payment keeps its intent for the next attempt, with another card and amount', async () => {
        const first = payment(bench.cards.is_declined())
        const { id } = await provider.pay(first)
        const second = { ...first, intent_id: id, source: bench.cards.succeeds(), attempt: 2, amount: 7000 }
        expect(await provider.pay(second)).toMatchObject({ id, state: 'succeeded', amount_received: 7000 })
        expect(await provider.pay({ ...second, attempt: 3 })).toMatchObject({ id, amount_received: 7000 })
      })

      it.each([
        { isConfirmed: true, state: 'succeeded', decline: null },
        { isConfirmed: false, state: 'requires_payment_method', decline: 'payment_intent_authentication_failure' },
      ])(
        'a payment continues after the bank step (confirmed: $isConfirmed)',
        async ({ isConfirmed, state, decline }) => {
          const intent = await provider.pay(payment(bench.cards.asks_bank()))
          await bench.decideAtBank(intent.next_action_url ?? '', isConfirmed)
          expect(await read(intent)).toMatchObject({ state, decline, next_action_url: null })
        },
      )

      promisesOfAPage(() => ({ bench, payment, customer }))

      it('an open payment can be cancelled, and a successful payment cannot', async () => {
        const open = await provider.pay(payment(bench.cards.asks_bank()))
        const paid = await provider.pay(payment(bench.cards.succeeds()))
        expect((await provider.cancel({ intent_id: open.id, ...at() })).state).toBe('canceled')
        expect((await provider.cancel({ intent_id: paid.id, ...at() })).state).toBe('succeeded')
      })

      it('a payment is refunded in parts, each part once, and never above its amount', async () => {
        const paid = await provider.pay(payment(bench.cards.succeeds()))
        const part = async (refund_id: string, amount: number) =>
          provider.refund({ refund_id, intent_id: paid.id, amount, reason: 'requested_by_customer', ...at() })
        const key = unique()
        const [first, same] = await Promise.all([part(`ref_a${key}`, 3000), part(`ref_a${key}`, 3000)])
        expect(first).toEqual(same)
        expect(first.state).toBe('succeeded')
        expect((await part(`ref_b${key}`, 3000)).state).toBe('failed')
        expect((await part(`ref_c${key}`, 2000)).state).toBe('succeeded')
        expect(await provider.readRefund({ provider_refund_id: first.id, ...at() })).toEqual(first)
        expect(await provider.readRefund({ provider_refund_id: 're_never_seen', ...at() })).toBeNull()
        const unknown = { refund_id: `ref_d${key}`, intent_id: 'pi_never_seen', amount: 100, ...at() }
        expect((await provider.refund({ ...unknown, reason: 'duplicate' })).state).toBe('failed')
      })

      it('a disputed payment is reported with its amount', async () => {
        const paid = await provider.pay(payment(bench.cards.succeeds()))
        const id = await bench.dispute(paid.id)
        expect(await provider.readDispute({ dispute_id: id, ...at() })).toMatchObject({
          id,
          intent_id: paid.id,
          amount: 5000,
          currency: 'CAD',
        })
        expect(await provider.readDispute({ dispute_id: 'dp_never_seen', ...at() })).toBeNull()
      })
    })

    describe('a stored card', () => {
      it('a stored card belongs to one customer, and that customer is created once', async () => {
        const input = pat()
        const [first, same] = await Promise.all([provider.createCustomer(input), provider.createCustomer(input)])
        expect(first.id).toBe(same.id)
        const source = await stored(first.id, bench.cards.succeeds())
        expect(await provider.readSource({ source, ...at() })).toMatchObject({
          id: source,
          customer: first.id,
          card: { usage: 'reusable' },
        })
        expect(await provider.readSource({ source: 'pm_never_seen', ...at() })).toBeNull()
      })

      it('a stored card is deleted with its customer, also when the deletion is repeated', async () => {
        const input = pat()
        const { id } = await provider.createCustomer(input)
        const source = await stored(id, bench.cards.succeeds())
        const open = await openSetup(id)
        await provider.forgetCustomer({ customer: id, ...at() })
        await provider.forgetCustomer({ customer: id, ...at() })
        await provider.forgetCustomer({ customer: 'cus_never_seen', ...at() })
        expect(await provider.readSource({ source, ...at() })).toBeNull()
        for (const gone of [id, 'cus_never_seen']) {
          await expect(openSetup(gone)).rejects.toThrow(UnknownCustomer)
          const charged = provider.pay(payment(source, { customer: gone, isOffSession: true }))
          await expect(charged).rejects.toThrow(UnknownCustomer)
        }
        const declined = payment(bench.cards.is_declined())
        const { id: intent_id } = await provider.pay(declined)
        const again = provider.pay({ ...declined, intent_id, customer: id, stores: true, attempt: 2 })
        await expect(again).rejects.toThrow(UnknownCustomer)
        await expect(confirm('seti_never_seen', bench.cards.succeeds())).rejects.toThrow(UnknownCustomer)
        expect(open.customer).toBe(id)

        const next = await provider.createCustomer({ ...input, replaces: id })
        expect(next.id).not.toBe(id)
        expect((await provider.createCustomer({ ...input, replaces: id })).id).toBe(next.id)
        expect(await openSetup(next.id)).toMatchObject({ customer: next.id })
      })

      it('a stored card is created by a setup that is opened once and can be found again', async () => {
        const owner = await customer()
        const input = { setup_id: `pset_${unique()}`, customer: owner, ...at() }
        const setup = await provider.createSetup(input)
        expect(setup).toMatchObject({ setup_id: input.setup_id, state: 'requires_payment_method', source: null })
        expect(setup.client_secret).not.toBeNull()
        expect((await provider.createSetup(input)).id).toBe(setup.id)
        const done = await confirm(setup.id, bench.cards.succeeds())
        expect(done).toMatchObject({ id: setup.id, state: 'succeeded', source: { customer: owner } })
        expect((await confirm(setup.id, bench.cards.succeeds())).source?.id).toBe(done.source?.id)
        expect((await provider.readSetup({ provider_setup_id: setup.id, ...at() }))?.source?.id).toBe(done.source?.id)
        expect(await provider.readSetup({ provider_setup_id: 'seti_never_seen', ...at() })).toBeNull()
      })

      it('a stored card is created on the provider’s page, which is opened once per setup', async () => {
        const owner = await customer()
        const input = {
          setup_id: `pset_${unique()}`,
          language: 'en' as const,
          return_url: back,
          expires_at: bench.now() + 60 * 60_000,
          ...at(),
        }
        const page = await provider.openSetupPage({ ...input, customer: owner })
        expect(page).toMatchObject({
          setup_id: input.setup_id,
          state: 'requires_action',
          customer: owner,
          source: null,
        })
        const address = page.next_action_url ?? ''
        expect(provider.isBankAddress(new URL(address))).toBe(true)
        expect((await provider.openSetupPage({ ...input, customer: owner })).next_action_url).toBe(address)
        expect(await bench.payOnPage(address, bench.cards.is_declined())).toBeNull()
        expect(await bench.payOnPage(address, bench.cards.succeeds())).toBe(back)
        const done = await provider.readSetup({ provider_setup_id: page.id, ...at() })
        expect(done).toMatchObject({ setup_id: input.setup_id, state: 'succeeded', source: { customer: owner } })
        const source = done?.source?.id ?? ''
        expect(await provider.pay(payment(source, { customer: owner, isOffSession: true }))).toMatchObject({
          state: 'succeeded',
          stored_source: source,
        })
        const unknown = provider.openSetupPage({ ...input, setup_id: `pset_${unique()}`, customer: 'cus_never_seen' })
        await expect(unknown).rejects.toThrow(UnknownCustomer)
      })

      it('a declined setup can store another card', async () => {
        const { id } = await openSetup(await customer())
        expect(await confirm(id, bench.cards.is_declined())).toMatchObject({
          state: 'requires_payment_method',
          decline: bench.decline,
          source: null,
        })
        expect(await confirm(id, bench.cards.succeeds(), 2)).toMatchObject({ id, state: 'succeeded' })
      })

      it.each([
        { isConfirmed: true, state: 'succeeded', decline: null },
        { isConfirmed: false, state: 'requires_payment_method', decline: 'setup_intent_authentication_failure' },
      ])('a stored card may need the bank step (confirmed: $isConfirmed)', async ({ isConfirmed, state, decline }) => {
        const setup = await confirm((await openSetup(await customer())).id, bench.cards.asks_bank())
        expect(setup).toMatchObject({ state: 'requires_action', source: null })
        expect(provider.isBankAddress(new URL(setup.next_action_url ?? ''))).toBe(true)
        await bench.decideAtBank(setup.next_action_url ?? '', isConfirmed)
        const after = await provider.readSetup({ provider_setup_id: setup.id, ...at() })
        expect(after).toMatchObject({ state, decline })
        expect(after?.source === null).toBe(!isConfirmed)
      })

      it('a stored card is charged with its customer present and absent', async () => {
        const owner = await customer()
        const source = await stored(owner, bench.cards.succeeds())
        for (const isOffSession of [false, true])
          expect(await provider.pay(payment(source, { customer: owner, isOffSession }))).toMatchObject({
            state: 'succeeded',
            stored_source: source,
          })
      })

      it('a stored card that needs the bank is declined without its customer, and confirmed by the customer later', async () => {
        const owner = await customer()
        const setup = await confirm((await openSetup(owner)).id, bench.cards.asks_bank())
        await bench.decideAtBank(setup.next_action_url ?? '', true)
        const source = (await provider.readSetup({ provider_setup_id: setup.id, ...at() }))?.source?.id ?? ''
        const alone = payment(source, { customer: owner, isOffSession: true })
        const declined = await provider.pay(alone)
        expect(declined).toMatchObject({ state: 'requires_payment_method', decline: 'authentication_required' })
        const present = { ...alone, intent_id: declined.id, isOffSession: false, attempt: 2 }
        expect(await provider.pay(present)).toMatchObject({ id: declined.id, state: 'requires_action' })
      })

      it('a stored card may fail later', async () => {
        const owner = await customer()
        const source = await stored(owner, bench.cards.fails_once_stored())
        expect(source).not.toBe('')
        expect(await provider.pay(payment(source, { customer: owner, isOffSession: true }))).toMatchObject({
          state: 'requires_payment_method',
          amount_received: 0,
        })
      })

      it('a card is stored by its first payment once that payment succeeded', async () => {
        const owner = await customer()
        const paid = await provider.pay(payment(bench.cards.succeeds(), { customer: owner, stores: true }))
        expect(paid.stored_source).not.toBeNull()
        expect((await read(paid))?.stored_source).toBe(paid.stored_source)
        const source = paid.stored_source ?? ''
        expect(await provider.readSource({ source, ...at() })).toMatchObject({ id: source, customer: owner })
        const waiting = await provider.pay(payment(bench.cards.asks_bank(), { customer: owner, stores: true }))
        expect(waiting.stored_source).toBeNull()
        await bench.decideAtBank(waiting.next_action_url ?? '', true)
        expect((await read(waiting))?.stored_source).not.toBeNull()
      })

      describe('a card chosen after a decline, with the same payment intent', () => {
        const declinedFirst = async (more: { customer: string | null; stores: boolean }) => {
          const first = payment(bench.cards.is_declined(), more)
          const { id, state } = await provider.pay(first)
          expect(state).toBe('requires_payment_method')
          return { ...first, intent_id: id, attempt: 2 }
        }

        it('a stored card is charged after a new card was declined', async () => {
          const owner = await customer()
          const source = await stored(owner, bench.cards.succeeds())
          const second = { ...(await declinedFirst({ customer: null, stores: false })), customer: owner, source }
          const charged = { id: second.intent_id, state: 'succeeded', decline: null, stored_source: source }
          expect(await provider.pay(second)).toMatchObject(charged)
        })

        it('a card is not stored when its customer no longer wants it', async () => {
          const first = await declinedFirst({ customer: await customer(), stores: true })
          const paid = await provider.pay({ ...first, source: bench.cards.succeeds(), customer: null, stores: false })
          expect(paid).toMatchObject({ id: first.intent_id, state: 'succeeded', stored_source: null })
          expect((await read(paid))?.stored_source).toBeNull()
        })

        it('a card is stored when its customer wants it after all', async () => {
          const owner = await customer()
          const first = await declinedFirst({ customer: null, stores: false })
          const paid = await provider.pay({ ...first, source: bench.cards.succeeds(), customer: owner, stores: true })
          expect(paid).toMatchObject({ id: first.intent_id, state: 'succeeded' })
          const source = paid.stored_source ?? ''
          expect(await provider.readSource({ source, ...at() })).toMatchObject({ id: source, customer: owner })
        })
      })

      it('a detached card, or the card of another customer, cannot be charged', async () => {
        const owner = await customer()
        const source = await stored(owner, bench.cards.succeeds())
        const theirs = await provider.pay(payment(source, { customer: await customer() }))
        expect(theirs).toMatchObject({ state: 'requires_payment_method', amount_received: 0 })
        const setup = await openSetup(await customer())
        await expect(confirm(setup.id, source)).rejects.toThrow(UnknownSource)
        await provider.setDefault({ customer: owner, source, ...at() })
        await provider.setDefault({ customer: owner, source: null, ...at() })
        await provider.detach({ source, ...at() })
        await provider.detach({ source, ...at() })
        expect(await provider.readSource({ source, ...at() })).toBeNull()
        const gone = await provider.pay(payment(source, { customer: owner }))
        expect(gone).toMatchObject({ state: 'requires_payment_method', amount_received: 0 })
      })
    })

    describe('a webhook', () => {
      const event = { event_id: 'evt_1', kind: 'payment' as const, provider_ref: 'pi_1' }

      it('a webhook with a valid signature is accepted for five minutes', async () => {
        const now = bench.now()
        const report = await bench.report(event, now)
        expect(await provider.parseWebhook({ ...report, now: now + 299_000 })).toMatchObject({
          ok: true,
          events: [{ ...event, account: null }],
        })
        expect(await provider.parseWebhook({ ...report, now: now + 301_000 })).toEqual({ ok: false, why: 'too_old' })
      })

      it('a webhook is rejected with a changed byte, or without a signature', async () => {
        const now = bench.now()
        const { body, headers } = await bench.report(event, now)
        const parse = async (changed: { body?: string; headers?: Headers }) =>
          provider.parseWebhook({ body, headers, now, ...changed })
        expect(await parse({ body: body.replace('pi_1', 'pi_2') })).toEqual({ ok: false, why: 'wrong_signature' })
        expect(await parse({ body: `${body} ` })).toEqual({ ok: false, why: 'wrong_signature' })
        expect(await parse({ headers: new Headers() })).toEqual({ ok: false, why: 'no_signature' })
      })
    })

    it('the configuration for the card form contains no secret', () => {
      const received = provider.clientConfiguration({ account: null })
      expect(received.provider).toBe(provider.name)
      expect(JSON.stringify(received)).not.toMatch(/sk_|rk_|whsec_|secret/)
    })
  })
}
