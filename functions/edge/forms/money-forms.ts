import { createHash } from 'node:crypto'
import { checkoutMethods, type Order } from '../../contract/money/order.ts'
import type { Payment, PayOrderRequest } from '../../contract/money/payment.ts'
import { isTicked, pick } from '../read-form.ts'
import { expectedAmount, filled, ownKey, usedLinkCode } from './form-bodies.ts'
import type { Form, FormPost } from './form.ts'

const orderPage = '/pg/:program_id/profile/orders/:order_id'
const itemPath = 'profile/orders/:order_id/items/:item_id'
const chosenThing = [
  'product_id',
  'product_variation_id',
  'session_package_id',
  'membership_package_id',
  'quantity',
] as const
const toCheckout = (post: FormPost, { id }: Order) => post.page(`/pg/:program_id/checkout/${id}`)

/** Forms of orders, payments and refunds. */
export const moneyForms: readonly Form[] = [
  {
    path: '/pg/:program_id/cart',
    form: 'cart',
    actions: [
      // Shows the price for another day or person.
      { when: { act: 'show' }, back: [...chosenThing, 'start_date', 'who'] },
      { back: chosenThing, call: putIntoCart, next: toCheckout },
    ],
  },
  {
    path: '/pg/:program_id/profile/balance',
    form: 'balance',
    call: 'POST /v1/profile/orders',
    body: (post) => ({
      program_id: post.text('program_id'),
      ...pick(post.fields, ['customer_profile_id']),
      items: [{ type: 'balance_due' }],
    }),
    next: toCheckout,
  },
  {
    path: '/pg/:program_id/checkout/:order_id',
    form: 'checkout',
    actions: [
      {
        when: { act: 'code' },
        call: 'POST /v1/profile/orders/:order_id/discounts',
        body: ['code'],
        taken: usedLinkCode,
      },
      { when: { act: 'remove_code' }, call: 'DELETE /v1/profile/orders/:order_id/discounts/:discount_id' },
      { when: { act: 'more_time' }, call: 'POST /v1/profile/orders/:order_id/hold', body: [] },
      { when: { act: 'hold_again' }, call: 'POST /v1/profile/orders/:order_id/quote', body: [] },
      { when: { act: 'remove' }, call: `DELETE /v1/${itemPath}` },
      { when: { act: 'quantity' }, call: `PUT /v2/${itemPath}`, body: (post) => ({ quantity: quantityOf(post) }) },
      {
        call: 'POST /v1/profile/orders/:order_id/payments',
        body: paymentOf,
        // The same page may send another way after going back. That is another payment.
        key: (post) => keyOf(post, paymentOf(post)),
        next: afterPayment,
      },
    ],
  },
  {
    path: orderPage,
    form: 'order',
    actions: [
      {
        when: { cancel: 'place' },
        call: 'POST /v1/profile/registrations/:registration_id/cancel',
        body: cancellationOf,
        saved: 'cancelled',
      },
      {
        when: { cancel: true },
        call: 'POST /v1/profile/orders/:order_id/cancel',
        body: cancellationOf,
        saved: 'cancelled',
      },
      {
        when: { return: true },
        call: 'POST /v1/profile/orders/:order_id/items/:item_id/return',
        body: (post) => ({ ...filled(post, 'destination'), ...expectedAmount(post) }),
        saved: 'returned',
      },
      {
        when: { pay: true },
        call: 'POST /v1/profile/orders/:order_id/instalments/pay',
        body: (post) => ({
          payment_source_id: post.text('payment_source_id'),
          ...filled(post, 'instalment_id'),
          return_url: post.page(orderPage),
        }),
        // The page shows whether the payment covered an instalment.
        next: (post, payment: Payment) =>
          payment.has_next_action
            ? afterPayment(post, payment)
            : post.page(orderPage, { saved: 'part', payment: payment.id }),
      },
      { call: 'POST /v1/profile/orders/:order_id/calendar', saved: 'calendar' },
    ],
  },
  {
    path: `${orderPage}/receipts/:number`,
    form: 'receipt',
    call: 'POST /v1/profile/orders/:order_id/mail_receipt',
    body: (post) => ({ number: post.text('number') }),
    saved: 'sent',
  },
  {
    path: `${orderPage}/refund`,
    form: 'refund',
    actions: [
      {
        when: { action: 'withdraw' },
        call: 'POST /v1/profile/orders/:order_id/refund/withdraw',
        body: ['refund_request_id'],
        saved: 'withdrawn',
      },
      {
        back: (post) => ({ registration_id: placesOf(post) }),
        call: 'POST /v1/profile/orders/:order_id/refund',
        body: (post) => ({ reason: post.text('reason'), metadata: refundMetadata(post) }),
        saved: 'requested',
      },
    ],
  },
]

