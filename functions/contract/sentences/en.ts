import type { ClosedReason } from '../offering/appointment.ts'
import type { ErrorType } from '../api-error.ts'
import type { DeclineText } from '../money/declines.ts'
import { fieldSentences } from '../field-sentences.ts'

/** A person's age on the first day, and the age limits of the place. */
export type MoveAge = { name: string; years: number; day: string; minimum: number | null; maximum: number | null }

/** Every error sentence in English. French must have the same keys. */
export const en = {
  tooLong: (most: string) => `Use at most ${most} characters.`,
  tooShort: (least: string) => `Use at least ${least} characters.`,
  tooLarge: (most: string) => `Enter a number up to ${most}.`,
  tooSmall: (least: string) => `Enter a number of ${least} or more.`,
  tooMany: (most: string) => `List at most ${most}.`,
  tooFormatted: (line: string) =>
    `Line ${line} of this text has more formatting than a page can show. Use fewer marks like *, _, \` and [, and fewer lists and quotes inside each other.`,
  oldVersion: (read: string, current: string) =>
    `This was changed after you read it: you sent version ${read}, and it is now ${current}. Read it again, and repeat your change.`,
  smallTotal: (least: string) =>
    `A card is charged at least ${least}. Add something else to your order, or write to the organiser.`,
  smallRest: (least: string) =>
    `A card pays ${least} or more, and your balance leaves less than that. Pay without your balance, or choose another way to pay.`,
  unevenRest: (sum: string, step: string) =>
    `A card can’t pay ${sum}: this currency is charged in steps of ${step}. You weren’t charged. Choose another way to pay, or write to us.`,
  moveParts: 'This order is being paid in instalments. Pay what’s left first, then move to something at another price.',
  partsWithoutBalance:
    'Your balance can’t pay instalments. Pay in instalments without it, or pay everything now with it.',
  moneyUnderWay: (orders: string) =>
    `A payment or a refund of these orders is still under way: ${orders}. The account can be changed once it has ended. One that the card provider reports oddly is ended by a person, through the email about it.`,
  offlinePlaces: (most: string) =>
    `You can hold at most ${most} places without paying. Pay for this order by card, or pay for the places you hold first.`,
  heldPlaces: (bookings: string, places: string) =>
    `You’re holding as much as we can hold for you at once: ${bookings} bookings, or ${places} places in all. Pay for what’s in your cart, or remove some of it, then try again.`,
  tooFewLeft: 'There aren’t that many left. Choose fewer.',
  placeFirst: 'Hold a place first, with POST registrations, and send its id as source.',
  samePriceOnly: 'This length costs a different amount. Cancel this appointment and book the other one.',
  moveCostsMore: (more: string) => `This costs ${more} more. Pay the difference to move.`,
  moveUnpayable: 'This costs more. Book it first, then cancel the place you have.',
  membershipEnds: (day: string) => `The membership ends on ${day}, so it doesn’t cover this date.`,
  moveAge: ({ name, years, day, minimum, maximum }: MoveAge) =>
    `${name} will be ${years} on ${day}. This is for ${minimum === null ? `ages up to ${maximum}` : maximum === null ? `ages ${minimum} and up` : minimum === maximum ? `age ${minimum}` : `ages ${minimum} to ${maximum}`}.`,
  didYouMean: (name: string) => `Did you mean ${name}?`,
  allowed: (words: string) => `Allowed: ${words}.`,
  answersTooLate: (until: string) => `Answers could be changed until ${until}. Please write to the organiser.`,
  closedDay: (why: ClosedReason, day: string) =>
    `${{ program: 'Closed', person: 'The person you would see is away', room: 'The room is closed' }[why]} on ${day}. Choose another day.`,
  moveTooLate: (until: string) => `This could be moved until ${until}. Ask us if you need another time.`,
  errors: {
    ...(fieldSentences as Record<keyof typeof fieldSentences, string>),
    too_long: 'This is too long.',
    required_parameter_missing: 'A required parameter is missing.',
    unknown_parameter: 'Unknown parameter.',
    invalid_parameter: 'Something looks wrong. Please check your information and try again.',
    invalid_json: 'The request body is not valid JSON.',
    email_in_use: 'An account with this email already exists. Log in instead.',
    token_invalid: 'That code or link isn’t valid. Check it, or request a new one.',
    not_authenticated: 'Please log in.',
    token_expired: 'Your session has expired. Please log in again.',
    token_reused: 'We ended this session for your security. Please log in again.',
    bad_credentials: 'That email and password don’t match.',
    account_locked: 'Too many failed attempts. Wait 15 minutes, then try again.',
    payment_failed: 'The payment did not go through. Please use another payment method or try again.',
    insufficient_scope: 'This app or site wasn’t allowed to do that.',
    transition_not_allowed: 'This change isn’t allowed.',
    email_not_verified: 'Confirm your email first. We sent you a code.',
    feature_disabled: 'This program doesn’t offer that.',
    membership_required: 'You need a membership for this.',
    account_inactive: 'This account is closed. Contact us if you think that’s a mistake.',
    cross_origin: 'This request came from another website, so we blocked it.',
    not_found: 'We couldn’t find that.',
    method_not_allowed: 'This address doesn’t support that method.',
    state_conflict: 'This changed in the meantime. Reload and try again.',
    quote_stale: 'The price or availability changed. Review the new total.',
    sold_out: 'The last place was just taken.',
    slot_taken: 'That time was just taken.',
    hold_expired: 'Your hold on these places has expired. Try to hold them again.',
    attendee_conflict: 'This overlaps with something else this person is registered for.',
    already_registered: 'This person is already registered.',
    already_started: 'This has already started. Contact the organiser.',
    check_in_not_open: 'Check-in opens 2 hours before the start.',
    check_in_closed: 'This ended more than 7 days ago, so its marks can no longer change.',
    payment_in_progress: 'A payment for this order is already in progress.',
    attendee_archived: 'The organization no longer takes bookings for this person. Contact them to change that.',
    has_future_registrations: 'This person has upcoming bookings. Cancel them first.',
    merge_dob_conflict: 'These two were born on different days, so they can’t be the same person.',
    merge_schedule_conflict: 'Both are registered at the same time. Cancel one of the two bookings first.',
    request_in_progress: 'We’re still working on this request. Try again in a moment.',
    link_expired: 'This link has expired. Request a new one.',
    offer_expired: 'The offer for this place has expired.',
    file_not_found: 'This file is no longer there. Please upload it again.',
    body_too_large: 'The request body is too large.',
    content_type: 'Send the request body as JSON.',
    file_too_large:
      'This file is too large. Choose one of at most 10 MB, and a picture of at most 10,000 pixels on a side.',
    invalid_file:
      'This isn’t a file of invites. Send a CSV in UTF-8 whose first line is email,first_name,last_name, with 1 to 2000 rows.',
    row_errors: 'Some rows have mistakes. No one was invited; correct them and send the file again.',
    file_type: 'This file cannot be used. Choose a picture (JPG, PNG or WebP) or, for a document, a PDF.',
    wrong_host: 'This isn’t the address of this site.',
    attendee_too_young: 'This person will be too young on the first day.',
    attendee_too_old: 'This person will be too old on the first day.',
    gender_not_eligible: 'This is only open to certain participants. Contact the organiser with any questions.',
    attendee_dob_required: 'Add a date of birth so we can check the age limits.',
    credit_not_available: 'There’s no credit available for this.',
    credit_partly_used:
      'Some of these visits are used. Only the unused ones can be refunded: check the amount and try again.',
    sale_not_started: 'Registration hasn’t opened yet.',
    sale_ended: 'Registration has closed.',
    program_not_accepting_orders: 'This program isn’t taking new orders right now.',
    currency_not_supported: 'This program doesn’t sell in that currency.',
    passkey_not_accepted: 'That passkey didn’t work. Try again, or use your password.',
    notification_required: 'This email is always sent and can’t be turned off.',
    idempotency_key_reused: 'This Idempotency-Key was already used for a different request.',
    option_not_on_sale: 'This isn’t on sale.',
    attendee_fields_missing: 'The program needs more information about this person.',
    waiver_required: 'Read and accept the waiver first.',
    offline_not_available: 'You can’t pay later for this order.',
    cancellation_not_allowed: 'This can’t be cancelled here. Contact the organiser.',
    refund_not_allowed: 'There’s nothing left to refund.',
    balance_due: 'Pay your outstanding balance first.',
    coupon_not_found: 'This code isn’t valid.',
    coupon_not_started: 'This code can’t be used yet.',
    coupon_expired: 'This code has expired.',
    coupon_max_redemptions: 'This code has reached its limit.',
    coupon_customer_limit: 'You’ve already used this code.',
    coupon_first_time_only: 'This code is for first orders only.',
    coupon_minimum_amount: 'Your order is too small for this code.',
    coupon_minimum_items: 'Add more items to use this code.',
    coupon_membership_required: 'This code is for members only.',
    coupon_not_applicable: 'This code doesn’t apply to anything in your order.',
    coupon_already_applied: 'This code is already on your order.',
    coupon_currency_mismatch: 'This code is for a different currency.',
    coupon_replaced: 'A better discount already applies.',
    too_many_requests: 'Too many attempts. Wait a moment, then try again.',
    internal_error: 'We are sorry you’ve experienced some problems. Please try again later.',
    unavailable: 'We’re busy right now. Please try again in a moment.',
  } satisfies Record<ErrorType, string>,
  /** Neutral notices of a quote: what changed since it was last shown. */
  notices: {
    places_taken_again: 'Your cart is back, and your places are held again.',
    price_changed: 'A price has changed. Review the new total.',
    amount_changed: 'The total has changed. Review it before you pay.',
    coupon_left: 'A code no longer applies to this order, so we removed it.',
  },
  /** Confirmations of an organiser's call. */
  done: {
    event_created: 'Event created.',
    event_copied: 'Event copied.',
    event_published: 'Event published.',
    event_unpublished: 'Event unpublished.',
    event_updated: 'Event updated.',
    event_cancelled: 'Event cancelled.',
    event_archived: 'Event archived.',
    program_updated: 'Program updated.',
    nothing_to_change: 'Nothing to change.',
  },
  quoted: (name: string) => `“${name}”`,
  /** The sentence that the remaining order loses a discount, which is deducted from the refund. */
  lostDiscount: (names: string, sum: string) =>
    `${names || 'A discount'} no longer applies to the rest of your order, so ${sum} comes out of this refund.`,
  /** The sentence that the entered code of the order takes off more than another code. */
  codeStays: (code: string, sum: string) => `${code} takes ${sum} off, which is more than this code, so it stays.`,
  /** The sentence that the time for a free cancellation is over. */
  lateFee: (sum: string) => `The time to cancel for free is over, so a late fee of ${sum} is kept.`,
  /** Whether an event suits the people that an eligibility query names; `names` is their joined names. */
  eligibility: {
    eligible: (names: string, _: number) => `Open to ${names}.`,
    booked: (names: string, _: number) => `Booked for ${names}.`,
    unknown: (names: string, _: number) => `Add the date of birth of ${names} to see if it fits.`,
    too_young: (names: string, count: number) => `${names} ${count === 1 ? 'is' : 'are'} too young.`,
    too_old: (names: string, count: number) => `${names} ${count === 1 ? 'is' : 'are'} too old.`,
    not_eligible: (names: string, _: number) => `Not open to ${names}.`,
  },
  addOnsStay: (names: string, isReturnable: boolean) =>
    `This stays in your order: ${names}.${isReturnable ? ' You can return it on the order’s page.' : ''}`,
  /** The outcome of cancelling a place, shown at its button. */
  cancellation: {
    automatic: (amount: string) => `Cancel and get back ${amount}`,
    free: (_: string) => 'Cancel this place',
    request: (amount: string) => `Cancel and ask for ${amount}`,
    request_after_tiers: (amount: string) => `Cancel and ask for up to ${amount}`,
    no_refund_here: (_: string) => 'Cancel, no refund through this page',
    no_refund: (_: string) => 'Cancel without refund',
    from_cart: (_: string) => 'Release this place',
    being_paid: (_: string) => 'A payment for this order is in progress.',
    waiting: (_: string) => 'Leave the list',
    late: (_: string) => 'Cancel late, without refund',
    late_fee: (amount: string) => `Cancel late and get back ${amount}`,
    credit_back: (_: string) => 'Cancel, and the visit goes back to your pass',
    credit_used: (_: string) => 'Cancel late: the visit stays used',
    started: (_: string) => 'This has started. Contact the organiser.',
    contact_only: (_: string) => 'Contact the organiser to cancel.',
    over: (_: string) => 'There’s nothing left to cancel.',
  },
  /** Reason and next step of a declined card, without any code, issuer or risk detail. */
  declines: {
    insufficient_funds: ['There is not enough money available on this card.', 'Use another card.'],
    expired_card: ['This card has expired.', 'Use another card.'],
    incorrect_cvc: ['The security code does not match.', 'Check the 3 or 4 digits and try again.'],
    incorrect_number: ['The card number is not right.', 'Check the number and try again.'],
    invalid_expiry: ['The expiry date is not right.', 'Check month and year.'],
    incorrect_zip: [
      'The postal code does not match your bank’s record.',
      'Enter the postal code of your card statement.',
    ],
    incorrect_address: ['The address does not match your bank’s record.', 'Check the billing address.'],
    authentication_required: ['Your bank wants you to confirm this payment.', 'Confirm it in your bank’s app or page.'],
    authentication_failed: [
      'The selected payment method has failed authentication.',
      'Please use another payment method or try again.',
    ],
    approve_with_id: ['The bank could not approve this yet.', 'Try once more; then ask your bank.'],
    not_accepted: ['Your bank did not accept this payment.', 'Use another card, or ask your bank.'],
    card_not_supported: ['This card cannot be used for this kind of purchase.', 'Use another card.'],
    currency_not_supported: ['This card cannot pay in this currency.', 'Use another card.'],
    card_limit: ['The card’s limit has been reached.', 'Use another card or ask your bank.'],
    details_changed: [
      'The bank says the card details have changed.',
      'Use another card or ask your bank for new details.',
    ],
    invalid_amount: ['The amount is not allowed for this card.', 'Ask your bank or use another card.'],
    duplicate_transaction: ['The same payment was just made.', 'Do not pay again: we are checking your order.'],
    processing_error: ['Something went wrong while the bank handled the payment.', 'You were not charged. Try again.'],
    bank_unreachable: ['Your bank cannot be reached right now.', 'Try again in a few minutes.'],
    pin: ['This card asks for a PIN that cannot be used online.', 'Use another card.'],
    test_card: ['A test card cannot be used here.', 'Use a real card.'],
    service_unreachable: [
      'We could not reach the payment service.',
      'You were not charged unless you got a receipt; we check before you retry.',
    ],
    card_removed: ['This card is no longer stored.', 'Use another card.'],
    service_busy: ['We could not reach the payment service.', 'You were not charged. Try again.'],
    cards_unavailable: ['We can’t take cards right now.', 'Pay another way, or try again later.'],
    storing_not_confirmed: ['The bank did not confirm storing this card.', 'Confirm again or use another card.'],
  } satisfies Record<DeclineText, [string, string]>,
}
/** The keys that every language must have. */
export type Sentences = typeof en
