// Over 250 lines: the actions of one checkout share its sum, its hold and its notice.
import type { OrderStatus } from '#contract/states/order-states'
import * as orderStates from '#contract/states/order-states'
import { atom } from 'nanostores'
import type { CheckoutMethod, Order, Quote } from '#contract/money/order'
import type { Payment, PayOrderRequest } from '#contract/money/payment'
import type { Failure } from '../../api/api-failure.ts'
import { type CheckoutCalls, windowCheckoutCalls } from '../../api/checkout-calls.ts'
import { declineCount } from './decline-count.ts'
import { confirmSetup, runBankStep } from './bank-step.ts'
import { checkoutBalance } from './checkout-balance.ts'
import { type CheckoutNotice, initialNotice } from './checkout-notice.ts'
import {
  type CardSource,
  type CheckoutSetup,
  chargesCardLater,
  needsCard,
  type Sum,
  sumOf,
  usualMethodOf,
} from './checkout-setup.ts'
import { type CookieJar, cartCookieWriter } from './cart-cookie-writer.ts'
import { setTriedCode, rememberedCode, getTriedCode } from './remembered-discount.ts'

type Dependencies = {
  calls?: CheckoutCalls
  storage: Storage
  session: Storage
  jar?: CookieJar
  now: () => number
  navigate: (address: string) => void
  bankStep?: typeof runBankStep
}

