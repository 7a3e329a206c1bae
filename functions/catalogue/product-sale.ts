export type SaleOfProduct = { is_closed: boolean; sale_starts_at: number | null; sale_ends_at: number | null }
export type SaleOfVariation = { is_closed: boolean }

/** Whether a product can be bought now: open, inside its sale window, with a variation that is open. Both ends count as in time. */
export function isProductOnSale(product: SaleOfProduct, variations: readonly SaleOfVariation[], now: number): boolean {
  const { is_closed, sale_starts_at: starts, sale_ends_at: ends } = product
  return (
    !is_closed &&
    (starts === null || now >= starts) &&
    (ends === null || now <= ends) &&
    variations.some((variation) => !variation.is_closed)
  )
}

/** A variation is sold while its product is. */
export const isVariationOnSale = (variation: SaleOfVariation, isProductSold: boolean): boolean =>
  isProductSold && !variation.is_closed
