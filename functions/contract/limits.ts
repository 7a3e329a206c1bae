/** Durations in milliseconds. A calendar day may be longer or shorter: see wall-clock.ts. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
export const weekMs = 7 * dayMs
/** Default page size of a list. */
export const defaultPageSize = 20
/** Maximum page size of a list. */
export const largestPageSize = 100
/**
 * Seconds for which a public page or response is cached (page-cache.ts). Added to the delay of a replica, this is the
 * maximum age of the number of places left.
 */
export const cacheSeconds = 30
/**
 * Up to this number, rows are counted one by one when there is no stored count: events with combined filters,
 * registrations of a program.
 */
export const maxCounted = 1000
/** Maximum quantity of one line item. */
export const largestQuantity = 50
/** Up to this many places left, a page shows the number; above it, "Available". */
export const fewPlaces = 10
/** Duration of a toast and of its exit animation, in ms. */
export const toastMs = 5000
export const toastLeavingMs = 700
/** Version of every local storage key. */
export const storageVersion = '2021-03-04'
/** How long drafts of forms are stored on the device, in ms. */
export const draftMs = 24 * hourMs
/** `RATE_LIMITS=wide` multiplies limits by this, because on one machine every caller may have the same address. */
export const relaxedLimitMultiplier = 100
/** Maximum length of a request body, in bytes. */
export const largestBodyBytes = 256 * 1024
/** Maximum number of events of a program, from its file or by calls, so that its own export can be applied. */
export const maxEventsPerProgram = 25_000
/** Maximum amount that an organisation enters, in minor units. */
export const maxEnteredAmount = 99_999_999
/** Maximum numbers of rows, columns and events of a CSV file of events. */
export const maxImportRows = 5000
export const maxImportColumns = 100
export const maxImportedEvents = 500
/** Maximum number of coupons of a program. */
export const maxCouponsPerProgram = 500
/** Maximum number of pools of a program. */
export const maxPoolsPerProgram = 200
/** Maximum number of events of one call that copies or archives a season. */
export const maxEventsPerSeasonCall = 300
/**
 * Maximum length of a program file in bytes. It fits the maximum number of events with every value written out, as
 * exported.
 */
export const largestFileBytes = maxEventsPerProgram * 1600
/** Maximum age of a person in years. */
export const oldestYears = 125
/** Maximum length of an answer by question type. */
export const shortTextLength = 255
export const longTextLength = 2000
/** Maximum number of days that an appointment can be booked ahead, regardless of its type. */
export const furthestBookingDays = 730

/** Maximum weeks of a series of appointments. */
export const maxSeriesWeeks = 12

/** How long staff can undo a day off, a move or a cancellation before families are told, in ms. */
export const undoMs = 10 * minuteMs
