const dayMs = 86_400_000

/** Until when, inclusive, a thing of the store may be given back by its customer; null where it may not, or nothing is paid yet. */
export const returnDeadline = (paidAt: number | null, returnDays: number | null): number | null =>
  paidAt === null || returnDays === null ? null : paidAt + returnDays * dayMs
