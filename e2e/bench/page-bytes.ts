import { brotliCompressSync, gzipSync } from 'node:zlib'

/** The download of one page. Sizes in bytes; `html` includes the inlined style. */
export type PageBytes = {
  html: number
  htmlGzip: number
  htmlBrotli: number
  style: number
  script: number
  firstScript: number
  requests: number
  status: number
}

const gz = (text: string) => (text === '' ? 0 : gzipSync(text, { level: 9 }).length)
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')

/** Loads a page and follows every script and style that the page names, including static imports of islands. */
export async function pageBytes(site: string, path: string, cookie = ''): Promise<PageBytes> {
  const answer = await fetch(site + path, { headers: cookie ? { Cookie: cookie } : {}, redirect: 'manual' })
  const html = await answer.text()
  const inline = all(html, /<script(?![^>]*\bsrc=)(?![^>]*ld\+json)[^>]*>([\s\S]*?)<\/script>/g)
  const named = [
    ...all(html, /<script[^>]*\bsrc="([^"]+)"/g),
    ...all(html, /<link[^>]*rel="modulepreload"[^>]*href="([^"]+)"/g),
  ]
  const islands = [
    ...all(html, /component-url="([^"]+)"/g),
    ...all(html, /renderer-url="([^"]+)"/g),
    ...all(html, /before-hydration-url="([^"]+)"/g),
  ]
  const scripts = await follow(site, [...named, ...islands])
  const sheets = await Promise.all(
    all(html, /<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"/g).map((address) => textOf(site, address)),
  )
  const style = [...all(html, /<style[^>]*>([\s\S]*?)<\/style>/g), ...sheets].join('\n')
  const inlineScript = inline.reduce((sum, text) => sum + gz(text), 0)
  return {
    html: Buffer.byteLength(html),
    htmlGzip: gz(html),
    htmlBrotli: brotliCompressSync(html).length,
    style: gz(style),
    script: inlineScript + [...scripts.values()].reduce((sum, text) => sum + gz(text), 0),
    firstScript:
      inlineScript +
      (await Promise.all([...new Set(named)].map(async (address) => gz(await textOf(site, address))))).reduce(
        (sum, size) => sum + size,
        0,
      ),
    requests: 1 + new Set(named).size + sheets.length,
    status: answer.status,
  }
}

async function follow(site: string, from: string[]): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const waiting = [...new Set(from)]
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (files.has(address)) continue
    const text = await textOf(site, address)
    files.set(address, text)
    const imports = [
      ...all(text, /\bfrom\s*["'](\.{0,2}\/[^"']+)["']/g),
      ...all(text, /\bimport\s*["'](\.{0,2}\/[^"']+)["']/g),
    ]
    waiting.push(...imports.map((each) => new URL(each, site + address).pathname))
  }
  return files
}

const kept = new Map<string, string>()
async function textOf(site: string, address: string): Promise<string> {
  const path = new URL(address, site).pathname
  const existing = kept.get(path)
  if (existing !== undefined) return existing
  const text = await (await fetch(site + path)).text()
  kept.set(path, text)
  return text
}
