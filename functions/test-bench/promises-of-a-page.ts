import { describe, expect, it } from 'vitest'
import { type PaymentProvider, UnknownCustomer } from '../platform/cards/provider.ts'
import { back, type PayInput, type ProviderUnderTest, unique } from './provider-under-test.ts'

type World = {
  bench: ProviderUnderTest
  payment: (source: string, more?: Partial<PayInput>) => PayInput
  customer: () => Promise<string>
}

/** The guarantees of a provider's own page for a card. */
export function promisesOfAPage(world: () => World): void {
  const at = () => ({ account: null, now: world().bench.now() })

  describe('on the provider’s page', () => {
    const openPage = async (more: Partial<Parameters<PaymentProvider['openPage']>[0]> = {}) => {
      const { source: _, isOffSession: __, intent_id: ___, ...input } = world().payment('')
      const page = {
        ...input,
        title: 'Camps',
        language: 'en' as const,
        email: 'pat@example.com',
        expires_at: world().bench.now() + 40 * 60_000,
        ...more,
      }
      return { input: page, opened: await world().bench.provider.openPage(page) }
    }
    const now = async ({ input, opened }: Awaited<ReturnType<typeof openPage>>) =>
      world().bench.provider.read({ intent_id: opened.id, payment_id: input.payment_id, ...at() })
    const tried = async (page: Awaited<ReturnType<typeof openPage>>, card: string) =>
      world().bench.payOnPage(page.opened.next_action_url ?? '', card)

    it('a page opens once per attempt and charges its amount to the card that is entered there', async () => {
      const page = await openPage()
      const { input, opened } = page
      expect(opened).toMatchObject({ state: 'requires_action', amount: 5000, amount_received: 0, currency: 'CAD' })
      expect(world().bench.provider.isBankAddress(new URL(opened.next_action_url ?? ''))).toBe(true)
      expect((await world().bench.provider.openPage(input)).next_action_url).toBe(opened.next_action_url)
      expect(await tried(page, world().bench.cards.is_declined())).toBeNull()
      expect(await now(page)).toMatchObject({ state: 'requires_action', next_action_url: opened.next_action_url })
      expect(await tried(page, world().bench.cards.succeeds())).toBe(back)
      const paid = await now(page)
      const { payment_id, order_id } = input
      expect(paid).toMatchObject({ payment_id, order_id, state: 'succeeded', amount_received: 5000 })
      expect(paid?.card?.last4).toBe('4242')
      expect(paid?.stored_source).toBeNull()
      const refund = { refund_id: `ref_${unique()}`, intent_id: paid?.id ?? '', amount: 5000, ...at() }
      expect(await world().bench.provider.refund({ ...refund, reason: 'requested_by_customer' })).toMatchObject({
        state: 'succeeded',
      })
    })

    it('a page may lead to the bank, and a paid page can no longer be closed', async () => {
      const page = await openPage()
      await world().bench.decideAtBank((await tried(page, world().bench.cards.asks_bank())) ?? '', true)
      expect(await now(page)).toMatchObject({ state: 'succeeded', amount_received: 5000 })
      expect((await world().bench.provider.cancel({ intent_id: page.opened.id, ...at() })).state).toBe('succeeded')
    })

    it('a page opens for an order that is held for days', async () => {
      const page = await openPage({ expires_at: world().bench.now() + 3 * 24 * 60 * 60_000 })
      expect(page.opened).toMatchObject({ state: 'requires_action', next_action_url: expect.any(String) })
    })

    it('a closed page takes no card', async () => {
      const page = await openPage()
      expect(await world().bench.provider.cancel({ intent_id: page.opened.id, ...at() })).toMatchObject({
        state: 'canceled',
        next_action_url: null,
      })
      await tried(page, world().bench.cards.succeeds())
      expect(await now(page)).toMatchObject({ state: 'canceled', amount_received: 0 })
    })

    it('a page stores its card only for a customer who wants it', async () => {
      const owner = await world().customer()
      const [kept, used] = [await openPage({ customer: owner, stores: true }), await openPage({ customer: owner })]
      for (const page of [kept, used]) await tried(page, world().bench.cards.succeeds())
      const source = (await now(kept))?.stored_source ?? ''
      expect(await world().bench.provider.readSource({ source, ...at() })).toMatchObject({
        id: source,
        customer: owner,
      })
      expect((await now(used))?.stored_source).toBeNull()
      await expect(openPage({ customer: 'cus_never_seen' })).rejects.toThrow(UnknownCustomer)
    })
  })

  describe('on the provider’s page, with nothing due', () => {
    const openPage = async () => {
      const { source: _, isOffSession: __, intent_id: ___, ...input } = world().payment('', { amount: 0, stores: true })
      const owner = await world().customer()
      const page = { ...input, customer: owner, title: 'Camps', language: 'fr' as const, email: 'pat@example.com' }
      const expires_at = world().bench.now() + 40 * 60_000
      return { owner, input, opened: await world().bench.provider.openPage({ ...page, expires_at }) }
    }
    const now = async ({ input, opened }: Awaited<ReturnType<typeof openPage>>) =>
      world().bench.provider.read({ intent_id: opened.id, payment_id: input.payment_id, ...at() })

    it('the page stores the card for the customer and charges nothing', async () => {
      const page = await openPage()
      const { opened, owner, input } = page
      expect(opened).toMatchObject({ state: 'requires_action', amount: 0, currency: 'CAD', stored_source: null })
      expect(await world().bench.payOnPage(opened.next_action_url ?? '', world().bench.cards.is_declined())).toBeNull()
      expect(await now(page)).toMatchObject({ state: 'requires_action', next_action_url: opened.next_action_url })
      expect(await world().bench.payOnPage(opened.next_action_url ?? '', world().bench.cards.succeeds())).toBe(back)
      const { payment_id, order_id } = input
      const done = await now(page)
      expect(done).toMatchObject({ payment_id, order_id, state: 'succeeded', amount_received: 0, currency: 'CAD' })
      expect(done?.card?.last4).toBe('4242')
      const source = done?.stored_source ?? ''
      expect(await world().bench.provider.readSource({ source, ...at() })).toMatchObject({
        id: source,
        customer: owner,
      })
      expect((await world().bench.provider.cancel({ intent_id: opened.id, ...at() })).state).toBe('succeeded')
    })

    it('the page may lead to the bank', async () => {
      const page = await openPage()
      const bank = await world().bench.payOnPage(page.opened.next_action_url ?? '', world().bench.cards.asks_bank())
      await world().bench.decideAtBank(bank ?? '', true)
      expect(await now(page)).toMatchObject({ state: 'succeeded', stored_source: expect.any(String) })
    })

    it('a closed page stores no card', async () => {
      const page = await openPage()
      expect((await world().bench.provider.cancel({ intent_id: page.opened.id, ...at() })).state).toBe('canceled')
      await world().bench.payOnPage(page.opened.next_action_url ?? '', world().bench.cards.succeeds())
      expect(await now(page)).toMatchObject({ state: 'canceled', stored_source: null })
    })
  })
}
