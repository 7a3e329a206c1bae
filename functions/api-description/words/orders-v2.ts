import type { ShapeWords } from '../field-words.ts'

/** Request bodies that only version 2 of the orders has. */
export const productOrderShapes: Record<string, ShapeWords> = {
  ProductItemInput: {
    order_id: [
      'The order of the path; nothing else is accepted, and nothing for the items of a new order.',
      'ord_7mC4xY2vB9',
    ],
    quantity: ['How many; 1 for a place.', 1],
    parent_id: ['Item to add it to, the `id` of an OrderItem.', 'itm_2kL9jH4gF7'],
    product_id: [
      'What to buy: the `id` of an Event, AppointmentType, SessionPackage or Product, or `balance_due` for what you owe the program. Needed without `source`, unless `product_variation_id` is there.',
      'evt_5nK2pQ8rT1',
    ],
    start_date: [
      'Only of a membership: its first day, up to a year ahead; today without one. On a later day it is charged then.',
      '2027-07-01',
    ],
    product_variation_id: [
      'Which of it: the `id` of its option or variation. A product with one variation needs none.',
      'opt_8pL3kJ6hG2',
    ],
    attendee_profile_id: [
      'Only of a session package: whom it is for, the `id` of a ProgramAttendeeProfile of yours. Without it, it is for all you book for.',
      'pap_8sD2fG4hJ6',
    ],
    source: [
      'What causes it. For a place your pending Registration of it, its `id`; without one it is the oldest that you hold of the product and that is in no order. For a package whom it is for, as in `attendee_profile_id`. None for a product of the store.',
      'reg_4sD8fG1hJ6',
    ],
  },
  CreateProductOrderRequest: {
    program_id: ['Program to buy from, the `id` of a Program.', 'lakeside'],
    customer_profile_id: ['Who buys: the `id` of the caller’s CustomerProfile in this program.', 'cup_6bN1mQ4sV7'],
    timezone: ['IANA time zone of the customer.', 'America/Toronto'],
    items: 'First items; more by `POST …/items`.',
  },
  ChangeItemRequest: {
    quantity: ['How many; 1 for a place.', 1],
    product_variation_id: [
      'Another option of the same event, or variation of the same product, its `id`.',
      'opt_8pL3kJ6hG2',
    ],
  },
  QuoteRequest: {
    country: [
      'Country of the buyer, ISO 3166-1 alpha-2. The order stores it; the program’s taxes apply in every country.',
      'CA',
    ],
    currency: ['Currency to pay in, ISO 4217: only the order’s own.', 'CAD'],
    checkout_method: ['How it is to be paid.', 'card'],
    use_account_balance: ['Whether to use the account balance first.', false],
  },
}
