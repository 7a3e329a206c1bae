import type { ShapeWords } from '../field-words.ts'

const membership = ['Id of the membership.', 'mem_3dF5gH7jK9'] as const
const person = [
  'Whom it is for, the `id` of a ProgramAttendeeProfile; null: all you book for.',
  'pap_8sD2fG4hJ6',
] as const
const card = 'A stored card, the `id` of a PaymentSource'
const hold = {
  from: ['The first day of the hold; today without one.', '2027-07-10'],
  to: ['The day it goes on; without one, until someone ends the hold.', '2027-07-24'],
} as const
const byStaff = {
  notify: ['False: the customer gets no mail with what was before and what is now.', true],
  dry_run: ['True to read the membership as it would be: nothing is changed.', false],
} as const
const midnight = 'at midnight of the program’s clock, in UTC'

export const membershipShapes: Record<string, ShapeWords> = {
  Membership: {
    id: [...membership],
    status: ['How it stands.', 'active'],
    is_usable: [
      'Whether what it opens is open now: in a trial, in a paid period, and for 7 days after a refused renewal.',
      true,
    ],
    package: 'The package it is of.',
    'package.id': ['The `id` of the MembershipPackage.', 'mpk_3dF5gH7jK9'],
    'package.object': ['Kind of package.', 'membership_package'],
    'package.name': ['What the package is called.', 'Swim pass'],
    'package.is_discontinued': ['Whether it is no longer sold; holders keep and renew it.', false],
    'package.billing_period': ['How often it is paid for.', 'month'],
    price: 'What a whole period costs, before fee and tax.',
    is_fee_included: ['Whether the booking fee is in the price.', true],
    next_price: 'A price that was announced; null without one.',
    next_price_from: ['It holds for periods that begin on this day or later; null without one.', '2027-09-01'],
    customer_profile: 'Whose it is.',
    attendee_profile: 'Whom it is for; null: all you book for.',
    'attendee_profile.id': ['The `id` of the ProgramAttendeeProfile.', 'pap_8sD2fG4hJ6'],
    'attendee_profile.attendee_id': ['The `id` of the Attendee.', 'att_9wE5rT2yU8'],
    start_date: ['Its first day.', '2027-07-01'],
    trial_start: `When its trial begins, ${midnight}; null without one.`,
    trial_end: `When its trial ends, ${midnight}; null without one.`,
    billing_cycle_anchor: `From when its periods are counted, ${midnight}.`,
    current_period_start: `When the present period began, ${midnight}; null before the first.`,
    current_period_end: `When it ends, ${midnight}: the first moment that is no longer in it. Null before the first, and without an end.`,
    next_payment_at: 'When the card is charged next by itself; null where it is not.',
    next_payment_cost:
      'What is charged next, before fee and tax, or would be if a card were chosen today; null where nothing is, and while a hold runs.',
    ends_at: 'When it ends by itself after its last period; null where it renews.',
    cancel_at: 'When it ends because it was cancelled; null where it was not, or has ended.',
    cancel_at_period_end: ['Whether it was cancelled and ends with its period.', false],
    cancelled_at: 'When it ended by cancellation; null where it did not.',
    pause_starts_at: `When a hold begins, ${midnight}; null without one.`,
    pause_ends_at: `When it goes on, ${midnight}; null without a hold, or until someone ends it.`,
    may_pause: ['Whether you may put it on hold yourself now.', false],
    may_resume: ['Whether you may end its hold yourself now.', false],
    default_payment_method: [`${card}: it is charged first; null where none was chosen.`, 'pm_1QmZ8s2'],
    order_id: ['The `id` of the Order it was bought with.', 'ord_7mC4xY2vB9'],
    order_item_id: ['The `id` of its OrderItem there.', 'itm_5hN8kL1pQ3'],
    open_order_id: [
      'The `id` of the Order whose payment it waits for, to be paid like any other; null where nothing is open.',
      null,
    ],
    amount_due: 'What is still to be paid of that order.',
    timezone: ['IANA time zone of its days.', 'America/Toronto'],
  },
  MembershipBalance: {
    id: [...membership],
    membership_id: ['The `id` of the Membership.', 'mem_3dF5gH7jK9'],
    package_id: ['The `id` of the MembershipPackage.', 'mpk_3dF5gH7jK9'],
    package_name: ['What the package is called.', 'Studio pass'],
    attendee_profile_id: [...person],
    status: ['How the membership stands now.', 'active'],
    available: ['Credits that can be used then.', 2],
    total: ['How many there were from which these are.', 4],
    is_unlimited: 'Without limit: nothing is counted.',
    next_expiry_amount: ['How many end first; null where none ends.', 2],
    next_expiry_date: 'When those end; null where none ends.',
    balance_on: 'The moment it is about.',
  },
  Entitlement: {
    package_id: [
      'The `id` of the MembershipPackage; events and appointments name it in `restrict_to_package_ids`.',
      'mpk_3dF5gH7jK9',
    ],
    package_name: ['What the package is called.', 'Swim pass'],
    attendee_profile_id: [...person],
    counts_visits: ['Whether its visits are counted: something without a price then takes one of them.', false],
    from: ['The first day on which something that begins then can be booked.', '2027-07-01'],
    until: ['The first day on which it no longer can; null for a membership that renews until it is cancelled.', null],
    paused_from: ['The first day of a pause, on which nothing can be booked; null without one.', null],
    paused_until: ['The day on which it continues; null without a pause, or until someone ends it.', null],
  },
  LaterPlace: {
    registration_id: ['The booked place.', 'reg_6kL9mN2bV5'],
    title: ['The event or appointment.', 'Swim class'],
    option_title: ['Its option.', 'Level 2'],
    first_name: ['Whose place it is.', 'Mia'],
    starts_at: 'When it begins.',
    timezone: ['IANA time zone of the event.', 'America/Toronto'],
    price:
      'Its normal price with fee and tax, for which the place is kept: `POST /v1/profile/registrations/{registration_id}/moves` without another option opens the order. Null where it has none or it cannot be paid online: then only a membership keeps it.',
    due_at:
      'When the price is due. A place that is not paid then is given up, and what was paid for it is refunded. Null while nothing was cancelled.',
  },
  CreateMembershipRequest: {
    package_id: ['What to buy, the `id` of a MembershipPackage.', 'mpk_3dF5gH7jK9'],
    customer_profile_id: ['Who pays, the `id` of your CustomerProfile.', 'cup_4zX7cV1bN6'],
    attendee_profile_id: [...person],
    start_date: [
      'Its first day, up to a year ahead; today without one. On a later day it is charged then.',
      '2027-07-01',
    ],
    default_payment_method: [
      `${card}, or what the card form gave for a new one, which is kept; your default card without one.`,
      'pm_1QmZ8s2',
    ],
    timezone: ['Your IANA time zone, for its order.', 'America/Toronto'],
    return_url: ['Where to go after the bank, on this site.', '/confirm-payment'],
  },
  CancelMembershipRequest: {
    reason: ['Why, if you like to say.', 'too_expensive'],
    reason_other: ['In your words.', 'We are moving.'],
  },
  ChangeMembershipCardRequest: {
    payment_source_id: [`${card} of yours.`, 'pm_1QmZ8s2'],
    expected_amount: [
      'What was shown to be charged now, in minor units with fee and tax: another truth is refused.',
      3390,
    ],
  },
  HoldMembershipRequest: hold,
  HoldMembershipByStaffRequest: { ...hold, ...byStaff },
  EndHoldRequest: byStaff,
  ChangeMembershipRequest: {
    cancel_at_period_end: ['True: it ends with its paid period. False: it goes on.', true],
    attendee_profile_id: [
      'Whom it is for from now on, the `id` of a ProgramAttendeeProfile of the same customer; null: all they book for.',
      'pap_8sD2fG4hJ6',
    ],
    ...byStaff,
  },
  EndMembershipRequest: {
    refund: ['What comes back: nothing, or the days left of the paid period without the booking fee.', 'unused'],
    dry_run: ['True to read what the end would refund: nothing is changed.', false],
  },
  MembershipEndPreview: {
    object: ['Always `membership_end_preview`.', 'membership_end_preview'],
    program_id: ['The program.', 'pro_lakeside'],
    membership_id: ['The membership, the `id` of a Membership.', 'mem_3dF5gH7jK9'],
    amount_returned: 'What goes back to the way it was paid.',
    amount_to_balance: 'What is credited to the customer’s balance: paid days of a pause that reduce no later charge.',
  },
}
