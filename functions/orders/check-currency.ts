import { ApiError } from '../contract/api-error.ts'

/** A currency in a request is only compared: an order has its program's (decisions.md §10). */
export function checkCurrency(own: string, asked: string | undefined): void {
  if (asked !== undefined && asked.toUpperCase() !== own)
    throw new ApiError('currency_not_supported', { param: 'currency' })
}
