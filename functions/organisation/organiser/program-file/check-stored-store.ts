import type { Refusal } from '../../../contract/organisation/organiser.ts'
import type { StoredCheck } from './check-stored-events.ts'
import type { CompleteFile } from './complete-file.ts'
import { instantOf, isRelative } from './file-times.ts'
import { refuse, refuseWhen } from './refuse.ts'
import { hasKey, rowBy, rowsBy, rowsWithout } from './rows-by.ts'
import type { StoredProgram } from './stored-program.ts'

/** A product in a customer's order stays; it can be taken off sale. */
export function checkSoldProducts(stored: StoredProgram, file: CompleteFile): Refusal[] {
  return stored.products
    .filter(({ is_removed }) => !is_removed)
    .flatMap((product) => {
      const path = `products.${product.key}`
      const sold = rowsBy(stored.variations, 'product_id', product.id).filter(({ is_sold }) => is_sold === 1)
      const kept = rowBy(file.products, 'key', product.key)
      if (!kept)
        return refuseWhen(sold.length > 0, 'state_conflict', {
          path,
          message: `${product.name} has been sold. Close it with is_closed: true instead.`,
        })
      const belowSold = rowsBy(stored.variations, 'product_id', product.id).flatMap(({ key, stock_taken }) => {
        const total = rowBy(kept.variations, 'key', key)?.stock_total ?? null
        return refuseWhen(total !== null && total < stock_taken, 'sold_out', {
          path: `${path}.variations.${key}.stock_total`,
          message: `${stock_taken} are sold or held, so there can be no fewer.`,
        })
      })
      const missing = sold.filter(({ key }) => !kept.variations.some((variation) => variation.key === key))
      return [
        ...belowSold,
        ...missing.map(({ key, name }) =>
          refuse(
            'state_conflict',
            `${path}.variations.${key}`,
            `${name} has been sold. Close it with is_closed: true instead.`,
          ),
        ),
      ]
    })
}

/** A new sale of a product must end in the future, unless its times are relative to the first apply. */
export function checkNewSales(stored: StoredProgram | null, { written, now, file }: StoredCheck): Refusal[] {
  const added = file.products.filter(({ key }) => !stored || !hasKey(stored.products, key))
  return added.flatMap(({ key, sale_ends_at: ends }) => {
    const writtenEnd = rowBy(written.products, 'key', key)?.sale_ends_at ?? ''
    return refuseWhen(
      ends !== null && !isRelative(writtenEnd) && instantOf(ends, file.timezone) < now,
      'date_in_past',
      {
        path: `products.${key}.sale_ends_at`,
        message: 'A new sale ends in the future.',
      },
    )
  })
}

/** A bought package stays, with its billing period. */
export function checkSoldPackages(stored: StoredProgram, file: CompleteFile): Refusal[] {
  const removed = (['session_packages', 'membership_packages'] as const).flatMap((section) =>
    rowsWithout<{ key: string; is_sold: number }>(stored[section], file[section]).flatMap(({ key, is_sold }) =>
      refuseWhen(is_sold === 1, 'state_conflict', {
        path: `${section}.${key}`,
        message: 'It has been bought. Say is_discontinued: true instead.',
      }),
    ),
  )
  const billed = stored.membership_packages.flatMap((row) => {
    const kept = rowBy(file.membership_packages, 'key', row.key)
    return refuseWhen(
      row.is_sold === 1 && kept !== undefined && kept.billing_period !== row.billing_period,
      'state_conflict',
      {
        path: `membership_packages.${row.key}.billing_period`,
        message: 'People pay for it by the other period. Make a new one instead.',
      },
    )
  })
  return [...removed, ...billed]
}
