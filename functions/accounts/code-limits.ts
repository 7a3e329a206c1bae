/** A code is good for 15 minutes and 5 tries; the next one comes after 60 s, at most 5 in an hour. */
export const codeMs = 15 * 60_000
export const maxAttempts = 5
export const resendMs = 60_000
export const hourMs = 3_600_000
export const maxCodesPerHour = 5
