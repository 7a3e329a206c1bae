// Over 250 lines: the actions of one checkout share its sum, its hold and its notice.
import type { OrderStatus } from '#contract/states/order-states'
import * as orderStates from '#contract/states/order-states'
import type { CheckoutMethod, Order, Quote } from '#contract/money/order'
import type { Payment, PayOrderRequest } from '#contract/money/payment'
import type { Failure } from '../../api/api-failure.ts'
import { windowCheckoutCalls } from '../../api/checkout-calls.ts'
import { declineCount } from './decline-count.ts'
import { confirmSetup, runBankStep } from './bank-step.ts'
import type { CheckoutDependencies, CheckoutState } from './checkout.ts'
import {
  type CardSource,
  type CheckoutSetup,
  chargesCardLater,
  needsCard,
  sumOf,
  usualMethodOf,
} from './checkout-setup.ts'
import { setTriedCode, rememberedCode, getTriedCode } from './remembered-discount.ts'

/** The actions of checkout that call the API. Their script loads when the customer first uses the page. */
export function checkoutActions(state: CheckoutState, setup: CheckoutSetup, dependencies: CheckoutDependencies) {
  const { storage, session, navigate: goTo, bankStep = runBankStep } = dependencies
  const {
    $sum,
    $holdUntil,
    $notice,
    $busy,
    $method,
    $card,
    $paysInParts,
    $agrees,
    $codeRefusal,
    $codeNote,
    $notes,
    $canExtendHold,
    balance,
  } = state
  const orderId = setup.order.id
  const calls = dependencies.calls ?? windowCheckoutCalls(orderId)
  const declines = declineCount(session, orderId)
  if (setup.decline && declines.read() === 0) declines.add()

  function applyTotals(totals: Order | Quote) {
    $sum.set(sumOf(totals))
    if ($sum.get().parts.length === 0) $paysInParts.set(false)
    $holdUntil.set(totals.object === 'quote' ? totals.valid_until : totals.hold_expires_at)
    const { checkout_methods } = totals
    const chosen = $method.get()
    if (chosen === null || !checkout_methods.includes(chosen))
      $method.set(usualMethodOf(totals, setup.isOnlinePossible))
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

  const showFailure = (failure: Failure) =>
    $notice.set(
      failure.isAborted || failure.code === 401
        ? null
        : failure.type === 'hold_expired'
          ? { kind: 'lapsed', soldOut: null }
          : { kind: 'failed', failure, isPaying: $busy.get() === 'pay' },
    )

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
    const answer = await calls.applyCode(code)
    if (!answer.ok && (answer.failure.code >= 500 || answer.failure.isAborted)) return
    setTriedCode(session, orderId, null)
    if (answer.ok) await requote()
    else if (answer.failure.message && answer.failure.type !== 'coupon_already_applied')
      $codeNote.set({ code, reason: answer.failure.message })
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
      ...(checkout_method === 'card' && $agrees.get() && setup.chargeConsent
        ? { charge_consent: setup.chargeConsent.version }
        : {}),
      ...(state.replaced ? { replaces_payment_id: state.replaced } : {}),
      ...(first ? { pay_in_instalments: true, first_instalment: first.amount.value } : {}),
      return_url: setup.addresses.order,
      quote_version: $sum.get().quote_version,
    })
    if (answer.ok) return followPayment(answer.data)
    await refused(answer.failure)
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
    applyLinkCode,
    pay,
    payOnPage: (stores: boolean) => send('card', { on_provider_page: true }, stores),
    holdAgain,
    extendHold,
    requote,
    removeItem,
    changeQuantity,
    removeCode: (discountId: string) => change(calls.removeCode(discountId)),
    applyCode,
  }
}
export type CheckoutActions = ReturnType<typeof checkoutActions>
