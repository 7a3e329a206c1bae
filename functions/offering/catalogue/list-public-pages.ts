import type { Ctx } from '../../platform/context.ts'
import { eventPages, programPages } from './public-page-rows.ts'

/** A public page: its path and when it last changed (ms since 1970), null if unknown. */
export type PublicPage = { path: string; updated: number | null }
/** A part of a large sitemap: the pages of programs, or events by part number from 1. */
export type PagesPart = 'programs' | number

/** Events per part. Each event has a URL for every language of its program. */
const eventsPerPart = 5000

/** Every public page if one sitemap can hold them, otherwise the number of parts with events. */
export async function listPublicPages(ctx: Ctx): Promise<{ pages: PublicPage[] } | { parts: number }> {
  const programs = await programPages(ctx.db, ctx.now)
  const events = programs.reduce((sum, program) => sum + program.events, 0)
  if (events > eventsPerPart) return { parts: Math.ceil(events / eventsPerPart) }

  return {
    pages: [
      ...pagesOfPrograms(programs),
      ...pagesOfEvents(programs, await eventPages(ctx.db, { skip: 0, limit: eventsPerPart })),
    ],
  }
}

/** One part of a large sitemap; null for an unknown part. */
export async function listPartOfPages(ctx: Ctx, part: PagesPart): Promise<PublicPage[] | null> {
  const programs = await programPages(ctx.db, ctx.now)
  if (part === 'programs') return pagesOfPrograms(programs)

  const events = await eventPages(ctx.db, { skip: (part - 1) * eventsPerPart, limit: eventsPerPart })
  return events.length === 0 ? null : pagesOfEvents(programs, events)
}

type Program = Awaited<ReturnType<typeof programPages>>[number]
type Event = Awaited<ReturnType<typeof eventPages>>[number]

function pagesOfPrograms(programs: Program[]): PublicPage[] {
  const newest = programs.length === 0 ? null : Math.max(...programs.map(({ updated }) => updated))
  const site = [
    { path: '/', updated: newest },
    { path: '/?lang=fr', updated: newest },
    { path: '/privacy', updated: null },
    { path: '/privacy?lang=fr', updated: null },
    { path: '/api/docs', updated: null },
  ]
  return [
    ...site,
    ...programs.flatMap((program) =>
      ['', ...pathsOf(program)].flatMap((path) => inLanguages(program, path, program.updated)),
    ),
    ...programs.flatMap(pagesOfAppointments),
  ]
}

/** Pages that exist only with a feature, with terms, or with something on sale in the store. */
function pathsOf({ features, has_terms, has_store }: Program): string[] {
  const { sessions, memberships, appointments, discounts, products } = features
  return [
    ...(sessions || memberships ? ['/packages'] : []),
    ...(sessions ? ['/packages/session'] : []),
    ...(memberships ? ['/packages/membership'] : []),
    ...(appointments ? ['/schedule'] : []),
    ...(discounts ? ['/promotions'] : []),
    ...(products && has_store ? ['?store=all'] : []),
    ...(has_terms ? ['/terms'] : []),
    '/privacy',
  ]
}

function pagesOfAppointments(program: Program): PublicPage[] {
  return program.features.appointments
    ? program.appointment_types.flatMap(({ id, updated }) => inLanguages(program, `/schedule/${id}`, updated))
    : []
}

function pagesOfEvents(programs: Program[], events: Event[]): PublicPage[] {
  const byId = new Map(programs.map((program) => [program.id, program]))
  return events.flatMap((event) => {
    const program = byId.get(event.program_id)
    return program ? inLanguages(program, `/evt/${event.id}`, event.updated) : []
  })
}

/**
 * The URL of a page in each language of its program, as in its canonical link: the URL in the program's own language
 * has no `lang`.
 */
const inLanguages = (program: Program, path: string, updated: number): PublicPage[] =>
  [program.language, ...program.languages.filter((each) => each !== program.language)].map((lang) => ({
    path: `/pg/${program.id}${path}${lang === program.language ? '' : `${path.includes('?') ? '&' : '?'}lang=${lang}`}`,
    updated,
  }))
