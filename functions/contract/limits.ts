/** Lengths of time, in milliseconds. Days of a calendar may be longer or shorter: those are counted in wall-clock.ts. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
export const weekMs = 7 * dayMs
/** Page size of a list when the query names none. */
export const defaultPageSize = 20
/** Largest page of a list. */
export const largestPageSize = 100
/** Seconds that a public page or answer may be kept (page-cache.ts): places left are never older than this and what a replica is behind. */
export const keptSeconds = 30
/** What cannot be told from a stored count is counted up to here: events found by several things, registrations of a program. */
export const maxCounted = 1000
/** Largest quantity of one line. */
export const largestQuantity = 50
/** Up to this many places left a page shows the number, above it "Available". */
export const fewPlaces = 10
/** How long a toast stays, and how long it takes to leave, in ms. */
export const toastMs = 5000
export const toastLeavingMs = 700
/** Version of every local storage key. */
export const storageVersion = '2021-03-04'
/** How long drafts of forms are kept on the device, in ms. */
export const draftMs = 24 * hourMs
/** `RATE_LIMITS=wide` allows this many times as much: on one machine every caller may have the same address. */
export const relaxedLimitMultiplier = 100
/** Length of a request body, in bytes, above which it is refused. */
export const largestBodyBytes = 256 * 1024
/** How many events a program has at most, whether they come in its file or by calls: its own export can be applied. */
export const maxEventsPerProgram = 25_000
/** Length of a program file, in bytes: so many events with every value written out, as it is exported. */
export const largestFileBytes = maxEventsPerProgram * 1600
/** Oldest date of birth, in years before today. */
export const oldestYears = 125
/** Length of one answer by question type. */
export const shortTextLength = 255
export const longTextLength = 2000
/** Nothing is booked by the hour further ahead than this many days, whatever its type says. */
export const furthestBookingDays = 730

/** An appointment is booked for so many weeks at once, at most. */
export const maxSeriesWeeks = 12
