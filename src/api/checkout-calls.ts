import type { Done, User } from '#contract/people/account'
import type { PaymentSource } from '#contract/people/customer'
import type { Discount } from '#contract/money/discount'
import type { CheckoutMethod, Order, Quote } from '#contract/money/order'
import type { Payment, PayOrderRequest } from '#contract/money/payment'
import type { CardSetup } from '#contract/money/payment-method'
import { type Call, windowCalls, fetchTokenAhead } from './browser.ts'

const post = (body: unknown = {}) => ({ method: 'POST' as const, body })

export const checkoutCalls = (call: Call, orderId: string) => {
  const order = `/v1/profile/orders/${orderId}`
  return {
    readOrder: () => call<Order>(order),
    quote: (method: CheckoutMethod | null = null, use_account_balance = false) => {
      const query = new URLSearchParams({ use_account_balance: String(use_account_balance) })
      if (method) query.set('checkout_method', method)
      return call<Quote>(`${order}/quote?${query}`, post())
    },
    deleteOrder: () => call<null>(order, { method: 'DELETE' }),
    removeItem: (itemId: string) => call<Order>(`${order}/items/${itemId}`, { method: 'DELETE' }),
    changeItem: (itemId: string, quantity: number) =>
      call<Order>(`/v2/profile/orders/${orderId}/items/${itemId}`, { method: 'PUT', body: { quantity } }),
    applyCode: (code: string) => call<Discount>(`${order}/discounts`, post({ code })),
    removeCode: (discountId: string) => call<Order>(`${order}/discounts/${discountId}`, { method: 'DELETE' }),
    extendHold: () => call<Order>(`${order}/hold`, post()),
    pay: (body: PayOrderRequest) => call<Payment>(`${order}/payments`, post(body)),
    storeCard: (programId: string, source: string, return_url: string) =>
      call<PaymentSource | CardSetup>(
        `/v1/profile/programs/${encodeURIComponent(programId)}/payment_methods/${encodeURIComponent(source)}/attach`,
        post({ return_url }),
      ),
    verifyEmail: (code: string) => call<User>('/v1/verify', post({ code })),
    sendCodeAgain: () => call<Done>('/v1/reverify', post()),
  }
}
export type CheckoutCalls = ReturnType<typeof checkoutCalls>

export function windowCheckoutCalls(orderId: string): CheckoutCalls {
  fetchTokenAhead()
  return checkoutCalls(windowCalls(), orderId)
}
