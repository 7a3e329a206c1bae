const maxSkip = 1_000_000

/** The id in a URL; null when it is malformed. */
export const readId = (text: string | null): string | null =>
  text !== null && /^[A-Za-z0-9_-]{1,80}$/.test(text) ? text : null

/** The number of items before the first shown item; 0 when it is invalid. */
export const readSkip = (text: string | null): number =>
  text !== null && /^\d{1,7}$/.test(text) && Number(text) <= maxSkip ? Number(text) : 0

/** A text, cut at the length that the API accepts; null when it is empty. */
export const readText = (text: string | null, maxLength: number): string | null =>
  (text ?? '').trim().slice(0, maxLength).toWellFormed() || null

export const cardsPerPage = 40
/** The number of programs on one page of the home page, and of featured programs above its first page. */
export const programsPerPage = 20
export const maxFeaturedPrograms = 6
/** The number of products on one page of the store, and at the end of the explore page. */
export const productsPerPage = 24
export const teaserProducts = 3
/** The number of packages on the page of one kind, and of each kind where both are shown. */
export const packagesPerPage = 20
export const packagesPerKind = 6
/** Maximum number of appointment types on the explore page. All are listed on their own page. */
export const teaserAppointmentTypes = 3
