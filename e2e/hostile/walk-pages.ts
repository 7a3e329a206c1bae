import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { findHeadlessShell } from '../find-chromium.ts'
import { formScriptRuns } from '../fixtures/page-parts.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { differences, type Parts, partsOfPage, rememberRefused } from './active-parts.ts'
import { nameWith, programWith } from './hostile-program.ts'

export type Walker = { context: BrowserContext; stop: () => Promise<void> }
type Stop = { page: string; path: string; heading: string | null }
const plainWords = 'Plain words'

/** A browser that may only reach this site. For the control, `isOpen` removes escaping and the policy from pages. */
export async function openWalker(site: ProofSite, isOpen = false): Promise<Walker> {
  const browser: Browser = await chromium.launch({
    executablePath: findHeadlessShell(),
    args: ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost'],
  })
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
  })
  await context.addInitScript(site.clock.text)
  await context.addInitScript(rememberRefused)
  if (isOpen)
    await context.route(`${site.url}/**`, async (route) => {
      if (route.request().resourceType() !== 'document') return route.continue()
      const answer = await route.fetch()
      const body = (await answer.text())
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&quot;|&#34;/g, '"')
        .replace(/&#39;/g, "'")
        .replace(/&amp;/g, '&')
      return route.fulfill({ status: answer.status(), contentType: 'text/html; charset=utf-8', body })
    })
  return { context, stop: () => browser.close() }
}

/**
 * Applies a program with a text in every field. Returns the pages that show the text, and what each of them must
 * contain.
 */
async function stopsOf(site: ProofSite, program: string, text: string): Promise<Stop[]> {
  const credentials = `Basic ${btoa(site.bench.env.ORGANISER_CLIENTS.split(':').slice(0, 2).join(':'))}`
  const applied = await site.call(`/api/v1/organiser/programs/${program}?dry_run=false`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: credentials },
    body: JSON.stringify(programWith(program, text)),
  })
  if (applied.status !== 200 || applied.body.refusals.length > 0)
    throw new Error(`A file was refused: ${applied.text.slice(0, 600)}`)
  const events = await site.call(`/api/v1/explore/events?program_id=${program}&sort=starts_at&order=asc`)
  const [ours, full, theirs, members] = (events.body.data as { id: string }[]).map(
    ({ id }) => `/pg/${program}/evt/${id}`,
  )
  const lesson = (
    (await site.call(`/api/v1/explore/appointment_types?program_id=${program}`)).body.data as { id: string }[]
  )[0]?.id
  const input = encodeURIComponent(text.toWellFormed().slice(0, 150))
  const heading = nameWith(text)
  return [
    { page: 'explore', path: `/pg/${program}`, heading },
    {
      page: 'explore, asked',
      path: `/pg/${program}?search=${input}&type=${input}&age=${input}&skip=${input}&lang=${input}`,
      heading,
    },
    { page: 'store', path: `/pg/${program}?store=all`, heading: null },
    { page: 'store, asked', path: `/pg/${program}?store=${input}&skip=${input}`, heading: null },
    { page: 'embed', path: `/embed/${program}`, heading },
    { page: 'embed, asked', path: `/embed/${program}?search=${input}`, heading },
    { page: 'event', path: `${ours}`, heading },
    { page: 'event, full', path: `${full}`, heading },
    { page: 'event, elsewhere', path: `${theirs}`, heading },
    { page: 'event, for members', path: `${members}`, heading },
    { page: 'packages', path: `/pg/${program}/packages`, heading: null },
    { page: 'schedule', path: `/pg/${program}/schedule`, heading: null },
    { page: 'free times', path: `/pg/${program}/schedule/${lesson}?month=2028-01`, heading },
    {
      page: 'free times, asked',
      path: `/pg/${program}/schedule/${lesson}?option=${input}&month=${input}&date=${input}`,
      heading,
    },
    { page: 'registration', path: `${ours}/register`, heading: null },
  ]
}

/** Visits every page of a program with this text; returns the faults in words. */
export async function walk(
  site: ProofSite,
  walker: Walker,
  input: { program: string; text: string; plain: Map<string, Parts> },
): Promise<{ findings: string[]; pages: number }> {
  const findings: string[] = []
  const stops = await stopsOf(site, input.program, input.text)
  const tab = await openTab(site, walker)
  for (const stop of stops) {
    const { parts, messages } = await tab.inspect(stop.path)
    const wrong = [...messages, ...parts.refused.map((each) => `the policy had to refuse ${each}`), ...parts.wrong]
    const plain = input.plain.get(stop.page)
    if (plain) wrong.push(...differences(parts.made, plain.made))
    else input.plain.set(stop.page, parts)
    if (stop.heading !== null && parts.heading !== stop.heading.trim())
      wrong.push(`the heading reads ${JSON.stringify(parts.heading.slice(0, 80))}`)
    findings.push(...wrong.map((each) => `${JSON.stringify(input.text)} on ${stop.page}: ${each}`))
  }
  await tab.close()
  return { findings, pages: stops.length }
}

/** The pages of a program without hostile text. */
export async function plainPages(site: ProofSite, walker: Walker): Promise<Map<string, Parts>> {
  const plain = new Map<string, Parts>()
  const { findings } = await walk(site, walker, { program: 'plain', text: plainWords, plain })
  if (findings.length > 0) throw new Error(findings.join('\n'))
  return plain
}

/** Maximum time for the inspection of a page, in ms. */
const maxMs = 8000

type Tab = { inspect: (path: string) => Promise<{ parts: Parts; messages: string[] }>; close: () => Promise<void> }

/** Opens a tab that reports the elements of each page and the forbidden actions of its scripts. */
export async function openTab(site: ProofSite, walker: Walker): Promise<Tab> {
  const page: Page = await walker.context.newPage()
  let messages: string[] = []
  page.on('dialog', (dialog) => {
    messages.push(`a dialog says ${dialog.message()}`)
    void dialog.dismiss().catch(() => {})
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url) && !request.url().startsWith('data:'))
      messages.push(`the page requested ${request.url().slice(0, 80)}`)
  })
  page.on('console', (line) => {
    if (/content.security.policy|refused to/i.test(line.text())) messages.push(line.text().slice(0, 160))
  })
  page.on('pageerror', (error) => messages.push(`the page's script failed: ${error.message.slice(0, 160)}`))
  const inspect: Tab['inspect'] = async (path) => {
    messages = []
    try {
      await page.goto(site.url + path, { waitUntil: 'load' })
      if (path.endsWith('/register')) await formScriptRuns(page)
      // The icon and small pictures become elements after the first paint.
      await page.locator('noscript[data-after-paint]').first().waitFor({ state: 'detached', timeout: maxMs })
      // A page that a foreign script keeps busy never responds, which is a fault too.
      const parts = await Promise.race([page.evaluate(partsOfPage), wait(maxMs, null, { ref: false })])
      if (parts === null) throw new Error('it is kept busy')
      if (page.url() !== new URL(path, site.url).href) messages.push(`the page went on to ${page.url().slice(0, 80)}`)
      return { parts, messages }
    } catch (error) {
      return {
        parts: { heading: '', refused: [], made: {}, wrong: [] },
        messages: [...messages, `the page could not be read: ${String(error).split('\n')[0]}`],
      }
    }
  }
  return { inspect, close: () => page.close() }
}
