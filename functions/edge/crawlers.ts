import { instant } from '../contract/instant.ts'
import { dayMs } from '../contract/limits.ts'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { listPartOfPages, listPublicPages, type PublicPage } from '../offering/catalogue/list-public-pages.ts'
import type { Worker } from '../platform/context.ts'
import { makeContext, clockNow } from '../platform/make-context.ts'
import { fileSchemaPath } from '../contract/site-pages.ts'

/** Paths of private pages; all others are public. `crawlers.test.ts` compares this list with the existing pages. */
const privatePaths = [
  '/api/',
  '/desk/',
  '/token',
  '/confirm-payment',
  '/not-me',
  '/authorize',
  '/pg/*/authorize',
  '/support',
  '/uploads/',
  '/pg/*/files/',
  '/pg/*/invitations/',
  '/pg/*/login',
  '/pg/*/logout',
  '/pg/*/forgot-password',
  '/pg/*/recovery/',
  '/pg/*/signup',
  '/pg/*/verify',
  '/pg/*/profile',
  '/pg/*/checkout/',
  '/pg/*/cart',
  '/pg/*/desk',
  '/pg/*/roster',
  '/pg/*/online/',
  '/pg/*/unsubscribe',
  '/pg/*/complete',
  '/pg/*/join',
  '/pg/*/feedback',
  '/pg/*/evt/*/register',
  '/pg/*/apt/*/register',
  '/pg/*/evt/*/waitlist',
  '/pg/*/offer',
]
const publicPaths = ['/api/docs']

/** robots.txt, security.txt and the sitemap. Every URL in them begins with SITE_ORIGIN. */
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
  .get('/.well-known/security.txt', async (c) => {
    const { SITE_ORIGIN } = c.env
    const lines = [
      `Contact: ${SITE_ORIGIN}/support`,
      `Expires: ${instant((await clockNow(c.env)) + 180 * dayMs)}`,
      'Preferred-Languages: en, fr',
      `Canonical: ${SITE_ORIGIN}/.well-known/security.txt`,
    ]
    return c.text(`${lines.join('\n')}\n`, 200, { 'Cache-Control': 'public, max-age=300' })
  })
  .get('/sitemap.xml', async (c) => {
    const list = await listPublicPages(makeContext({ env: c.env, now: await clockNow(c.env), isPublicRead: true }))
    if ('pages' in list) return xml(c, urlSet(c.env.SITE_ORIGIN, list.pages))
    const parts = ['programs', ...Array.from({ length: list.parts }, (_, index) => `events-${index + 1}`)]
    const address = (part: string) => `${c.env.SITE_ORIGIN}/sitemap/${part}.xml`
    return xml(
      c,
      html`<sitemapindex xmlns="${namespace}">
${parts.map((part) => html`<sitemap><loc>${address(part)}</loc></sitemap>\n`)}</sitemapindex>
`,
    )
  })
  .get('/sitemap/:part{programs\\.xml|events-[1-9][0-9]{0,3}\\.xml}', async (c) => {
    const [name = '', number] = c.req.param('part').slice(0, -4).split('-')
    const pages = await listPartOfPages(
      makeContext({ env: c.env, now: await clockNow(c.env), isPublicRead: true }),
      name === 'programs' ? name : Number(number),
    )
    return pages
      ? xml(c, urlSet(c.env.SITE_ORIGIN, pages))
      : c.text('There is no such list.\n', 404, { 'Cache-Control': 'no-store' })
  })

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

function urlSet(origin: string, pages: PublicPage[]) {
  const url = ({ path, updated }: PublicPage) =>
    html`<url><loc>${origin + path}</loc>${updated === null ? '' : html`<lastmod>${instant(updated)}</lastmod>`}</url>\n`
  return html`<urlset xmlns="${namespace}">
${pages.map(url)}</urlset>
`
}

// The cache time is short, so that an unpublished page leaves cached lists within minutes.
const xml = async (c: Context<Worker>, body: ReturnType<typeof html>) =>
  c.body(`<?xml version="1.0" encoding="UTF-8"?>\n${await body}`, 200, {
    'Content-Type': 'application/xml; charset=utf-8',
    'Cache-Control': 'public, max-age=300',
  })

/** The JSON Schema of program files, for editors; readable from any origin. */
export const programFileSchemaRoute = new Hono<Worker>().get(fileSchemaPath, async (c) => {
  const { programFileSchema } = await import('../organisation/organiser/program-file/file-schema.ts')
  return c.body(JSON.stringify(programFileSchema()), 200, {
    'Content-Type': 'application/schema+json; charset=utf-8',
    'Cache-Control': 'public, max-age=300',
    'Access-Control-Allow-Origin': '*',
  })
})
