import { rightSized } from '#contract/picture-address'
import type { StoreProduct } from '#contract/product'

/** The small picture beside a product. */
export const productPicture = ({
  id,
  program_id,
  picture_url,
}: Pick<StoreProduct, 'id' | 'program_id' | 'picture_url'>): string =>
  rightSized(picture_url ?? '/pictures/none.svg', { program_id, kind: 'product', id }, 'small')
