const maxSkip = 1_000_000

/** An id as an address carries it; null for what cannot be one. */
export const readId = (text: string | null): string | null =>
  text !== null && /^[A-Za-z0-9_-]{1,80}$/.test(text) ? text : null

/** How many items come before the first one shown; 0 for what is no such number. */
export const readSkip = (text: string | null): number =>
  text !== null && /^\d{1,7}$/.test(text) && Number(text) <= maxSkip ? Number(text) : 0

/** Text as far as the API accepts it; null when it is empty. */
export const readText = (text: string | null, maxLength: number): string | null =>
  (text ?? '').trim().slice(0, maxLength).toWellFormed() || null

/** Event cards on one page of a program's list. */
export const cardsPerPage = 40
/** Programs on one page of the home page's list, and featured ones above its first page. */
export const programsPerPage = 20
export const maxFeaturedPrograms = 6
/** Products on one page of the store, and at the foot of the explore page. */
export const productsPerPage = 24
export const teaserProducts = 3
/** Packages of one kind on a page of their own, and of each kind where both are shown. */
export const packagesPerPage = 20
export const packagesPerKind = 6
/** Appointment types on the explore page; the rest have a page of their own. */
export const teaserAppointmentTypes = 3
