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
