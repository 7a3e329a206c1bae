import { createServer } from 'node:http'
import { type Browser, chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { freePort } from '../../functions/local/port.ts'
import { cookiesOf } from '../demo-site.ts'
import { findChromium } from '../find-chromium.ts'
import { bareWords } from './bare-words.ts'
import type { BenchPage, BenchSite } from './bench-site.ts'
import type { Line } from './budget.ts'
import { compressingFront } from './compressing-front.ts'
import { secureFront } from './secure-front.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** Every public page and the bare one are looked at once a round, so that a busy minute falls on all of them; in fewer looks the best of a page with much on it is not found (functions/decisions.md 93). */
const rounds = 7
/** So many of them look at what is judged by its middle or not at all as well: pages behind the log-in, bare words. */
const roundsOfTheRest = 3

/** The largest text or picture of a public page may come so much later than that of a page with nothing on it. */
const mostPaint = 1.15
const oneSentence =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>A bare page</title><meta name="description" content="Nothing but words."></head><body><main><h1>A bare page</h1><p>It has a heading and a line of words, no style, no script, no picture.</p></main></body></html>'

type Run = { scores: Record<string, number>; shift: number; paint: number }

/** Lighthouse with its mobile settings, over TLS and HTTP/2 as visitors come: the median of the scores, the best of the paints beside the best of the page's own words and of a page of one sentence. A page behind the log-in is not to be found by search engines. */
export async function lighthouseScores(site: BenchSite): Promise<Line[]> {
  const port = await freePort()
  // Playwright switches off the browser's memory of pages one comes back to; Lighthouse asks for it.
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--ignore-certificate-errors', `--remote-debugging-port=${port}`],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const publicPages = site.pages.filter(({ kind }) => kind === 'public')
  const words = await Promise.all(
    publicPages.map(async ({ path }) => [path, bareWords(await kept(site, path))] as const),
  )
  const [bare, front] = [
    await servedBarePages(new Map([['/', oneSentence], ...words.map(([path, html]) => [inner(path), html] as const)])),
    await secureFront(site.url),
  ]
  const runs = new Map<BenchPage, Run[]>(site.pages.map((page) => [page, []]))
  const wordPaints = new Map<BenchPage, number[]>(publicPages.map((page) => [page, []]))
  const sentencePaints: number[] = []
  try {
    for (let round = 0; round < rounds; round += 1) {
      sentencePaints.push((await run(`${bare.url}/`, port)).paint)
      for (const [page, done] of runs) {
        if (page.kind !== 'public' && round >= roundsOfTheRest) continue
        await beSeenBy(browser, { url: front.url, cookie: page.cookie && (await site.signIn()) })
        // Most visitors of a public page are given one that is kept; what making it anew costs is measured elsewhere (pages.ts).
        if (page.kind === 'public') await kept(site, page.path)
        done.push(
          await run(
            front.url + page.path,
            port,
            (id) => round === 0 && page.kind === 'public' && console.log(`  lighthouse, ${page.name}: ${id}`),
          ),
        )
        if (round < roundsOfTheRest) wordPaints.get(page)?.push((await run(bare.url + inner(page.path), port)).paint)
      }
    }
  } finally {
    await browser.close()
    await Promise.all([bare.stop(), front.stop()])
  }
  return [...runs].flatMap(([page, done]) =>
    linesOf(page, done, { words: Math.min(...(wordPaints.get(page) ?? [])), sentence: Math.min(...sentencePaints) }),
  )
}

const kept = (site: BenchSite, path: string) => fetch(site.url + path).then((answer) => answer.text())
/** Where the words of a page stand beside the page of one sentence, which has the root. */
const inner = (path: string) => `/words${path}`

/** Puts cookies into the browser itself, where a page's script finds them too; without any the page is seen by nobody known. A look renews its session, and what it was begun with must not be shown again: every look has its own. */
async function beSeenBy(browser: Browser, { url, cookie }: { url: string; cookie: string | undefined }): Promise<void> {
  const devtools = await browser.newBrowserCDPSession()
  await devtools.send('Storage.clearCookies')
  if (cookie) await devtools.send('Storage.setCookies', { cookies: cookiesOf({ url, cookie }) })
  await devtools.detach()
}

async function run(url: string, port: number, fault: (id: string) => void = () => {}): Promise<Run> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: [...categories] })
  if (!result) throw new Error(`Lighthouse gave no result for ${url}.`)
  const { audits, categories: scored, runtimeError, finalDisplayedUrl = url } = result.lhr
  if (runtimeError) throw new Error(`Lighthouse could not look at ${url}: ${runtimeError.message}`)
  if (new URL(finalDisplayedUrl).pathname !== new URL(url).pathname)
    console.log(`  lighthouse was led from ${url} to ${finalDisplayedUrl}: what follows is about that page`)
  for (const { id, score } of Object.values(audits)) if (score === 0) fault(id)
  const value = (name: string) => audits[name]?.numericValue ?? Number.POSITIVE_INFINITY
  return {
    scores: Object.fromEntries(categories.map((name) => [name, Math.round((scored[name]?.score ?? 0) * 100)])),
    shift: value('cumulative-layout-shift'),
    paint: value('largest-contentful-paint'),
  }
}

function linesOf(page: BenchPage, runs: Run[], bare: { words: number; sentence: number }): Line[] {
  const isPublic = page.kind === 'public'
  const promised: Record<string, number> = isPublic
    ? { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 }
    : { performance: 95, accessibility: 100 }
  const best = Math.min(...runs.map((each) => each.paint))
  const line = { part: 'lighthouse', page: page.name } as const
  const paints: Line[] = [
    { ...line, what: 'largest paint, bare page = 1', budget: mostPaint, measured: best / bare.sentence, unit: 'times' },
    { ...line, what: 'largest paint, its bare words = 1', budget: null, measured: best / bare.words, unit: 'times' },
    {
      ...line,
      what: 'its bare words, bare page = 1',
      budget: null,
      measured: bare.words / bare.sentence,
      unit: 'times',
    },
  ]
  return [
    ...Object.entries(promised).map(
      ([name, budget]): Line => ({
        ...line,
        what: name,
        budget,
        measured: median(runs.map(({ scores }) => scores[name] ?? 0)),
        unit: 'points',
        atLeast: true,
      }),
    ),
    ...(isPublic ? paints : []),
    {
      ...line,
      what: 'layout shift × 1000',
      budget: 10,
      measured: Math.round(median(runs.map(({ shift }) => shift)) * 1000),
      unit: 'count',
    },
  ]
}

/** Bare pages by path, behind the same fronts as the site. */
async function servedBarePages(pages: Map<string, string>): Promise<{ url: string; stop: () => Promise<void> }> {
  const [inside, outside] = [await freePort(), await freePort()]
  const server = createServer((request, answer) => {
    const html = pages.get(request.url ?? '')
    answer
      .writeHead(html === undefined ? 404 : 200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'public, max-age=0, must-revalidate',
      })
      .end(html)
  }).listen(inside, 'localhost')
  const front = await compressingFront({ port: outside, to: inside })
  const secure = await secureFront(`http://localhost:${outside}`)
  return {
    url: secure.url,
    stop: async () => {
      await secure.stop()
      await front.stop()
      server.close()
    },
  }
}

const median = (values: number[]) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
