import { type Browser, chromium, type Page } from '@playwright/test'
import { cookiesOf } from '../demo-site.ts'
import { findChromium } from '../find-chromium.ts'
import type { BenchPage, BenchSite } from './bench-site.ts'
import type { Line } from './budget.ts'

/** What Chromium really asks for and says: requests and bytes before anybody touches anything, words without script, an empty console. */
export async function inBrowser(site: BenchSite): Promise<Line[]> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  const lines: Line[] = []
  try {
    for (const page of site.pages) {
      const seen = await visit(browser, { site, page, script: true })
      const plain = await visit(browser, { site, page, script: false })
      if (page.kind === 'public')
        lines.push({
          part: 'browser',
          page: page.name,
          what: 'requests, pictures aside',
          budget: 3,
          measured: seen.requests,
          unit: 'requests',
        })
      if (page.kind === 'public')
        lines.push({
          part: 'browser',
          page: page.name,
          what: 'script transferred',
          budget: 2000,
          measured: seen.script,
          unit: 'B',
        })
      if (page.kind === 'island')
        lines.push({
          part: 'browser',
          page: page.name,
          what: 'script transferred',
          budget: 95_000,
          measured: seen.script,
          unit: 'B',
        })
      lines.push({
        part: 'browser',
        page: page.name,
        what: 'words there without script',
        budget: 1,
        measured: page.says.test(plain.html) ? 1 : 0,
        unit: 'count',
        atLeast: true,
      })
      lines.push({
        part: 'browser',
        page: page.name,
        what: 'lines in the console',
        budget: 0,
        measured: seen.said.length,
        unit: 'count',
      })
      for (const line of seen.said) console.log(`  console of ${page.name}: ${line}`)
    }
  } finally {
    await browser.close()
  }
  return lines
}

async function visit(browser: Browser, { site, page, script }: { site: BenchSite; page: BenchPage; script: boolean }) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, javaScriptEnabled: script })
  if (page.cookie) await context.addCookies(cookiesOf({ url: site.url, cookie: page.cookie }))
  const tab = await context.newPage()
  const said: string[] = []
  tab.on('console', (line) => void (['error', 'warning'].includes(line.type()) && said.push(line.text())))
  tab.on('pageerror', (error) => said.push(error.message))
  const counted = await count(tab, site.url + page.path)
  const html = await tab.content()
  await context.close()
  return { ...counted, said, html }
}

async function count(tab: Page, address: string): Promise<{ requests: number; script: number }> {
  const devtools = await tab.context().newCDPSession(tab)
  const kinds = new Map<string, string>()
  let requests = 0
  let script = 0
  await devtools.send('Network.enable')
  devtools.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    kinds.set(requestId, type ?? 'Other')
    if (type !== 'Image' && !request.url.startsWith('data:') && !/favicon/.test(request.url)) requests += 1
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (kinds.get(requestId) === 'Script') script += encodedDataLength
  })
  await tab.goto(address, { waitUntil: 'networkidle' })
  return { requests, script }
}
