import { hc } from 'hono/client'
import { largestPageSize } from '#contract/limits'
import type { AppointmentTypesV1, AvailabilityV1, ExploreV1, StoreV2 } from '../../functions/api.ts'
import { readAnswer, readOrNull, languageHeader } from './read-answer.ts'
import type { PageReads } from './page-reads.ts'

const all = { limit: String(largestPageSize) }

/** The page reads by calls of an API elsewhere: more trips than in process, the same results. No page may frame this site's lists: they are framed from the site of that API. */
export function remotePageReads(origin: string, fetch: typeof globalThis.fetch): PageReads {
  const address = `${origin}/api/v1/explore`
  const exploreIn = (language: string | null) => hc<ExploreV1>(address, { fetch, headers: languageHeader(language) })
  const appointmentTypesIn = (language: string | null) =>
    hc<AppointmentTypesV1>(`${address}/appointment_types`, { fetch, headers: languageHeader(language) })
  const availability = hc<AvailabilityV1>(`${address}/availability`, { fetch })

  return {
    async program(programId, { language }) {
      const explore = exploreIn(language)
      const param = { program_id: programId }
      const [program, features] = await Promise.all([
        explore.programs[':program_id'].$get({ param }).then(readOrNull),
        explore.programs[':program_id'].features.$get({ param }).then(readOrNull),
      ])
      return program && features && { program, features, isClosed: false }
    },

    async cards({ program_id, limit, skip, age, online_event, free, ...filters }, language) {
      const explore = exploreIn(language)
      const query = {
        ...filters,
        program_id,
        status: 'upcoming',
        limit: String(limit),
        skip: String(skip),
        ...(age !== undefined && { age: String(age) }),
        ...(online_event && { online_event: 'true' as const }),
        ...(free && { free: 'true' as const }),
      }
      const [events, choices] = await Promise.all([
        explore.events.$get({ query }).then(readOrNull),
        explore.programs[':program_id'].filters
          .$get({ param: { program_id }, query: { status: 'upcoming' } })
          .then(readOrNull),
      ])
      return events && choices && { events, choices }
    },

    async programChoices(language) {
      const page = (skip: number) =>
        exploreIn(language)
          .programs.$get({ query: { ...all, skip: String(skip), sort: 'name' } })
          .then(readAnswer)
      const { data, total } = await page(0)
      for (let skip = largestPageSize; skip < total; skip += largestPageSize) data.push(...(await page(skip)).data)
      const languageOf = (tag: string) => {
        const [first, ...others] = new Set(data.flatMap(({ tags, language }) => (tags.includes(tag) ? language : [])))
        return others.length === 0 ? (first ?? null) : null
      }
      return {
        types: countValues(data.map(({ types }) => types)),
        tags: countValues(data.map(({ tags }) => tags)).map((tag) => {
          const name = data
            .flatMap(({ tag_names }) => tag_names?.[tag.value] ?? [])
            .sort()
            .at(-1)
          return {
            ...tag,
            language: languageOf(tag.value),
            names: language !== null && name ? { [language]: name } : {},
          }
        }),
      }
    },

    async attachments(owner, language) {
      const explore = exploreIn(language)
      const list =
        'event_id' in owner
          ? await explore.events[':event_id'].attachments.$get({ param: owner, query: all }).then(readOrNull)
          : await explore[':appointment_type_id'].attachments.$get({ param: owner, query: all }).then(readOrNull)
      return list?.data ?? []
    },

    async appointmentTypes(programId, { limit, language }) {
      const query = { program_id: programId, limit: String(limit) }
      return (await appointmentTypesIn(language).index.$get({ query }).then(readOrNull))?.data ?? []
    },

    appointmentSchedule(typeId, { language }) {
      const param = { appointment_type_id: typeId }
      const option = (id: string | null) => ({ ...param, ...(id ? { appointment_option_id: id } : {}) })
      return {
        type: () => appointmentTypesIn(language)[':appointment_type_id'].$get({ param }).then(readOrNull),
        days: async (month, optionId) =>
          (await availability.dates.$get({ query: { month, ...option(optionId) } }).then(readOrNull))?.data ?? null,
        times: async (date, optionId) =>
          (await availability.times.$get({ query: { date, ...option(optionId) } }).then(readOrNull))?.data ?? null,
      }
    },

    async products(programId, limits) {
      const path = `${origin}/api/v2/explore/programs/${encodeURIComponent(programId)}/products`
      const products = hc<StoreV2>(path, { fetch, headers: languageHeader(limits.language) }).index
      const read = async (on_sale: 'true' | 'false', limit: number) => {
        const query = { on_sale, limit: String(limit) }
        return (await products.$get({ param: { program_id: programId }, query }).then(readOrNull))?.data ?? []
      }
      const [onSale, others] = await Promise.all([read('true', limits.onSale), read('false', limits.others)])
      return onSale.length > 0 ? onSale : others
    },

    frameOrigins: async () => [],
  }
}

/** Counts in how many lists a value stands, the most frequent first. */
export function countValues(lists: readonly (readonly string[])[]): { value: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const value of lists.flatMap((list) => [...new Set(list)])) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
}