/** Checkout of one order: its sum from the server's quote, the way to pay, and the outcome. */
export function checkout(setup: CheckoutSetup, dependencies: Dependencies) {
  const { storage, session, navigate: goTo, bankStep = runBankStep } = dependencies
  const orderId = setup.order.id
  const calls = dependencies.calls ?? windowCheckoutCalls(orderId)
  const isLapsed =
    setup.order.status === 'expired' || (setup.holdUntil !== null && Date.parse(setup.holdUntil) <= dependencies.now())
  const $sum = atom<Sum>(setup.sum)
  const $holdUntil = atom(isLapsed ? null : setup.holdUntil)
  const $notice = atom<CheckoutNotice | null>(initialNotice(setup, isLapsed))
  const $busy = atom<'pay' | 'cart' | 'hold' | null>(null)
  const usualMethod = (sum: Pick<Sum, 'checkout_methods'>) => usualMethodOf(sum, setup.isOnlinePossible)
  const $method = atom<CheckoutMethod | null>(usualMethod(setup.sum))
  /** The stored card to pay with; null for a new card. */
  const $card = atom<string | null>(setup.chosenCard)
  /** True when the order is paid in instalments. */
  const $paysInParts = atom(false)
  /** The payment in a bank step that another card replaces. */
  let replaced: string | null = null
  const $codeRefusal = atom<string | null>(null)
  const $codeNote = atom<{ code: string; reason: string } | null>(null)
  const $notes = atom<string[]>([])
  const $canExtendHold = atom(true)
  const balance = checkoutBalance(setup)
  const updateCartCookie = cartCookieWriter(setup, dependencies)
  const writeCartCookie = () => updateCartCookie({ items: $sum.get().items, until: $holdUntil.get() })
  $sum.listen(writeCartCookie)
  $holdUntil.listen(writeCartCookie)
  const declines = declineCount(session, orderId)
  if (setup.decline && declines.read() === 0) declines.add()

  function applyTotals(totals: Order | Quote) {
    $sum.set(sumOf(totals))
    if ($sum.get().parts.length === 0) $paysInParts.set(false)
    $holdUntil.set(totals.object === 'quote' ? totals.valid_until : totals.hold_expires_at)
    const { checkout_methods } = totals
    const chosen = $method.get()
    if (chosen === null || !checkout_methods.includes(chosen)) $method.set(usualMethod(totals))
    if (totals.object === 'quote') {
      $notes.set(totals.notices.map(({ message }) => message))
      balance.applyQuote(totals)
    }
  }

  /** Shows an order after a change. Only its quote has the balance that pays a cart. */
  async function applyOrder(order: Order) {
    applyTotals(order)
    if (balance.isMissingFrom(order)) await requote()
  }

  /** Turns the balance on or off, and quotes the sum again. */
  async function payWithBalance(isUsed: boolean) {
    balance.isUsed.set(isUsed)
    if (!(await requote()).ok) balance.isUsed.set(!isUsed)
  }
  const showFailure = (failure: Failure) =>
    $notice.set(
      failure.isAborted || failure.code === 401
        ? null
        : failure.type === 'hold_expired'
          ? { kind: 'lapsed', soldOut: null }
          : { kind: 'failed', failure, isPaying: $busy.get() === 'pay' },
    )

  /** Runs one action at a time, so that a double press acts once. */
  async function runExclusive(what: 'pay' | 'cart' | 'hold', work: () => Promise<unknown>) {
    if ($busy.get()) return
    $busy.set(what)
    try {
      await work()
    } finally {
      $busy.set(null)
    }
  }

  async function showDecline({
    type,
    message,
    path,
    timestamp,
  }: Pick<Failure, 'type' | 'message' | 'path' | 'timestamp'>) {
    const { declineOf } = await import('#contract/money/declines')
    const { actions, saysNotCharged } = declineOf(type, declines.read())
    $notice.set({
      kind: 'declined',
      decline: { type, message: message ?? '', actions, saysNotCharged, path, timestamp },
    })
  }

  /** Applies the code of a link, once. */
  async function applyLinkCode() {
    const handleRefusal = getTriedCode(session, orderId)
    const code = rememberedCode(storage, setup.program.id)
    if (code && handleRefusal) {
      $codeNote.set({ code, reason: handleRefusal })
      setTriedCode(session, orderId, null)
    }
    if (!code || handleRefusal !== undefined || $notice.get() || setup.order.status !== 'draft' || hasEnteredCode())
      return
    await runExclusive('cart', async () => {
      const answer = await calls.applyCode(code)
      if (!answer.ok && (answer.failure.code >= 500 || answer.failure.isAborted)) return
      setTriedCode(session, orderId, null)
      if (answer.ok) await requote()
      else if (answer.failure.message && answer.failure.type !== 'coupon_already_applied')
        $codeNote.set({ code, reason: answer.failure.message })
    })
  }
  const hasEnteredCode = () => $sum.get().discounts.some(({ coupon }) => !coupon.apply_automatically)

  async function requote() {
    const method = $method.get()
    const answer = await calls.quote(method === 'free' ? null : method, balance.isUsed.get())
    if (answer.ok) applyTotals(answer.data)
    else showFailure(answer.failure)
    return answer
  }

  async function applyCode(code: string) {
    $codeRefusal.set(null)
    $codeNote.set(null)
    const answer = await calls.applyCode(code)
    if (answer.ok) await requote()
    else if (answer.failure.code < 500 && answer.failure.message && answer.failure.type !== 'hold_expired')
      $codeRefusal.set(answer.failure.message)
    else showFailure(answer.failure)
    return answer.ok
  }

  async function change(call: Promise<{ ok: true; data: Order } | { ok: false; failure: Failure }>) {
    const answer = await call
    if (answer.ok) await applyOrder(answer.data)
    else showFailure(answer.failure)
    return answer.ok
  }

  /** Removes an item. An empty order is deleted, unless it is already in the ledger. */
  async function removeItem(itemId: string) {
    const sum = $sum.get()
    if (sum.items.length === 1 && (await calls.deleteOrder()).ok) return $sum.set({ ...sum, items: [] })
    return change(calls.removeItem(itemId))
  }

  /** Changes the quantity of a product. */
  const changeQuantity = (itemId: string, quantity: number) => change(calls.changeItem(itemId, quantity))

  async function holdAgain() {
    const answer = await calls.quote(null, balance.isUsed.get())
    if (answer.ok) {
      applyTotals(answer.data)
      $notice.set(null)
    } else if (answer.failure.type === 'sold_out') $notice.set({ kind: 'lapsed', soldOut: answer.failure.param })
    else showFailure(answer.failure)
  }

  async function extendHold() {
    $canExtendHold.set(false)
    const answer = await calls.extendHold()
    if (answer.ok) await applyOrder(answer.data)
    // The hold is already extended, perhaps in another window, so the button is hidden without an error.
    else if (answer.failure.param !== 'more_time_used') showFailure(answer.failure)
  }

  /**
   * Pays in the selected way. `source` is the card's source; it is stored when `stores` is true. Two presses, two
   * tabs or a lost response charge once, because the server returns the payment that already runs.
   */
  async function pay(cardSource: CardSource, stores: boolean) {
    const checkout_method = $method.get()
    const input = typeof cardSource === 'function' ? await cardSource() : cardSource
    const isForLater = checkout_method === 'free' && chargesCardLater($sum.get())
    // When the card must be stored but is incomplete, the checkout does not pay.
    const isNeeded = checkout_method === 'card' || (isForLater && (needsCard($sum.get()) || setup.cards.length > 0))
    if (!checkout_method || (isNeeded && input === null)) return
    const source = isForLater && input !== null && $card.get() === null ? await storeFirst(input) : input
    if (source !== undefined) await send(checkout_method, { payment_source_id: source }, stores)
  }

  async function send(
    checkout_method: CheckoutMethod,
    card: Pick<PayOrderRequest, 'payment_source_id' | 'on_provider_page'>,
    stores: boolean,
  ) {
    const [first] = checkout_method === 'card' && $paysInParts.get() && !balance.isUsed.get() ? $sum.get().parts : []
    $notice.set(null)
    const answer = await calls.pay({
      checkout_method,
      ...card,
      use_account_balance: balance.isUsed.get(),
      ...(stores ? { store_payment_source: true } : {}),
      ...(replaced ? { replaces_payment_id: replaced } : {}),
      ...(first ? { pay_in_instalments: true, first_instalment: first.amount.value } : {}),
      return_url: setup.addresses.order,
      quote_version: $sum.get().quote_version,
    })
    if (answer.ok) return followPayment(answer.data)
    await refused(answer.failure)
  }

  /** Leaves a bank step: the next press pays another way, first offered a new card, and ends the waiting payment first. */
  function chooseOtherCard() {
    const notice = $notice.get()
    if (notice?.kind === 'bank') replaced = notice.payment
    $notice.set(null)
    $method.set('card')
    $card.set(null)
  }

  /** Stores a card for later payments and returns its id; undefined when it was refused, or a bank step comes first. */
  async function storeFirst(source: string): Promise<string | undefined> {
    $notice.set(null)
    const answer = await calls.storeCard(setup.program.id, source, setup.addresses.checkout)
    if (!answer.ok) {
      await refused(answer.failure)
      return
    }
    if (answer.data.object === 'payment_source') return answer.data.id
    const { next_action_url: address } = answer.data
    if (address) $notice.set({ kind: 'bank', address, payment: null, isOnPage: false })
    const { id: programId } = setup.program
    const page = { programId, language: setup.language, returnUrl: setup.addresses.checkout }
    goTo(address ?? (await confirmSetup(answer.data, page, bankStep)))
    return
  }

  function followPayment(payment: Payment) {
    if (payment.has_next_action && payment.next_action_url) {
      const { id, on_provider_page: isOnPage, next_action_url: address } = payment
      $notice.set({ kind: 'bank', address, payment: id, isOnPage })
      return goTo(address)
    }
    const isSettled = payment.status === 'succeeded' || payment.checkout_method === 'offline'
    goTo(isSettled ? setup.addresses.order : `${setup.addresses.confirm}&payment_id=${encodeURIComponent(payment.id)}`)
  }

  async function refused(failure: Failure) {
    if (failure.code === 402) {
      declines.add()
      const order = await calls.readOrder()
      if (order.ok) applyTotals(order.data)
      return showDecline(failure)
    }
    if (failure.type === 'quote_stale') return showChange(failure.body['quote'] as Quote | undefined)
    if (failure.type === 'payment_in_progress') return $notice.set({ kind: 'checking' })
    if (failure.type === 'state_conflict' && orderStates.finished.has(failure.param as OrderStatus))
      return goTo(setup.addresses.order)
    showFailure(failure)
  }

  async function showChange(quote: Quote | undefined) {
    const before = $sum.get().amount_remaining.display
    if (quote) applyTotals(quote)
    else if (!(await requote()).ok) return
    $notice.set({ kind: 'changed', before, now: $sum.get().amount_remaining.display })
  }

  return {
    sum: $sum,
    holdUntil: $holdUntil,
    notice: $notice,
    busy: $busy,
    method: $method,
    card: $card,
    paysInParts: $paysInParts,
    codeRefusal: $codeRefusal,
    codeNote: $codeNote,
    notes: $notes,
    canExtendHold: $canExtendHold,
    balance: balance.amount,
    usesBalance: balance.isUsed,
    applyLinkCode,
    clearCodeRefusal: () => $codeRefusal.set(null),
    payInParts: (isChosen: boolean) => $paysInParts.set(isChosen),
    chooseOtherCard,
    selectCard: (id: string | null) => $card.set(id),
    selectMethod: (method: CheckoutMethod) => $method.set(method),
    expireHold: () => {
      $holdUntil.set(null)
      if ($notice.get()?.kind !== 'bank' && $busy.get() !== 'pay') $notice.set({ kind: 'lapsed', soldOut: null })
    },
    pay: (source: CardSource, stores = false) => runExclusive('pay', () => pay(source, stores)),
    /** Pays with a new card on the provider's own page, when its form is not here. */
    payOnPage: (stores: boolean) => runExclusive('pay', () => send('card', { on_provider_page: true }, stores)),
    holdAgain: () => runExclusive('hold', holdAgain),
    extendHold: () => runExclusive('hold', extendHold),
    payWithBalance: (isUsed: boolean) => runExclusive('cart', () => payWithBalance(isUsed)),
    removeItem: (itemId: string) => runExclusive('cart', () => removeItem(itemId)),
    changeQuantity: (itemId: string, quantity: number) => runExclusive('cart', () => changeQuantity(itemId, quantity)),
    removeCode: (discountId: string) => runExclusive('cart', () => change(calls.removeCode(discountId))),
    applyCode: (code: string) => runExclusive('cart', () => applyCode(code)),
    showNotice: (notice: CheckoutNotice | null) => $notice.set(notice),
  }
}
export type CheckoutStore = ReturnType<typeof checkout>
