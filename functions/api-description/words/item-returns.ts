import type { ShapeWords } from '../field-words.ts'

export const itemReturnShapes: Record<string, ShapeWords> = {
  ItemReturn: {
    order_id: ['The order.', 'ord_5nK2pQ8rT1'],
    item_id: ['The line that is given back, whole.', 'itm_2fH6jL9nP3'],
    result: ['Money at once, a request to the organisation, or no giving back.', 'automatic'],
    amount: 'What comes back, or is asked for. Send its `value` as `expected_amount`.',
    discount_lost: 'Discounts that what stays no longer earns; `amount` is without them.',
    until: ['Until when it may be given back, in UTC; null where it may not.', '2027-07-31T13:00:00.000Z'],
    destinations: ['Where the money may go.', ['original_method']],
    refund_request: 'The request, once it is given back; null before.',
  },
  ReturnItemRequest: {
    expected_amount: ['The amount that was shown: with another truth nothing happens.', 2712],
    'expected_amount.value': ['Amount in the smallest unit of the currency.', 2712],
    destination: ['Where the money shall go.', 'original_method'],
  },
}
