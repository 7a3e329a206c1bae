import { createServer } from 'node:http'
import { type Browser, chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { freePort } from '../../functions/local/port.ts'
import { cookiesOf } from '../demo-site.ts'
import { findChromium } from '../find-chromium.ts'
import type { BenchPage, BenchSite } from './bench-site.ts'
import type { Line } from './budget.ts'
import { compressingFront } from './compressing-front.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const rounds = 3
/** A busy machine is given two more runs before a score counts as too low. */
const mostRounds = 5

/** The largest text or picture of a public page may come so much later than that of a page with nothing on it. */
const mostPaint = 1.15
const barePage = '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>A bare page</title><meta name="description" content="Nothing but words."></head><body><main><h1>A bare page</h1><p>It has a heading and a line of words, no style, no script, no picture.</p></main></body></html>'

/** Lighthouse with its mobile settings, the median of three runs or more. A page behind the log-in is not to be found by search engines. */
export async function lighthouseScores(site: BenchSite): Promise<Line[]> {
  const port = await freePort()
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', `--remote-debugging-port=${port}`] })
  const lines: Line[] = []
  try {
    const bare = await barePaint(port)
    for (const page of site.pages) {
      await signIn(browser, { url: site.url, cookie: page.cookie })
      lines.push(...(await score(site, { page, port, bare })))
    }
  } finally {
    await browser.close()
  }
  return lines
}

/** Puts the cookies of a page into the browser itself, where its script finds them too; a page without any is seen by nobody known. */
async function signIn(browser: Browser, { url, cookie }: { url: string; cookie: string | undefined }): Promise<void> {
  const devtools = await browser.newBrowserCDPSession()
  await devtools.send('Storage.clearCookies')
  if (cookie) await devtools.send('Storage.setCookies', { cookies: cookiesOf({ url, cookie }) })
  await devtools.detach()
}

async function score(site: BenchSite, { page, port, bare }: { page: BenchPage; port: number; bare: number }): Promise<Line[]> {
  const promised: Record<string, number> = page.kind === 'public' ? { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 } : { performance: 95, accessibility: 100 }
  const runs: { scores: Record<string, number>; shift: number; paint: number }[] = []
  const isLow = () => Object.entries(promised).some(([name, budget]) => median(runs.map(({ scores }) => scores[name] ?? 0)) < budget) || (page.kind === 'public' && Math.min(...runs.map(({ paint }) => paint)) > bare * mostPaint)
  for (let round = 0; round < rounds || (round < mostRounds && isLow()); round += 1) {
    const result = await lighthouse(site.url + page.path, { port, output: 'json', logLevel: 'error', onlyCategories: [...categories] })
    if (!result) throw new Error(`Lighthouse gave no result for ${page.name}.`)
    const { lhr } = result
    runs.push({ scores: Object.fromEntries(categories.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)])), shift: lhr.audits['cumulative-layout-shift']?.numericValue ?? 1, paint: paintOf(lhr) })
    if (round === 0) for (const fault of Object.values(lhr.audits)) if (fault.score === 0 && page.kind === 'public') console.log(`  lighthouse, ${page.name}: ${fault.id}`)
  }
  return [
    ...Object.entries(promised).map(([name, budget]): Line => ({ part: 'lighthouse', page: page.name, what: name, budget, measured: median(runs.map(({ scores }) => scores[name] ?? 0)), unit: 'points', atLeast: true })),
    ...(page.kind === 'public' ? [{ part: 'lighthouse', page: page.name, what: 'largest paint, bare page = 1', budget: mostPaint, measured: Math.min(...runs.map(({ paint }) => paint)) / bare, unit: 'times' } satisfies Line] : []),
    { part: 'lighthouse', page: page.name, what: 'layout shift × 1000', budget: 10, measured: Math.round(median(runs.map(({ shift }) => shift)) * 1000), unit: 'count' },
  ]
}

/** The largest paint of a bare page behind the same front, the best of as many runs. */
async function barePaint(port: number): Promise<number> {
  const [inner, outer] = [await freePort(), await freePort()]
  const server = createServer((_, answer) => answer.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'public, max-age=0, must-revalidate' }).end(barePage)).listen(inner, 'localhost')
  const front = await compressingFront({ port: outer, to: inner })
  const paints: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const result = await lighthouse(`http://localhost:${outer}/`, { port, output: 'json', logLevel: 'error', onlyCategories: ['performance'] })
    if (result) paints.push(paintOf(result.lhr))
  }
  await front.stop()
  server.close()
  return Math.min(...paints)
}

const paintOf = ({ audits }: { audits: Record<string, { numericValue?: number | undefined }> }) => audits['largest-contentful-paint']?.numericValue ?? Number.POSITIVE_INFINITY

const median = (values: number[]) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
