// Over 250 lines: a line for each field of orders, quotes and payments.
import { childcareReceiptWords, receiptWords } from './receipts.ts'
import { sandboxCards } from '../../contract/money/sandbox-cards.ts'
import type { ShapeWords } from '../field-words.ts'

/** The amounts of an order. */
export const amounts: ShapeWords = {
  amount_subtotal: 'Sum of the items before discounts.',
  amount_discount: 'Sum of the discounts.',
  amount_fee: 'Booking fees.',
  amount_tax: 'Taxes.',
  amount_total: 'What the order costs in all.',
  amount_paid: 'Sum of the payments that succeeded.',
  amount_returned: 'Sum of the refunds that succeeded.',
  amount_due: 'What is still to be paid; zero once cancelled.',
  amount_remaining: 'What is still to be paid beyond the account balance that is reserved.',
}

const taxItem: ShapeWords = {
  name: ['Name of the tax.', 'HST'],
  percent: ['Rate in percent.', 13, { minimum: 0, maximum: 100 }],
  is_included: ['Whether the tax is in the prices.', false],
  amount: 'The tax over the whole order.',
}

/** A card, stored or not. */
export const card: ShapeWords = {
  brand: ['Brand of the card; null if unknown.', 'visa'],
  last4: ['Last four digits of the card; null if unknown.', '4242'],
  exp_month: ['Month in which the card expires, 1 to 12; null if unknown.', 9],
  exp_year: ['Year in which the card expires; null if unknown.', 2029],
  funding: ['Kind of card, such as `credit` or `debit`; null if unknown.', 'credit'],
  country: ['Country of the card, ISO 3166-1 alpha-2; null if unknown.', 'CA'],
  three_d_secure: [
    'Whether the card takes part in 3-D Secure, such as `required` or `optional`; null if unknown.',
    'optional',
  ],
  is_default: ['Whether it is the stored card that is used unless another is named.', true],
  status: ['State of the card at the provider, such as `chargeable` or `consumed`; null if unknown.', 'chargeable'],
  usage: ['`reusable` for a stored card, `single_use` for one that is not; null if unknown.', 'reusable'],
  currency: ['Currency of the card, ISO 4217; null if any.', 'CAD'],
}

const order: ShapeWords = {
  ...amounts,
  id: ['Id of the order.', 'ord_7mC4xY2vB9'],
  status: [
    'Where the order stands: a cart (`draft`), waiting for money (`pending`), for the bank (`requires_action`) or for the provider (`processing`), `paid`, `expired` or `cancelled`.',
    'draft',
  ],
  payment_status: ['What was paid.', 'unpaid'],
  refund_status: ['What was returned.', 'none'],
  cancel_reason: ['Why it was cancelled; null if it was not.', null],
  receipt_number: [
    'Number of the receipt, by program and year; null until paid.',
    '2027-000123',
    { pattern: '^\\d{4}-\\d{6,}$' },
  ],
  country: ['Country that the buyer named for the quote, ISO 3166-1 alpha-2; null if none.', 'CA'],
  timezone: ['IANA time zone of the customer when ordering.', 'America/Toronto'],
  starting_balance: 'Account balance before this order.',
  ending_balance: 'Account balance after this order.',
  items: 'Its items. In a list of orders only with `expand=items`.',
  tax_items: 'Its taxes, each over the whole order.',
  discounts: 'Its discounts. In a list of orders only with `expand=discounts`.',
  payments: 'Its payments. In a list of orders only with `expand=payments`.',
  receipts: 'Its receipt and credit notes, oldest first. Empty until it is paid, and in a list of orders.',
  registrations: 'Its registrations. In a list of orders only with `expand=registrations`.',
  instalments:
    'The parts in which it is paid, in their order; empty where it is paid at once, and while nothing is chosen.',
  instalments_offered:
    'The parts in which it may be paid by card now, the first today; empty where it is paid at once, and in a list.',
  checkout_methods: ['How it can be paid now.', ['card']],
  customer_profile: 'Who ordered.',
  quote_version: ['Goes up with every change of the price. Send the one you showed when paying.', 3, { minimum: 1 }],
  hold_expires_at: ['Until when its places are held, in UTC; null when none are.', '2027-05-02T14:18:11.000Z'],
  returns_if_cancelled:
    'What comes back if all of it is cancelled, once it is paid: now, then after each deadline. Empty where it cannot be cancelled, and in a list.',
  amount_returning: 'What is on its way back and has not arrived.',
  amount_disputed:
    'What the bank of the cardholder has because of a dispute, or gave back after one: it is not returned again. 0 without one.',
  membership_id: ['The `id` of the Membership of which it pays a later period; null for every other order.', null],
  moves_registration_id: [
    'The booking that moves to the place of this order once it is paid; null for every other order.',
    null,
  ],
  amount_carried: 'What was paid for the place that is left and counts for this order; 0 for every other order.',
  amount_moved: 'What of `amount_returned` went to another order with a place that moved there.',
  paid_at: ['When the order was paid, the moment of its receipt, in UTC; null before.', '2027-05-02T14:03:11.000Z'],
  offline_instructions: [
    'How the program wants to be paid later, plain text; null where that is not possible.',
    'Pay by e-transfer to hello@lakeside.example.',
  ],
  offline_due_at: [
    'Until when it must be paid if `offline` is chosen now, in UTC; null where that is not offered, and in a list.',
    '2027-05-09T14:03:11.000Z',
  ],
  due_at: ['Until when an offline order must be paid, in UTC; null for others.', '2027-05-09T14:03:11.000Z'],
}

