import * as z from 'zod/mini'
import { code } from './field-rules.ts'
import { defaultPageSize, largestPageSize, maxCounted } from './limits.ts'

/** A whole number as text in a query. */
export const wholeInQuery = (smallest: number, largest: number) =>
  z.pipe(
    z.string().check(z.regex(/^(?:\d{1,15}|-[1-9]\d{0,14})$/, code('invalid_integer'))),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.int().check(z.minimum(smallest, code('invalid_integer')), z.maximum(largest, code('invalid_integer'))),
    ),
  )

/** Query parameters of every list. `sort` is added by each list from its own fields. */
export const paging = {
  limit: z._default(wholeInQuery(0, largestPageSize), defaultPageSize),
  skip: z._default(wholeInQuery(0, 1_000_000), 0),
  order: z._default(z.enum(['asc', 'desc']), 'asc'),
}
export type Page = { limit: number; skip: number; order: 'asc' | 'desc' }

/** Envelope of every list. */
export const listOf = <Item extends z.core.$ZodType>(item: Item) =>
  z.strictObject({
    count: z.int(),
    total: z.int(),
    total_capped: z.optional(z.literal(true)),
    page: z.int(),
    page_count: z.int(),
    access_limited: z.boolean(),
    data: z.array(item),
  })
export type List<Item> = {
  count: number
  total: number
  total_capped?: true
  page: number
  page_count: number
  access_limited: boolean
  data: Item[]
}

/** The number up to which a long list is counted: 1,000 (`maxCounted`), or the end of the page if that is further. */
export const mostCounted = ({ skip, limit }: { skip: number; limit: number }): number =>
  Math.max(maxCounted, skip + limit)

/**
 * Wraps one page of rows. `total` counts all matches, or the first ones with a flag that there are more. For `limit` 0,
 * page and page_count are 0.
 */
export function list<Item>(
  data: Item[],
  total: number,
  page: { limit: number; skip: number },
  isCapped = false,
): List<Item> {
  return {
    count: data.length,
    total,
    ...(isCapped ? { total_capped: true } : {}),
    page: page.limit === 0 ? 0 : Math.floor(page.skip / page.limit),
    page_count: page.limit === 0 ? 0 : Math.ceil(total / page.limit),
    access_limited: false,
    data,
  }
}

/** A parameter that may be repeated: `type=camp&type=class` is a list. */
export const oneOrMore = <Item extends z.core.$ZodType<unknown, string>>(item: Item) =>
  z.pipe(
    z.union([
      z.pipe(
        z.string(),
        z.transform((one: string) => [one]),
      ),
      z.array(z.string()),
    ]),
    z.array(item),
  )

/** An instant in a query, ISO 8601. */
export const instantInQuery = z
  .string()
  .check(z.refine((text) => !Number.isNaN(Date.parse(text)) && text.length <= 40, code('invalid_date')))

/** `true` or `false` as text in a query. */
export const flagInQuery = z.pipe(
  z.enum(['true', 'false']),
  z.transform((word: 'true' | 'false') => word === 'true'),
)

/** `expand=items,payments` as a list of the allowed names. */
export const expandOf = <Name extends string>(names: readonly [Name, ...Name[]]) =>
  z._default(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text: string) => (text === '' ? [] : text.split(','))),
      ),
      z.array(z.enum(names)),
    ),
    [],
  )
