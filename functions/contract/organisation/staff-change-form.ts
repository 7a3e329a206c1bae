import { fieldText, onlyFilled, typedAmount } from './staff-booking-form.ts'

type Fields = Readonly<Record<string, unknown>>

const notifies = (fields: Fields) => ({ notify: fieldText(fields, 'notify') !== '' })
const amountOf = (fields: Fields) => ({ amount: typedAmount(fields, 'amount') })

/** The body of POST payments: money that the organisation took itself. */
export const paymentOf = (fields: Fields): object => ({
  ...amountOf(fields),
  received_as: fieldText(fields, 'received_as') || 'other',
  ...(fieldText(fields, 'reference') ? { reference: fieldText(fields, 'reference') } : {}),
})

/** The body of POST orders/{id}/refund. */
export const refundOf = (fields: Fields): object => ({
  ...amountOf(fields),
  reason: fieldText(fields, 'reason'),
  to: fieldText(fields, 'to') || 'original_method',
  ...notifies(fields),
})

/** The body of POST orders/{id}/charges. */
export const chargeOf = (fields: Fields): object => ({
  ...amountOf(fields),
  product: fieldText(fields, 'product'),
  note: fieldText(fields, 'reason'),
  ...onlyFilled({ pay: fieldText(fields, 'pay') }),
  tax: fieldText(fields, 'tax') !== '',
  ...notifies(fields),
})

/** The body of POST registrations/{id}/cancel: by the policy, unless another amount is chosen. */
export const cancellationOf = (fields: Fields): object => ({
  ...(fieldText(fields, 'much') === 'other' ? amountOf(fields) : {}),
  ...(fieldText(fields, 'much') === 'none' ? { amount: 0 } : {}),
  ...onlyFilled({ reason: fieldText(fields, 'reason'), to: fieldText(fields, 'to') }),
  ...notifies(fields),
  undo: true,
})

/** The body of POST registrations/{id}/move: to another option, person, or both. */
export const moveOf = (fields: Fields): object => ({
  ...onlyFilled({
    option_id: fieldText(fields, 'option_id'),
    attendee_profile_id: fieldText(fields, 'person_id'),
    difference: fieldText(fields, 'difference'),
    reason: fieldText(fields, 'reason'),
  }),
  ...notifies(fields),
  undo: true,
})
