import { atom } from 'nanostores'
import type { CheckoutMethod } from '#contract/money/order'
import { thrownToFailure } from '../../api/api-failure.ts'
import type { CheckoutCalls } from '../../api/checkout-calls.ts'
import type { runBankStep } from './bank-step.ts'
import type { CheckoutActions } from './checkout-actions.ts'
import { checkoutBalance } from './checkout-balance.ts'
import { type CheckoutNotice, initialNotice } from './checkout-notice.ts'
import { type CardSource, type CheckoutSetup, type Sum, usualMethodOf } from './checkout-setup.ts'
import { type CookieJar, cartCookieWriter } from './cart-cookie-writer.ts'
import { rememberedCode } from './remembered-discount.ts'

export type CheckoutDependencies = {
  calls?: CheckoutCalls
  storage: Storage
  session: Storage
  jar?: CookieJar
  now: () => number
  navigate: (address: string) => void
  bankStep?: typeof runBankStep
}

/** What a customer sees and chooses at checkout. */
function checkoutState(setup: CheckoutSetup, isLapsed: boolean) {
  return {
    $sum: atom<Sum>(setup.sum),
    $holdUntil: atom(isLapsed ? null : setup.holdUntil),
    $notice: atom<CheckoutNotice | null>(initialNotice(setup, isLapsed)),
    $busy: atom<'pay' | 'cart' | 'hold' | null>(null),
    $method: atom<CheckoutMethod | null>(usualMethodOf(setup.sum, setup.isOnlinePossible)),
    /** The stored card to pay with; null for a new card. */
    $card: atom<string | null>(setup.chosenCard),
    /** True when the order is paid in instalments. */
    $paysInParts: atom(false),
    /** True when the customer lets the organisation charge the stored card later. */
    $agrees: atom(false),
    $codeRefusal: atom<string | null>(setup.code.refusal),
    $codeNote: atom<{ code: string; reason: string } | null>(null),
    $notes: atom<string[]>([]),
    $canExtendHold: atom(true),
    balance: checkoutBalance(setup),
    /** The payment in a bank step that another card replaces. */
    replaced: null as string | null,
  }
}
export type CheckoutState = ReturnType<typeof checkoutState>

/** Checkout of one order: its sum from the server's quote, the way to pay, and the outcome. */
export function checkout(setup: CheckoutSetup, dependencies: CheckoutDependencies) {
  const isLapsed =
    setup.order.status === 'expired' || (setup.holdUntil !== null && Date.parse(setup.holdUntil) <= dependencies.now())
  const state = checkoutState(setup, isLapsed)
  const { $sum, $holdUntil, $notice, $busy, $method, $card, balance } = state
  const updateCartCookie = cartCookieWriter(setup, dependencies)
  const writeCartCookie = () => updateCartCookie({ items: $sum.get().items, until: $holdUntil.get() })
  $sum.listen(writeCartCookie)
  $holdUntil.listen(writeCartCookie)

  let loaded: Promise<CheckoutActions> | null = null
  function load(): Promise<CheckoutActions> {
    loaded ??= import('./checkout-actions.ts').then(
      ({ checkoutActions }) => checkoutActions(state, setup, dependencies),
      (thrown) => {
        loaded = null
        throw thrown
      },
    )
    return loaded
  }

  /** Runs one action at a time, so that a double press acts once. */
  async function run<Done>(what: 'pay' | 'cart' | 'hold', work: (actions: CheckoutActions) => Promise<Done>) {
    if ($busy.get()) return
    $busy.set(what)
    try {
      const actions = await load().catch((thrown) => {
        $notice.set({ kind: 'failed', failure: thrownToFailure(thrown), isPaying: false })
      })
      return actions && (await work(actions))
    } finally {
      $busy.set(null)
    }
  }

  /** Turns the balance on or off, and quotes the sum again. */
  async function payWithBalance(isUsed: boolean) {
    if ($busy.get()) return
    balance.isUsed.set(isUsed)
    const answer = await run('cart', ({ requote }) => requote())
    if (!answer?.ok) balance.isUsed.set(!isUsed)
  }

  /** Leaves a bank step: the next press pays another way, first offered a new card, and ends the waiting payment first. */
  function chooseOtherCard() {
    const notice = $notice.get()
    if (notice?.kind === 'bank') state.replaced = notice.payment
    $notice.set(null)
    $method.set('card')
    $card.set(null)
  }

  return {
    sum: $sum,
    holdUntil: $holdUntil,
    notice: $notice,
    /** The notice in the server's HTML, which does not take the focus. */
    firstNotice: $notice.get(),
    busy: $busy,
    method: $method,
    card: $card,
    paysInParts: state.$paysInParts,
    agrees: state.$agrees,
    codeRefusal: state.$codeRefusal,
    codeNote: state.$codeNote,
    notes: state.$notes,
    canExtendHold: state.$canExtendHold,
    balance: balance.amount,
    usesBalance: balance.isUsed,
    /** Loads what the actions need, before the first press. */
    prepare: () => load().catch(() => null),
    hasLinkCode: () => !setup.isFixed && rememberedCode(dependencies.storage, setup.program.id) !== null,
    applyLinkCode: () => run('cart', (actions) => actions.applyLinkCode()),
    clearCodeRefusal: () => state.$codeRefusal.set(null),
    agreeToCharges: (isAgreed: boolean) => state.$agrees.set(isAgreed),
    payInParts: (isChosen: boolean) => state.$paysInParts.set(isChosen),
    chooseOtherCard,
    selectCard: (id: string | null) => $card.set(id),
    selectMethod: (method: CheckoutMethod) => $method.set(method),
    expireHold: () => {
      $holdUntil.set(null)
      if ($notice.get()?.kind !== 'bank' && $busy.get() !== 'pay') $notice.set({ kind: 'lapsed', soldOut: null })
    },
    pay: (source: CardSource, stores = false) => run('pay', (actions) => actions.pay(source, stores)),
    /** Pays with a new card on the provider's own page, when its form is not here. */
    payOnPage: (stores: boolean) => run('pay', (actions) => actions.payOnPage(stores)),
    holdAgain: () => run('hold', (actions) => actions.holdAgain()),
    extendHold: () => run('hold', (actions) => actions.extendHold()),
    payWithBalance,
    removeItem: (itemId: string) => run('cart', (actions) => actions.removeItem(itemId)),
    changeQuantity: (itemId: string, quantity: number) =>
      run('cart', (actions) => actions.changeQuantity(itemId, quantity)),
    removeCode: (discountId: string) => run('cart', (actions) => actions.removeCode(discountId)),
    applyCode: (code: string) => run('cart', (actions) => actions.applyCode(code)),
    showNotice: (notice: CheckoutNotice | null) => $notice.set(notice),
  }
}
export type CheckoutStore = ReturnType<typeof checkout>
