import { Order, Quote } from '../../contract/money/order.ts'

const call = { tag: 'Orders', caller: 'customer', takesKey: true } as const

/** Description of `POST …/quote` in both versions, which differ only in where the input is. */
export const quoteDescription = {
  ...call,
  summary: 'What an order costs now',
  answers: { 200: Quote },
  errors: [
    'sold_out',
    'already_registered',
    'state_conflict',
    'currency_not_supported',
    'offline_not_available',
    'already_started',
    'option_not_on_sale',
    'sale_not_started',
    'sale_ended',
  ],
} as const

const lineErrors = [
  'already_registered',
  'hold_expired',
  'state_conflict',
  'feature_disabled',
  'option_not_on_sale',
  'invalid_integer',
] as const

/** Description of `POST orders`. Version 2 has more errors, because it names the product. */
export const openCartDescription = {
  ...call,
  summary: 'Open a cart',
  answers: { 201: Order },
  errors: [...lineErrors, 'program_not_accepting_orders'],
} as const

/** The description of `POST …/items`. */
export const addItemDescription = {
  ...call,
  summary: 'Add a line to a cart',
  answers: { 201: Order },
  errors: [...lineErrors, 'payment_in_progress'],
} as const
