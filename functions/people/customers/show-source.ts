import type { PaymentSource } from '../../contract/people/customer.ts'
import type { paymentSources } from '../../platform/database/tables.ts'

/** Builds the stored card of the API; only its owner sees it. */
export function showSource(row: typeof paymentSources.$inferSelect): PaymentSource {
  return {
    id: row.id,
    object: 'payment_source',
    brand: row.brand,
    last4: row.last4,
    exp_month: row.exp_month,
    exp_year: row.exp_year,
    funding: row.funding,
    country: row.country,
    three_d_secure: row.three_d_secure,
    is_default: row.is_default,
    status: row.detached_at !== null ? 'detached' : row.refused_at !== null ? 'failed' : row.status,
    usage: row.usage,
    currency: row.currency,
  }
}
