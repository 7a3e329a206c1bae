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
/** Every page is looked at once a round, so that a busy minute falls on all of them. */
const rounds = 5

/** The largest text or picture of a public page may come so much later than that of a page with nothing on it. */
const mostPaint = 1.15
const barePage = '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>A bare page</title><meta name="description" content="Nothing but words."></head><body><main><h1>A bare page</h1><p>It has a heading and a line of words, no style, no script, no picture.</p></main></body></html>'

type Run = { scores: Record<string, number>; shift: number; paint: number }

/** Lighthouse with its mobile settings, over TLS and HTTP/2 as visitors come: the median of the scores, the best of the paints beside the best of a bare page. A page behind the log-in is not to be found by search engines. */
export async function lighthouseScores(site: BenchSite): Promise<Line[]> {
  const port = await freePort()
  // Playwright switches off the browser's memory of pages one comes back to; Lighthouse asks for it.
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--ignore-certificate-errors', `--remote-debugging-port=${port}`], ignoreDefaultArgs: ['--disable-back-forward-cache'] })
  const [bare, front] = [await servedBarePage(), await secureFront(site.url)]
  const runs = new Map<BenchPage, Run[]>(site.pages.map((page) => [page, []]))
  const barePaints: number[] = []
  try {
    for (let round = 0; round < rounds; round += 1) {
      barePaints.push((await run(bare.url, port)).paint)
      for (const [page, done] of runs) {
        await signIn(browser, { url: front.url, cookie: page.cookie })
        // Most visitors of a public page are given one that is kept; what making it anew costs is measured elsewhere (pages.ts).
        if (page.kind === 'public') await fetch(site.url + page.path).then((answer) => answer.text())
        done.push(await run(front.url + page.path, port, (id) => round === 0 && page.kind === 'public' && console.log(`  lighthouse, ${page.name}: ${id}`)))
      }
    }
  } finally {
    await browser.close()
    await Promise.all([bare.stop(), front.stop()])
  }
  return [...runs].flatMap(([page, done]) => linesOf(page, done, Math.min(...barePaints)))
}

/** Puts the cookies of a page into the browser itself, where its script finds them too; a page without any is seen by nobody known. */
async function signIn(browser: Browser, { url, cookie }: { url: string; cookie: string | undefined }): Promise<void> {
  const devtools = await browser.newBrowserCDPSession()
  await devtools.send('Storage.clearCookies')
  if (cookie) await devtools.send('Storage.setCookies', { cookies: cookiesOf({ url, cookie }) })
  await devtools.detach()
}

async function run(url: string, port: number, fault: (id: string) => void = () => {}): Promise<Run> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: [...categories] })
  if (!result) throw new Error(`Lighthouse gave no result for ${url}.`)
  const { audits, categories: scored } = result.lhr
  for (const { id, score } of Object.values(audits)) if (score === 0) fault(id)
  const value = (name: string) => audits[name]?.numericValue ?? Number.POSITIVE_INFINITY
  return { scores: Object.fromEntries(categories.map((name) => [name, Math.round((scored[name]?.score ?? 0) * 100)])), shift: value('cumulative-layout-shift'), paint: value('largest-contentful-paint') }
}

function linesOf(page: BenchPage, runs: Run[], barePaint: number): Line[] {
  const isPublic = page.kind === 'public'
  const promised: Record<string, number> = isPublic ? { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 } : { performance: 95, accessibility: 100 }
  const paint: Line = { part: 'lighthouse', page: page.name, what: 'largest paint, bare page = 1', budget: mostPaint, measured: Math.min(...runs.map((each) => each.paint)) / barePaint, unit: 'times' }
  return [
    ...Object.entries(promised).map(([name, budget]): Line => ({ part: 'lighthouse', page: page.name, what: name, budget, measured: median(runs.map(({ scores }) => scores[name] ?? 0)), unit: 'points', atLeast: true })),
    ...(isPublic ? [paint] : []),
    { part: 'lighthouse', page: page.name, what: 'layout shift × 1000', budget: 10, measured: Math.round(median(runs.map(({ shift }) => shift)) * 1000), unit: 'count' },
  ]
}

/** A bare page behind the same fronts. */
async function servedBarePage(): Promise<{ url: string; stop: () => Promise<void> }> {
  const [inner, outer] = [await freePort(), await freePort()]
  const server = createServer((_, answer) => answer.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'public, max-age=0, must-revalidate' }).end(barePage)).listen(inner, 'localhost')
  const front = await compressingFront({ port: outer, to: inner })
  const secure = await secureFront(`http://localhost:${outer}`)
  return {
    url: `${secure.url}/`,
    stop: async () => {
      await secure.stop()
      await front.stop()
      server.close()
    },
  }
}

const median = (values: number[]) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
