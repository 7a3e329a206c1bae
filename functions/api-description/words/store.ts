import type { FieldWords, ShapeWords } from '../field-words.ts'
import { saleWindow } from './catalogue.ts'

const soldForWords: FieldWords = [
  'Whom it is sold for: one person, or everyone its customer books for; null: the customer chooses.',
  'family',
]

export const storeShapes: Record<string, ShapeWords> = {
  ProductCategory: {
    id: ['Id of the category.', 'cat_1aS2dF3gH4'],
    name: ['Name of the category.', 'Clothing'],
    parent_id: ['Category above it; null at the top.', null],
  },
  Product: product(),
  StoreProduct: { ...product(), variations: 'What can be bought of it, in order.' },
  ProductVariation: {
    id: ['Id of the variation.', 'var_1aS2dF3gH4'],
    product_id: ['Its product, the `id` of a Product.', 'prd_5nK2pQ8rT1'],
    name: ['Name of the variation.', 'Small'],
    confirm_text: ['What the customer agrees to when buying; null without any.', 'No returns'],
    price: 'Price of one.',
    on_sale: ['Whether it is for sale now, whatever is left of it.', true],
    available_stock: ['How many are left; null for as many as wanted.', 12],
    is_sold_out: ['Whether none is left.', false],
  },
  SessionPackage: {
    ...packageWords('session package', 'spk_3dF5gH7jK9'),
    instalments:
      'The parts in which it may be paid if it is bought alone now, the first today; empty where it is paid at once.',
  },
  MembershipPackage: {
    ...packageWords('membership', 'mpk_3dF5gH7jK9'),
    billing_period: ['How often it is paid for.', 'month'],
    allocated_period: ['What `allocated_amount` is for; null without credits.', 'month'],
    allocate_credits_on_period: ['Whether credits are given at the start of each period, not once.', true],
    trial_days: ['So many days are free before it is paid for the first time; null without a trial.', 14],
    trial_needs_card: ['Whether a card has to be stored before a trial begins.', true],
    trial_again: ['Whether a person who had a free trial with the program gets this one as well.', false],
    num_periods: ['After so many paid periods it ends by itself; null: when it is cancelled.', null],
    anchor_day: ['The day of the month on which it is paid, whenever it begins; null: on the day it began.', null],
  },
  PackageBrief: {
    id: ['Id of the package.', 'spk_3dF5gH7jK9'],
    object: ['Kind of package.', 'session_package'],
    name: ['Name of the package.', 'Ten visits'],
    for: soldForWords,
    is_discontinued: ['Whether it is no longer sold; holders keep it.', false],
  },
  Promotion: {
    id: ['Id of the promotion.', 'cou_1aS2dF3gH4'],
    name: ['Name of the promotion.', 'Welcome'],
    type: ['Whether it takes off an amount or a percentage.', 'percent_off'],
    code: ['Code to enter; null where it applies by itself.', 'WELCOME10'],
    amount_off: 'Amount taken off; null for a percentage.',
    percent_off: ['Percentage taken off, up to two decimals; null for an amount.', 10, { minimum: 0, maximum: 100 }],
    redeem_before: ['When it ends, in UTC; null if it does not.', '2027-06-30T04:00:00.000Z'],
    restrictions: 'When it applies.',
    'restrictions.first_time_transaction': ['Whether it is for a customer’s first paid order.', false],
    'restrictions.minimum_items': ['Items needed; null for any number.', 2],
    'restrictions.minimum_amount': 'Amount needed; null for any.',
    'restrictions.limit_customer': ['Uses per customer; null without a limit.', 1],
    applies_to: 'What it applies to; both lists empty: everything.',
    'applies_to.product_types': ['Kinds of things, such as `camp` or `event_option`.', ['camp']],
    'applies_to.events': 'Public events it applies to.',
    'applies_to.events[].id': ['Event, the `id` of an Event.', 'evt_5nK2pQ8rT1'],
    'applies_to.events[].name': ['Name of the event.', 'Canoe week'],
    apply_automatically: ['Whether it applies without a code.', false],
  },
}

function product(): ShapeWords {
  return {
    id: ['Id of the product.', 'prd_5nK2pQ8rT1'],
    type: ['Kind of product.', 'merchandise'],
    name: ['Name of the product.', 'Camp T-shirt'],
    description: ['Description in Markdown; null if not written.', 'Cotton'],
    pickup_text: ['Where and when it is handed out; null if not written.', 'At the office on the first day'],
    return_days: ['Days after payment in which it may be given back; null where it may not.', 30],
    category_id: ['Its category, the `id` of a ProductCategory; null without one.', 'cat_1aS2dF3gH4'],
    variation_ids: ['Its variations in order, each the `id` of a ProductVariation.', ['var_1aS2dF3gH4']],
    on_sale: ['Whether any variation can be bought now.', true],
    ...saleWindow,
  }
}

function packageWords(kind: string, id: string): ShapeWords {
  return {
    id: [`Id of the ${kind}.`, id],
    name: [`Name of the ${kind}.`, 'Ten visits'],
    description: ['Description in Markdown; null if not written.', 'Ten visits to any class'],
    price: 'Price of one, or of one billing period.',
    include_fee: ['Whether the booking fee is in the price.', false],
    allocated_amount: ['Credits it gives; null without a limit, or without any.', 10, { minimum: 0 }],
    is_unlimited: ['Whether it opens any number of visits.', false],
    for: soldForWords,
    expiry_amount: ['How many `expiry_period`s its credits are good for; null: they do not expire.', 6, { minimum: 1 }],
    expiry_period: ['Unit of `expiry_amount`; null without one.', 'month'],
    is_discontinued: ['Whether it is no longer sold; holders keep it.', false],
    events: 'The next events that require it.',
    'events[].id': ['Event, the `id` of an Event.', 'evt_5nK2pQ8rT1'],
    'events[].name': ['Name of the event.', 'Canoe week'],
    num_events: ['Number of coming events that require it.', 4, { minimum: 0 }],
    appointment_types: 'The appointment types that require it.',
    'appointment_types[].id': ['Appointment type, the `id` of an AppointmentType.', 'apt_5nK2pQ8rT1'],
    'appointment_types[].name': ['Name of the appointment type.', 'Open lanes'],
  }
}
