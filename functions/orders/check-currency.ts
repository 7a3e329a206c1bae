import { ApiError } from '../contract/api-error.ts'

/** A currency in a request is only compared: an order has its program's. */
export function checkCurrency(own: string, input: string | undefined): void {
  if (input !== undefined && input.toUpperCase() !== own)
    throw new ApiError('currency_not_supported', { param: 'currency' })
}
