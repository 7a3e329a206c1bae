import { createServer } from 'node:http'
import { type Browser, chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { freePort } from '../../functions/local/port.ts'
import { cookiesOf } from '../demo-site.ts'
import { findChromium } from '../find-chromium.ts'
import type { BenchPage, BenchSite } from './bench-site.ts'
import type { Line } from './budget.ts'
import { compressingFront } from './compressing-front.ts'
import { secureFront } from './secure-front.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/**
 * Number of rounds. Each round loads every public page and the empty page once, so that load on the machine affects all
 * pages equally.
 */
const rounds = 5
/** Number of rounds that measure the pages behind the log-in, except those of a booking. */
const accountRounds = 3
/** The pages of a booking. They must react at once while their script starts. */
const bookingPages = ['registration', 'checkout']
const isOfBooking = ({ name }: BenchPage) => bookingPages.includes(name)

/** Maximum largest contentful paint of a public page, relative to that of an empty page. */
const maxPaintRatio = 1.15
const barePage =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>A bare page</title><meta name="description" content="Nothing but words."></head><body><main><h1>A bare page</h1><p>It has a heading and a line of words, no style, no script, no picture.</p></main></body></html>'

type Run = { scores: Record<string, number>; shift: number; paint: number; blocking: number }

/**
 * Lighthouse with its mobile settings, over TLS and HTTP/2: the median score, and the best paint relative to the best
 * of an empty page.
 */
export async function lighthouseScores(site: BenchSite): Promise<Line[]> {
  const port = await freePort()
  // Playwright disables the back-forward cache, which Lighthouse checks.
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--ignore-certificate-errors', `--remote-debugging-port=${port}`],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const [bare, front] = [await serveBarePage(), await secureFront(site.url)]
  const runs = new Map<BenchPage, Run[]>(site.pages.map((page) => [page, []]))
  const barePaints: number[] = []
  try {
    for (let round = 0; round < rounds; round += 1) {
      barePaints.push((await run(bare.url, port)).paint)
      for (const [page, pageRuns] of runs) {
        const isPublic = page.kind === 'public'
        if (!isPublic && !isOfBooking(page) && round >= accountRounds) continue
        await setCookies(browser, { url: front.url, cookie: page.cookie && (await signInFor(site, page)) })
        // Most visitors get a cached page. The cost of rendering is measured in pages.ts.
        if (isPublic) await (await fetch(site.url + page.path)).text()
        const reportAudit = (id: string) =>
          round === 0 && isPublic && console.log(`  lighthouse, ${page.name}: ${id} failed`)
        pageRuns.push(await run(front.url + page.path, port, reportAudit))
      }
    }
  } finally {
    await browser.close()
    await Promise.all([bare.stop(), front.stop()])
  }
  return [...runs].flatMap(([page, pageRuns]) => linesOf(page, pageRuns, Math.min(...barePaints)))
}

const signInFor = (site: BenchSite, { kind }: BenchPage) => (kind === 'desk' ? site.signInAtDesk() : site.signIn())

/** Replaces the browser's cookies. Every run has its own session, because a page view refreshes it. */
async function setCookies(
  browser: Browser,
  { url, cookie }: { url: string; cookie: string | undefined },
): Promise<void> {
  const devtools = await browser.newBrowserCDPSession()
  await devtools.send('Storage.clearCookies')
  if (cookie) await devtools.send('Storage.setCookies', { cookies: cookiesOf({ url, cookie }) })
  await devtools.detach()
}

async function run(url: string, port: number, reportAudit: (id: string) => void = () => {}): Promise<Run> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: [...categories] })
  if (!result) throw new Error(`Lighthouse gave no result for ${url}.`)
  const { audits, categories: scored, runtimeError, finalDisplayedUrl = url } = result.lhr
  if (runtimeError) throw new Error(`Lighthouse could not load ${url}: ${runtimeError.message}`)
  if (new URL(finalDisplayedUrl).pathname !== new URL(url).pathname)
    console.log(`  lighthouse was redirected from ${url} to ${finalDisplayedUrl} and measured that page`)
  for (const { id, score } of Object.values(audits)) if (score === 0) reportAudit(id)
  const value = (name: string) => audits[name]?.numericValue ?? Number.POSITIVE_INFINITY
  return {
    scores: Object.fromEntries(categories.map((name) => [name, Math.round((scored[name]?.score ?? 0) * 100)])),
    shift: value('cumulative-layout-shift'),
    paint: value('largest-contentful-paint'),
    blocking: value('total-blocking-time'),
  }
}

function linesOf(page: BenchPage, runs: Run[], barePaint: number): Line[] {
  const isPublic = page.kind === 'public'
  const budgets: Record<string, number> = isPublic
    ? { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 }
    : {
        performance: isOfBooking(page) ? 99 : 95,
        accessibility: 100,
        ...(page.kind === 'desk' ? { 'best-practices': 100 } : {}),
      }
  const paint = Math.min(...runs.map((each) => each.paint)) / barePaint
  const line = { part: 'lighthouse', page: page.name } as const
  return [
    ...Object.entries(budgets).map(
      ([name, budget]): Line => ({
        ...line,
        what: name,
        budget,
        measured: median(runs.map(({ scores }) => scores[name] ?? 0)),
        unit: 'points',
        atLeast: true,
      }),
    ),
    ...(isPublic
      ? [
          {
            ...line,
            what: 'largest paint, bare page = 1',
            budget: maxPaintRatio,
            measured: paint,
            unit: 'times',
          } as Line,
        ]
      : []),
    ...(isOfBooking(page)
      ? [
          {
            ...line,
            what: 'total blocking time',
            budget: 100,
            measured: Math.round(median(runs.map(({ blocking }) => blocking))),
            unit: 'ms',
          } as Line,
        ]
      : []),
    {
      ...line,
      what: 'layout shift × 1000',
      budget: 10,
      measured: Math.round(median(runs.map(({ shift }) => shift)) * 1000),
      unit: 'count',
    },
  ]
}

/** The empty page behind the same proxies as the site. */
async function serveBarePage(): Promise<{ url: string; stop: () => Promise<void> }> {
  const [inside, outside] = [await freePort(), await freePort()]
  const server = createServer((_, response) => {
    response
      .writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'public, max-age=0, must-revalidate',
      })
      .end(barePage)
  }).listen(inside, 'localhost')
  const front = await compressingFront({ port: outside, to: inside })
  const secure = await secureFront(`http://localhost:${outside}`)
  return {
    url: `${secure.url}/`,
    stop: async () => {
      await secure.stop()
      await front.stop()
      server.close()
    },
  }
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