export const orderShapes: Record<string, ShapeWords> = {
  Order: order,
  Receipt: receiptWords,
  ChildcareReceipt: childcareReceiptWords,
  OrderItem: {
    id: ['Id of the item.', 'itm_2kL9jH4gF7'],
    type: ['What kind of thing it is.', 'event_option'],
    source: [
      'What caused it: for places and appointments the `id` of the Registration, for a package that of the ProgramAttendeeProfile it is for; null for a package for everyone, and for the store.',
      'reg_4sD8fG1hJ6',
    ],
    parent: ['Item it was added to, the `id` of an OrderItem; null for an item of its own.', null],
    product_id: ['What was bought: the `id` of the event, appointment type, package or product.', 'evt_5nK2pQ8rT1'],
    product_name: ['Name of what was bought.', 'Canoe week – Full week'],
    product_variation_id: [
      'Which of it: the `id` of the option or variation; null where there is none.',
      'opt_8pL3kJ6hG2',
    ],
    product_category_id: ['Category of the product; null without one.', null],
    unit_amount: 'Price of one.',
    amount: 'Price of all, before the discount.',
    amount_discount: 'Its share of the discounts.',
    amount_fee: 'Its booking fee.',
    amount_tax: 'Tax on its price; tax on fees is the rest of the order’s.',
    amount_tax_added: 'The part of `amount_tax` that is added to the price; the rest is included in it.',
    amount_total: 'What it costs in all, with its fee and every tax: the items of an order add up to its total.',
    amount_cancelled: 'What of that was cancelled, and comes or came back.',
    is_fee_included: ['Whether the fee is in the price.', false],
    registration_id: ['Its registration; null where it is no place.', 'reg_4sD8fG1hJ6'],
    attendee_name: [
      'Who it is for: of an add-on whoever its place is for; null where it is for no one alone.',
      'Théo Roy',
    ],
    confirm_text: ['What the customer agreed to when adding it; null without any.', null],
    pickup_text: ['Where and when it is handed out; null where nothing is.', null],
    return_days: [
      'Days after payment in which it may be given back; null where that is said otherwise, or not at all.',
      null,
    ],
    is_cancelled: ['Whether it was cancelled or given back.', false],
    price_reason: [
      'Why the organisation set another price than that of the option, or what a charge is for. Absent for other prices.',
      'Goodwill after a problem',
    ],
    membership: 'Of a membership: what is paid for it when; null for all else.',
    registration: 'Its registration, with `expand=registration`.',
  },
  MembershipPlan: {
    start_date: ['Its first day.', '2027-07-01'],
    trial_end_date: ['The day its trial ends; null without one.', null],
    first_payment_date: ['The day of the first payment.', '2027-07-01'],
    first_cost: 'What the first payment is, before fee and tax.',
    next_payment_date: [
      'The day of the second payment; null where there is none, and on the order of a later period.',
      '2027-08-01',
    ],
    cost: 'What a whole period costs, before fee and tax.',
    billing_period: ['How often it is paid for.', 'month'],
    num_periods: ['It ends by itself after so many paid periods; null: when it is cancelled.', null],
    renews: ['Whether a card is charged again by itself.', true],
    needs_card: ['Whether a card has to be stored before it is bought, where nothing is due now.', true],
    keeps_card: ['Whether a card is charged later by itself.', true],
  },
  TaxItem: taxItem,
  OrderItemInput: {
    type: [
      'What kind of thing to buy: `event_option`, `appointment_option`, `session_package`, `membership_package`, or `product_variation` of the store; `balance_due` pays what you owe the program.',
      'event_option',
    ],
    source: [
      'What to buy: for `event_option` and `appointment_option` the `id` of your pending Registration, for `session_package` the `id` of the SessionPackage, for `membership_package` the `id` of the MembershipPackage, for `product_variation` the `id` of the ProductVariation; adding it agrees to its `confirm_text`. None for `balance_due`: it is all that you owe.',
      'reg_4sD8fG1hJ6',
    ],
    quantity: ['How many; 1 for a place. What is there already of a variation is added to.', 1],
    parent: ['Item to add it to, the `id` of an OrderItem.', 'itm_2kL9jH4gF7'],
    attendee_profile_id: [
      'Only of a package: whom it is for, the `id` of a ProgramAttendeeProfile of yours. Without it, it is for all you book for.',
      'pap_8sD2fG4hJ6',
    ],
    start_date: [
      'Only of a `membership_package`: its first day, up to a year ahead; today without one. On a later day it is charged then.',
      '2027-07-01',
    ],
  },
  CreateOrderRequest: {
    program_id: ['Program to buy from, the `id` of a Program.', 'lakeside'],
    customer_profile_id: ['Who buys: the `id` of the caller’s CustomerProfile in this program.', 'cup_6bN1mQ4sV7'],
    timezone: ['IANA time zone of the customer.', 'America/Toronto'],
    items: 'First items; more by `POST …/items`.',
  },
  UpdateOrderRequest: {
    id: ['The order of the path; nothing else is accepted.', 'ord_7mC4xY2vB9'],
    status: ['Only `cancelled`.', 'cancelled'],
  },
  CancelOrderRequest: {
    reason: ['Why, for the organisation.', 'We are moving away.'],
    reason_other: ['More about a reason of the list that needs words.', 'It does not fit any more.'],
    destination: [
      'Where the money goes: the way it was paid, or `account_balance` in a program that keeps balances.',
      'original_method',
    ],
    expected_amount: [
      'What you showed that comes back of the whole order: a Money, or its value. Another amount is refused with 409 `quote_stale`.',
      12_500,
    ],
    'expected_amount.value': ['Amount in the smallest unit of the currency.', 12_500],
  },
  MailReceiptRequest: {
    number: ['A receipt or a credit note of the order; by default its receipt.', '2027-000184'],
  },
  ReturnStep: {
    until: [
      'Until when it holds, in UTC; null where no deadline follows.',
      '2027-06-21T13:00:00.000Z',
      { format: 'date-time' },
    ],
    amount_returned: 'What comes back by itself.',
    amount_requested: 'What the organisation decides about.',
  },
  Quote: {
    country: order['country'] ?? '',
    ...amounts,
    amount_carried: 'What was paid for the place that is left and counts for this order; 0 for every other order.',
    quote_version: [
      'Version of this price. Send it when paying: an older one is refused with 409 `quote_stale`.',
      3,
      { minimum: 1 },
    ],
    valid_until: [
      'Until when the places are held at this price, in UTC; null when none are.',
      '2027-05-02T14:18:11.000Z',
      { format: 'date-time' },
    ],
    checkout_method: ['The requested method; null without one.', 'card'],
    checkout_methods: ['How the order can be paid now.', ['card']],
    items: 'What is bought.',
    discounts: 'Discounts that apply.',
    tax_items: 'Taxes, each over the whole order.',
    balance_used: 'Part paid from the account balance.',
    returns_if_cancelled_now: 'What would come back if all were cancelled right after paying.',
    returns_if_cancelled: 'The same now and after each deadline.',
    instalments: 'The parts in which it may be paid by card now, the first today; empty where it is paid at once.',
    offline_due_at: [
      'Until when it must be paid if `offline` is chosen now, in UTC; null where that is not offered.',
      '2027-05-09T14:03:11.000Z',
    ],
    notices: 'What changed since the last quote.',
    'notices[].type': ['What changed.', 'price_changed'],
    'notices[].message': [
      'The same for people, in the language of `Accept-Language`.',
      'A price has changed. Review the new total.',
    ],
  },
  Discount: {
    id: ['Id of the discount on this order.', 'dis_1aS2dF3gH4'],
    coupon: 'The coupon it comes from.',
    amount: 'What it takes off.',
    redeemed: ['When it became final, in UTC; null until the order is paid.', null],
    redeemed_by: ['Customer who used it, the `id` of a Customer; null until then.', null],
  },
  Coupon: {
    id: ['Id of the coupon.', 'cou_1aS2dF3gH4'],
    name: ['Name of the coupon; null without one.', 'Welcome'],
    type: ['Whether it takes off an amount or a percentage.', 'percent_off'],
    code: ['Code that is entered; null where it applies by itself.', 'WELCOME10'],
    amount_off: 'Amount taken off; null for a percentage.',
    percent_off: ['Percentage taken off, up to two decimals; null for an amount.', 10, { minimum: 0, maximum: 100 }],
    redeem_after: ['From when it can be used, in UTC; null from always.', null],
    redeem_before: ['Until when it can be used, in UTC; null for ever.', '2027-06-30T04:00:00.000Z'],
    restrictions: 'When it applies.',
    'restrictions.first_time_transaction': ['Whether it is for a customer’s first paid order.', false],
    'restrictions.minimum_items': ['Items needed; null for any number.', 2],
    'restrictions.minimum_amount': 'Amount needed; null for any.',
    'restrictions.max_redemptions': ['Uses in all; null without a limit.', 100],
    'restrictions.limit_customer': ['Uses per customer; null without a limit.', 1],
    'restrictions.membership_packages': ['Memberships of which one is needed; empty: none.', ['mpk_3dF5gH7jK9']],
    is_enabled: ['Whether it can be used.', true],
    times_redeemed: ['How often it has been used.', 7, { minimum: 0 }],
    applies_to: 'What it applies to; both lists empty: everything.',
    'applies_to.products': ['Ids of events and products.', ['evt_5nK2pQ8rT1']],
    'applies_to.product_types': ['Kinds of things, such as `camp` or `event_option`.', ['camp']],
    apply_automatically: ['Whether it applies without a code.', false],
    currency: ['Currency of `amount_off`, ISO 4217; null for a percentage.', 'CAD'],
    language: ['Language of its name; null if not said.', 'en'],
  },
  ApplyDiscountRequest: { code: ['Code to enter; compared without regard to case.', 'WELCOME10'] },
  Payment: {
    id: ['Id of the payment.', 'pay_9wE5rT2yU8'],
    status: ['Where the payment stands.', 'succeeded'],
    amount_total: 'What is to be paid.',
    amount_received: 'What the provider received.',
    checkout_method: ['How it is paid.', 'card'],
    payment_source: 'The card; null where there is none, or the provider has not said.',
    payment_provider: ['Payment provider; null for `offline` and `free`.', 'stripe'],
    carried_from: ['The payment of another order whose money came with a place that moved; null otherwise.', null],
    has_next_action: ['Whether the customer must go to `next_action_url` now.', false],
    on_provider_page: ['Whether the card is entered on the provider’s own page.', false],
    next_action_url: [
      'Page of the bank or of the provider, to which to send the customer; then call `…/confirm`. Null without one: hand `client_secret` to the script of the provider.',
      null,
      { format: 'uri' },
    ],
    client_secret: ['What the provider’s card form needs to finish this payment; null without one.', null],
    error_type: ['Key of the decline; null unless `status` is `failed`.', null],
    error_message: ['Reason and next step of the decline, for people; null unless `status` is `failed`.', null],
  },
  Card: card,
  InstalmentDue: {
    due_on: ['Day on which it is due, on the program’s calendar.', '2027-06-01'],
    amount: 'How much is due that day.',
  },
  Instalment: {
    id: ['Id of the part.', 'ins_4hG7kL2mN9'],
    position: ['Its place in the plan; 0 is paid at checkout.', 1, { minimum: 0 }],
    status: [
      '`charging` while its card is asked, `failed` while it waits for another try or for the customer.',
      'scheduled',
    ],
    due_on: ['Day on which it is charged, on the program’s calendar.', '2027-06-01'],
    amount: 'What is charged for it: less than was agreed once some of what it was for is cancelled.',
    payment_id: ['The payment that paid it; null before.', null],
    paid_at: ['When it was paid, in UTC; null before.', null],
    next_try_at: ['When the card is charged again after it was refused, in UTC; null where it is not.', null],
  },
  PayInstalmentsRequest: {
    order_id: ['The order of the path; nothing else is accepted.', 'ord_7mC4xY2vB9'],
    instalment_id: ['The part to pay; without it all that are left.', 'ins_4hG7kL2mN9'],
    payment_source_id: [
      'Card to charge: the id the payment provider’s card form gave, or the `id` of one of CustomerProfile’s `sources`.',
      DEVELOPMENT_TOOLS ? sandboxCards[0].source : 'pm_1QdXk2LkdIwHu7ix',
    ],
    store_payment_source: ['Whether to keep a new card and charge the other parts to it.', false],
    return_url: ['Path of this site to which the bank leads back; anything else is ignored.', '/confirm-payment'],
  },
  PayOrderRequest: {
    order_id: ['The order of the path; nothing else is accepted.', 'ord_7mC4xY2vB9'],
    checkout_method: ['How to pay: one of the order’s `checkout_methods`. `free` when nothing is due.', 'card'],
    payment_source_id: [
      `Card to charge, for \`card\`: the id the payment provider’s card form gave, or the \`id\` of one of CustomerProfile’s \`sources\`.${DEVELOPMENT_TOOLS ? ' This site takes the names of test cards too.' : ''}`,
      DEVELOPMENT_TOOLS ? sandboxCards[0].source : 'pm_1QdXk2LkdIwHu7ix',
    ],
    on_provider_page: [
      'For `card`, in place of `payment_source_id`: opens the provider’s own page for a new card. Send the customer to `next_action_url`. The page is closed when the order’s hold ends, or by `replaces_payment_id`. With nothing due, it stores the card of an order that charges one later; the order is completed once the card is stored.',
      false,
    ],
    store_payment_source: [
      'Whether to keep a new card for the next time, once the payment has succeeded. Needs a confirmed email.',
      false,
    ],
    charge_consent: [
      'The `version` of CardChargeConsent’s `offered`, if the customer lets the organisation charge the stored card later. Words that changed since: 409 `state_conflict`.',
      'b0c4f1a2d3e49586',
    ],
    use_account_balance: ['Whether to pay from the account balance first.', false],
    pay_in_instalments: [
      'Whether to charge the first of the order’s `instalments_offered` now, keep the card, and charge the others to it on their days. Needs a confirmed email.',
      false,
    ],
    first_instalment: [
      'With `pay_in_instalments`: the first part you showed, in minor units. If it has changed: 409 `quote_stale` with the new quote.',
      12000,
    ],
    replaces_payment_id: [
      'The payment with status `requires_action` to end first, when the customer chose another card or another way.',
      'pay_9kD2fR6tM1',
    ],
    return_url: ['Path of this site to which the bank leads back; anything else is ignored.', '/confirm-payment'],
    quote_version: [
      'Version of the price you showed. If it has changed: 409 `quote_stale` with the new quote.',
      3,
      { minimum: 0 },
    ],
  },
  Calendar: {
    url: [
      'Address of the order’s calendar file (iCalendar). It needs no log-in: keep it private; a POST gives a new one, and the old one is 404. null from 14 days after the last place took place or was cancelled.',
      'https://muster.example/calendar/8sD3fG6hJ1.ics',
    ],
  },
  FamilyCalendar: {
    url: [
      'Address of a calendar (iCalendar) with every booking of the customer and of the people they look after, to subscribe to. It needs no log-in: keep it private; a POST gives a new one, and the old one is 404.',
      'https://muster.example/calendar/family/8sD3fG6hJ1.ics',
    ],
  },
}
