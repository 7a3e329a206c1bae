import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { freePort } from '../../functions/local/port.ts'
import { findChromium } from '../find-chromium.ts'
import type { BenchPage, BenchSite } from './bench-site.ts'
import type { Line } from './budget.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const rounds = 3
/** A busy machine is given two more runs before a score counts as too low. */
const mostRounds = 5

/** Lighthouse with its mobile settings, the median of three runs or more. A page behind the log-in is not to be found by search engines. */
export async function lighthouseScores(site: BenchSite): Promise<Line[]> {
  const port = await freePort()
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', `--remote-debugging-port=${port}`] })
  const lines: Line[] = []
  try {
    for (const page of site.pages) lines.push(...(await score(site, page, port)))
  } finally {
    await browser.close()
  }
  return lines
}

async function score(site: BenchSite, page: BenchPage, port: number): Promise<Line[]> {
  const promised: Record<string, number> = page.kind === 'public' ? { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 } : { performance: 95, accessibility: 100 }
  const runs: { scores: Record<string, number>; shift: number }[] = []
  const isLow = () => Object.entries(promised).some(([name, budget]) => median(runs.map(({ scores }) => scores[name] ?? 0)) < budget)
  for (let round = 0; round < rounds || (round < mostRounds && isLow()); round += 1) {
    const result = await lighthouse(site.url + page.path, { port, output: 'json', logLevel: 'error', onlyCategories: [...categories], ...(page.cookie ? { extraHeaders: { Cookie: page.cookie } } : {}) })
    if (!result) throw new Error(`Lighthouse gave no result for ${page.name}.`)
    const { lhr } = result
    runs.push({ scores: Object.fromEntries(categories.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)])), shift: lhr.audits['cumulative-layout-shift']?.numericValue ?? 1 })
    if (round === 0) for (const fault of Object.values(lhr.audits)) if (fault.score === 0 && page.kind === 'public') console.log(`  lighthouse, ${page.name}: ${fault.id}`)
  }
  return [
    ...Object.entries(promised).map(([name, budget]): Line => ({ part: 'lighthouse', page: page.name, what: name, budget, measured: median(runs.map(({ scores }) => scores[name] ?? 0)), unit: 'points', atLeast: true })),
    { part: 'lighthouse', page: page.name, what: 'layout shift × 1000', budget: 10, measured: Math.round(median(runs.map(({ shift }) => shift)) * 1000), unit: 'count' },
  ]
}

const median = (values: number[]) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
