import type { DeskSeasonQuery } from '#contract/site-pages'
import { isEventKey } from '#contract/organisation/season'
import { maxEventsPerSeasonCall } from '#contract/limits'
import { readSkip, readText } from './input-values.ts'

export const seasonViews = ['coming', 'draft', 'published', 'hidden', 'past', 'archived'] as const
export type SeasonView = (typeof seasonViews)[number]

/** What the page of the season selects, and the events that the last button changed, by key. */
export type DeskSeasonPage = {
  q: string | null
  show: SeasonView
  year: number | null
  skip: number
  saved: string | null
  keys: string[]
}

export const seasonPageSize = 50

export const readDeskSeason = (query: DeskSeasonQuery): DeskSeasonPage => ({
  q: readText(query.get('q'), 100),
  show: seasonViews.find((view) => view === query.get('show')) ?? 'coming',
  year: /^20\d\d$/.test(query.get('year') ?? '') ? Number(query.get('year')) : null,
  skip: readSkip(query.get('skip')),
  saved: query.get('saved'),
  keys: (query.get('keys') ?? '').split(',').filter(isEventKey).slice(0, maxEventsPerSeasonCall),
})

const statusOf: Partial<Record<SeasonView, string>> = { draft: 'draft', published: 'published', hidden: 'unpublished' }

/** The query of GET season for a page; `today` is the day in the time zone of the program. */
export function seasonQuery({ q, show, year, skip }: DeskSeasonPage, today: string): string {
  const isPast = show === 'past' || show === 'archived'
  const query = new URLSearchParams({
    limit: String(seasonPageSize),
    skip: String(skip),
    order: isPast ? 'desc' : 'asc',
  })
  if (q !== null) query.set('search', q)
  if (year !== null) {
    query.set('from', `${year}-01-01`)
    query.set('to', `${year}-12-31`)
  } else if (!isPast && show !== 'draft') query.set('from', today)
  if (show === 'past') query.set('ended_before', today)
  const status = show === 'archived' ? 'archived' : statusOf[show]
  if (status !== undefined) query.set('status', status)
  return query.toString()
}