/** The chosen way is a stored card, the provider's page for a new card (`page`), or another method. */
function paymentOf(post: FormPost): PayOrderRequest {
  const way = post.text('pay')
  const checkout_method = checkoutMethods.find((method) => method === way) ?? 'card'
  const isOnPage = way === 'page'
  const isStored = checkout_method === 'card' && !isOnPage && way !== ''
  const isInParts = post.text('parts') === '1'
  return {
    checkout_method,
    ...(isStored && { payment_source_id: way }),
    ...(isOnPage && { on_provider_page: true, ...(isTicked(post.fields, 'store') && { store_payment_source: true }) }),
    use_account_balance: isTicked(post.fields, 'balance'),
    ...(isInParts && { pay_in_instalments: true, ...numberOf(post, 'first_instalment') }),
    ...filled(post, 'charge_consent', 'replaces_payment_id'),
    return_url: post.page(orderPage),
    ...numberOf(post, 'quote_version'),
  }
}

function numberOf(post: FormPost, name: 'first_instalment' | 'quote_version') {
  const text = post.text(name)
  return /^\d{1,9}$/.test(text) ? { [name]: Number(text) } : {}
}

/**
 * The page after a payment. `/confirm-payment` leads on to the bank or to the provider's page, because a redirect of a
 * form may only stay on this site.
 */
function afterPayment(post: FormPost, payment: Payment): string {
  if (payment.status === 'succeeded' || payment.checkout_method === 'offline') return post.page(orderPage)
  return post.page('/confirm-payment', {
    program_id: post.text('program_id'),
    order_id: payment.order_id,
    payment_id: payment.id,
    ...(payment.has_next_action && { go: '1' }),
  })
}

function cancellationOf(post: FormPost): object {
  return { ...filled(post, 'reason', 'reason_other', 'destination'), ...expectedAmount(post) }
}

const placesOf = (post: FormPost): string[] => post.text('registration_ids').split(',').filter(Boolean)

function refundMetadata(post: FormPost): object {
  const registration_ids = placesOf(post)
  return {
    ...pick(post.fields, ['reason_other', 'comment', 'destination']),
    ...(registration_ids.length > 0 ? { registration_ids } : {}),
    ...expectedAmount(post),
  }
}

/** Adds a product, package or membership to the open cart, or to a new one. */
async function putIntoCart(post: FormPost): Promise<Response> {
  const program_id = post.text('program_id')
  const isOfPackage = post.text('session_package_id') !== '' || post.text('membership_package_id') !== ''
  const attendee_id = isOfPackage ? post.text('who') : ''
  const isKnown = post.text('customer_profile_id') !== '' || post.text('order_id') !== ''
  const joined = isKnown ? null : await post.also('POST /v1/profile/programs/:program_id', {})
  // Connects the person to the program when a product is bought for them.
  const connected = attendee_id
    ? await post.also('POST /v1/profile/programs/:program_id/attendees', { program_id, attendee_id })
    : null
  const refusal = [joined, connected].find((answer) => answer?.ok === false)
  if (refusal) return refusal

  const customer_profile_id = joined ? await idOf(joined) : post.text('customer_profile_id')
  const item = isOfPackage ? packageOf(post, connected && (await idOf(connected))) : productOf(post)
  const key = keyOf(post, item)
  return post.text('order_id')
    ? post.send('POST /v1/profile/orders/:order_id/items', item, { key })
    : post.send('POST /v1/profile/orders', { program_id, customer_profile_id, items: [item] }, { key })
}

const idOf = async (answer: Response) => ((await answer.json()) as { id: string }).id
const quantityOf = (post: FormPost) => Number(post.text('quantity')) || 0

const productOf = (post: FormPost): object => ({
  type: 'product_variation',
  source: post.text('product_variation_id'),
  quantity: quantityOf(post),
  ...(post.text('order_id') ? filled(post, 'parent') : {}),
})

/** A package or membership for one person, or for the whole family. */
function packageOf(post: FormPost, attendee_profile_id: string | null): object {
  const forWhom = attendee_profile_id ? { attendee_profile_id } : {}
  const source = post.text('membership_package_id')
  const start_date = post.text('start_date') || null
  return source
    ? { type: 'membership_package', source, quantity: 1, start_date, ...forWhom }
    : { type: 'session_package', source: post.text('session_package_id'), quantity: quantityOf(post), ...forWhom }
}

/** Pressing the button twice is one call; another choice after going back is another call. */
function keyOf(post: FormPost, item: object): string {
  const key = ownKey(post)
  return (
    key &&
    createHash('sha256')
      .update(`${key} ${JSON.stringify(item)}`)
      .digest('base64url')
  )
}
