import type { BenchSite } from './bench-site.ts'
import type { Line } from './budget.ts'
import { pageBytes } from './page-bytes.ts'

/** The islands with a limit of their own, in bytes: most of their script loads when the page is used. */
const islandLimits: Record<string, number> = { registration: 85_000, checkout: 85_000, order: 87_000 }

/** Budgets 1 to 7: script, initial download, requests and style of every page, in transferred bytes. */
export async function bytes(site: BenchSite): Promise<Line[]> {
  const lines: Line[] = []
  for (const { name, path, kind, cookie } of site.pages) {
    const size = await pageBytes(site.url, path, cookie)
    if (size.status !== 200) throw new Error(`${name} (${path}) answered ${size.status}.`)
    const line = (what: string, budget: number, measured: number, unit: Line['unit'] = 'B') =>
      lines.push({ part: 'bytes', page: name, what, budget, measured, unit })
    if (kind === 'public') {
      line('script, gzip', 2000, size.script)
      line('HTML with style, brotli', 14_600, size.htmlBrotli)
      line('requests before interaction', 3, size.requests, 'requests')
    }
    if (kind === 'account') line('script, gzip', 6000, size.script)
    if (kind === 'island') line('script, gzip', islandLimits[name] ?? 95_000, size.script)
    if (kind === 'desk') line('script, gzip', 20_000, size.script)
    line('style, gzip', 9000, size.style)
  }
  return lines
}
