import type { Line } from './budget.ts'
import { cpuPerRequest } from './cpu-per-request.ts'
import { measuredSite } from './measured-site.ts'

/** A page of a list may cost so much more in a program a hundred times as large. */
const mostGrowth = 1.5
/** A filter says how much it found, so it looks at every event of its program once: at most so much more. */
const mostFiltered = 2.5

/** Budget 16: what is a page costs the same however much there is; what is not one page (questions) grows with itself only. */
export async function scale(): Promise<Line[]> {
  const { site, program, wide, city, asking, family, regular } = await measuredSite()
  await family.renew()
  await regular.renew()
  const { cpuMs } = site
  const list = (id: string) => ({ cpuMs, ask: (number: number) => site.ask(`/pg/${id}?age=none${number}`) })
  const events = (id: string) => ({
    cpuMs,
    ask: () => site.ask(`/api/v1/explore/events?program_id=${id}&status=upcoming&limit=40`),
  })
  const orders = (headers: Record<string, string>) => ({
    cpuMs,
    ask: () => site.ask('/api/v1/profile/orders?limit=20', { headers }),
  })
  const event = (id: string) => ({
    cpuMs,
    ask: (number: number) => site.ask(`/pg/${program}/evt/${id}?age=none${number}`),
  })
  const register = (id: string) => ({ cpuMs, ask: () => site.ask(`/pg/${program}/evt/${id}/register`) })
  const cpu = await cpuPerRequest({
    page40: list(program),
    page400: list(wide[400]),
    page4000: list(wide[4000]),
    pageCity: list(city),
    pageFiltered: { cpuMs, ask: (number) => site.ask(`/pg/${city}?venue_city=Perth&tags=Water&age=none${number}`) },
    api40: events(program),
    api4000: events(wide[4000]),
    event1: event(asking[1]),
    event50: event(asking[50]),
    register1: register(asking[1]),
    register50: register(asking[50]),
    orders20: orders(family.headers),
    orders1000: orders(regular.headers),
  })
  const line = (page: string, what: string, measured: number, budget: number | null = mostGrowth): Line => ({
    part: 'scale',
    page,
    what,
    measured,
    budget,
    unit: 'times',
  })
  return [
    line('explore, 40 cards', 'CPU with 400 events, 40 = 1', cpu.page400 / cpu.page40),
    line('explore, 40 cards', 'CPU with 4,000 events, 40 = 1', cpu.page4000 / cpu.page40),
    line('explore, 40 cards', 'CPU of a city with 4,000 events and 120 venues, 40 = 1', cpu.pageCity / cpu.page40),
    line('explore, filtered', 'CPU of a city by city and tag, 40 = 1', cpu.pageFiltered / cpu.page40, mostFiltered),
    line('events, 40', 'CPU with 4,000 events, 40 = 1', cpu.api4000 / cpu.api40),
    line('orders, 20', 'CPU with 1,000 orders, 20 = 1', cpu.orders1000 / cpu.orders20),
    line('event', 'CPU with 50 questions, 1 = 1', cpu.event50 / cpu.event1),
    line('registration', 'CPU with 50 questions, 1 = 1', cpu.register50 / cpu.register1, null),
  ]
}
