import { instant } from '../contract/instant.ts'
import { type Context, Hono } from 'hono'
import { listPartOfPages, listPublicPages, type PublicPage } from '../catalogue/list-public-pages.ts'
import { clockNow } from '../clock.ts'
import { makeContext, type Worker } from '../context.ts'

/** Where private pages are. All others may be read by whoever asks; `crawlers.test.ts` holds this against the pages there are. */
const privatePaths = [
  '/api/',
  '/token',
  '/confirm-payment',
  '/not-me',
  '/calendar/',
  '/pg/*/login',
  '/pg/*/logout',
  '/pg/*/signup',
  '/pg/*/verify',
  '/pg/*/profile/',
  '/pg/*/checkout/',
  '/pg/*/evt/*/register',
]
const publicPaths = ['/api/docs']

/** What search engines ask for: which pages they may read, and the list of them. Every address is made from SITE_ORIGIN. */
export const crawlers = new Hono<Worker>()
  .get('/robots.txt', (c) => {
    const lines = [
      'User-agent: *',
      ...publicPaths.map((path) => `Allow: ${path}$`),
      ...privatePaths.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${c.env.SITE_ORIGIN}/sitemap.xml`,
    ]
    return c.text(`${lines.join('\n')}\n`, 200, { 'Cache-Control': 'public, max-age=300' })
  })
  .get('/sitemap.xml', async (c) => {
    const found = await listPublicPages(makeContext({ env: c.env, now: await clockNow(c.env) }))
    if ('pages' in found) return xml(c, urlSet(c.env.SITE_ORIGIN, found.pages))
    const parts = ['programs', ...Array.from({ length: found.parts }, (_, at) => `events-${at + 1}`)]
    return xml(
      c,
      `<sitemapindex xmlns="${namespace}">\n${parts.map((part) => `<sitemap><loc>${escaped(`${c.env.SITE_ORIGIN}/sitemap/${part}.xml`)}</loc></sitemap>\n`).join('')}</sitemapindex>\n`,
    )
  })
  .get('/sitemap/:part{programs\\.xml|events-[1-9][0-9]{0,3}\\.xml}', async (c) => {
    const [name = '', number] = c.req.param('part').slice(0, -4).split('-')
    const pages = await listPartOfPages(
      makeContext({ env: c.env, now: await clockNow(c.env) }),
      name === 'programs' ? name : Number(number),
    )
    return pages
      ? xml(c, urlSet(c.env.SITE_ORIGIN, pages))
      : c.text('There is no such list.\n', 404, { 'Cache-Control': 'no-store' })
  })

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

function urlSet(origin: string, pages: PublicPage[]): string {
  const url = ({ path, updated }: PublicPage) =>
    `<url><loc>${escaped(origin + path)}</loc>${updated === null ? '' : `<lastmod>${instant(updated)}</lastmod>`}</url>\n`
  return `<urlset xmlns="${namespace}">\n${pages.map(url).join('')}</urlset>\n`
}

// A page that is taken back leaves the list within minutes, wherever it was kept.
const xml = (c: Context<Worker>, body: string) =>
  c.body(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`, 200, {
    'Content-Type': 'application/xml; charset=utf-8',
    'Cache-Control': 'public, max-age=300',
  })
