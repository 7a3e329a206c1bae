import type { Ctx } from '../../platform/context.ts'
import { eventPages, programPages } from './public-page-rows.ts'

/** A page anyone may find: its path and when it changed last (ms since 1970), null where nobody knows. */
export type PublicPage = { path: string; updated: number | null }
/** Which part of a large list: the pages of programs, or events by their number from 1 on. */
export type PagesPart = 'programs' | number

/** Events in one part. Each has an address for every language of its program. */
const eventsPerPart = 5000

/** Every page anyone may find, where one list can hold them; else only how many parts of events there are. */
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

/** One part of a list that is too large for one answer; null where there is no such part. */
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

/** Pages that a program has only with a feature, with terms, or with something in its store. */
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

/** The address of a page in each language of its program, as the page itself names it: the program's own carries no `lang`. */
const inLanguages = (program: Program, path: string, updated: number): PublicPage[] =>
  [program.language, ...program.languages.filter((each) => each !== program.language)].map((lang) => ({
    path: `/pg/${program.id}${path}${lang === program.language ? '' : `${path.includes('?') ? '&' : '?'}lang=${lang}`}`,
    updated,
  }))
