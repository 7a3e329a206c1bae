import type { Line } from './budget.ts'
import { cpuPerRequest } from './cpu-per-request.ts'
import { measuredSite } from './measured-site.ts'

const firstCards = '<ul class="cards wall"'
const afterCards = '</ul>'

/** Budgets 12 and 13: CPU of a page on the server, relative to the same page written by hand. */
export async function pages(): Promise<Line[]> {
  const { site, bare, openFloors, program, event } = await measuredSite()
  const html = (await site.request(`/pg/${program}`)).text
  const cards = [...html.slice(html.indexOf(firstCards)).matchAll(/<li class="card">[\s\S]*?<\/li>/g)].map(
    ([card]) => ({ card }),
  )
  const tailAt = html.lastIndexOf(firstCards)
  const hono = await openFloors({
    PAGE: html,
    HEAD: html.slice(0, html.indexOf(firstCards)),
    TAIL: html.slice(html.indexOf(afterCards, tailAt) + afterCards.length),
    CARDS: JSON.stringify({ data: cards }),
    READS: '{}',
  })
  const strings = (await hono.request(`/strings/${program}`)).text
  const likeness = strings.length / html.length
  if (likeness < 0.9 || (strings.match(/<li class="card">/g) ?? []).length !== cards.length)
    throw new Error(`The page written by hand is another one: ${strings.length} to ${html.length} characters.`)

  // A value without effect for a known parameter changes only the cache key.
  const cpu = await cpuPerRequest({
    json: { cpuMs: hono.cpuMs, request: () => hono.request('/json') },
    html: { cpuMs: hono.cpuMs, request: () => hono.request('/html') },
    strings: { cpuMs: hono.cpuMs, request: () => hono.request(`/strings/${program}`) },
    bare: { cpuMs: bare.cpuMs, request: () => bare.request('/') },
    kept: { cpuMs: site.cpuMs, request: () => site.request(`/pg/${program}`) },
    cold: { cpuMs: site.cpuMs, request: (number) => site.request(`/pg/${program}?age=none${number}`) },
    event: { cpuMs: site.cpuMs, request: (number) => site.request(`/pg/${program}/evt/${event}?age=none${number}`) },
    home: { cpuMs: site.cpuMs, request: (number) => site.request(`/?age=none${number}`) },
  })
  console.log(
    `  CPU a request, bare JSON of the same cards = 1: ${Object.entries(cpu)
      .map(([name, ms]) => `${name} ${(ms / cpu.json).toFixed(2)}`)
      .join(', ')} (${cpu.json.toFixed(3)} ms)`,
  )
  const line = (page: string, what: string, measured: number, budget: number | null): Line => ({
    part: 'pages',
    page,
    what,
    measured,
    budget,
    unit: 'times',
  })
  return [
    line('explore, 40 cards', 'CPU cold, Hono + D1 + strings = 1', cpu.cold / cpu.strings, 2.3),
    line('explore, 40 cards', 'CPU kept, bare JSON = 1', cpu.kept / cpu.json, 2),
    line('event', 'CPU cold, bare Astro page = 1', cpu.event / cpu.bare, null),
    line('home', 'CPU cold, bare Astro page = 1', cpu.home / cpu.bare, null),
  ]
}
