import type { Context, MiddlewareHandler } from 'hono'
import { html, raw } from 'hono/html'
import { ApiError } from '../contract/api-error.ts'
import { colourStyle, styleHash } from '../contract/offering/colour-style.ts'
import { localeOf } from '../contract/date-format.ts'
import { type Language, languages } from '../contract/field-rules.ts'
import { placeLine } from '../contract/people/place-line.ts'
import { rightSized } from '../contract/offering/picture-address.ts'
import type { Program } from '../contract/offering/program.ts'
import { marketingWords } from '../contract/sentences/marketing-words.ts'
import { errorSentence } from '../contract/sentences/sentence.ts'
import type { Worker } from '../platform/context.ts'
import { pageLanguage } from './form-answer.ts'

export type Html = ReturnType<typeof html>
type EdgeProgram = Pick<
  Program,
  'id' | 'name' | 'email' | 'phone' | 'address' | 'country' | 'preferences' | 'languages'
> & { colours?: Program['colours'] | undefined }
/**
 * `own` is the URL of this page without its language, which is appended. `discount` is the code of the page's link: the
 * links to the program carry it on, because this page has no script that could store it.
 */
type EdgePage = { program: EdgeProgram; language: Language; own: string; discount?: string | null }

/** The discount code in the link of a page; null without a valid one. */
export function discountIn(c: Pick<Context, 'req'>): string | null {
  const code = c.req.query('discount') ?? ''
  return /^[A-Za-z0-9_-]{1,64}$/.test(code) ? code : null
}
/** The address of a program from one of these pages. */
export const programAddress = (page: Pick<EdgePage, 'program' | 'language' | 'discount'>, rest = ''): string =>
  `/pg/${encodeURIComponent(page.program.id)}${rest}?${new URLSearchParams({
    ...(page.discount ? { discount: page.discount } : {}),
    lang: page.language,
  })}`

const languageNames: Record<string, string> = { en: 'English', fr: 'Français' }
const flag = raw(
  '<svg class="vh" aria-hidden="true"><symbol id="i-flag" viewBox="0 0 20 20"><path d="M5 17.5V3M5 4c3.5-2.25 5.5 1.75 10 0v7c-4.5 1.75-6.5-2.25-10 0"/></symbol><symbol id="i-alert" viewBox="0 0 20 20"><path d="M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 6.5v4.25M10 13.4v.1"/></symbol></svg>',
)

/**
 * A small page of a program, rendered at the edge: the site's style, no script, no external resources, not cached, and
 * no referrer.
 */
export async function edgePage(
  page: EdgePage,
  { title, main, status = 200 }: { title: string; main: Html; status?: number },
): Promise<Response> {
  const { program, language, own } = page
  const words = marketingWords[language].page
  const style = PAGE_STYLES + (colourStyle(program.colours ?? null) ?? '')
  const { id, preferences } = program
  const logo = preferences.logo && rightSized(preferences.logo, { program_id: id, kind: 'logo', id }, 'small')
  const path = (rest: string) => programAddress(page, rest)
  const place = placeLine(program.address)
  const others = program.languages
    .filter((lang) => lang !== language)
    .map((lang) => ({ lang, href: own.replace(/lang=\w+$/, `lang=${lang}`) }))
  const body = html`${flag}
<a class="skip" href="#main">${words.skip}</a>
<header class="top slim"><div class="wrap"><a class="brand" href="${path('')}">${logo ? html`<img src="${logo}" alt="" width="40" height="40">` : ''}<span>${program.name}</span></a></div></header>
<main id="main" class="narrow stack loose">${main}</main>
<footer class="foot"><div class="wrap stack">
<p><b>${program.name}</b>${place ? html`<br>${place}` : ''}${program.phone || program.email ? html`<br>` : ''}${program.phone ? html`<a href="tel:${program.phone}">${program.phone.replaceAll('-', '\u2011')}</a>` : ''}${program.phone && program.email ? ' · ' : ''}${program.email ? html`<a href="mailto:${program.email}">${program.email}</a>` : ''}</p>
<ul><li><a href="/support?program_id=${id}&lang=${language}">${words.support}</a></li><li><a href="${path('/privacy')}">${words.privacy}</a></li>${others.map(({ lang, href }) => html`<li><a href="${href}" hreflang="${lang}" lang="${lang}">${languageNames[lang] ?? lang}</a></li>`)}</ul>
<p class="row"><svg class="i" aria-hidden="true"><use href="#i-flag"></use></svg> ${words.bookingBy}</p>
</div></footer>`
  return framed({
    lang: localeOf(language, program.country),
    title: `${title} · ${program.name}`,
    icon: preferences.icon ?? preferences.logo ?? '/favicon.png',
    style,
    body,
    status,
  })
}

/** The language of a small page: from its URL, or else the first of the given ones. */
export const languageOf = (c: Context<Worker>, ...others: (string | undefined)[]): Language =>
  [pageLanguage(c), ...others].flatMap((name) => languages.find((each) => each === name) ?? [])[0] ?? 'en'

/** A small 429 page for a caller beyond a limit by network address; null within the limit. Runs before any query. */
export async function limitReachedPage(
  c: Context<Worker>,
  limited: MiddlewareHandler<Worker>,
): Promise<Response | null> {
  try {
    await limited(c, async () => {})
    return null
  } catch (error) {
    if (!(error instanceof ApiError) || error.type !== 'too_many_requests') throw error
    const language = languages.find((each) => each === pageLanguage(c)) ?? c.var.ctx.language
    const sentence = errorSentence(error.type, language)
    return framed({
      lang: language,
      title: sentence,
      icon: '/favicon.png',
      style: PAGE_STYLES,
      body: html`<main id="main" class="narrow stack loose"><h1 role="alert">${sentence}</h1></main>`,
      status: error.code,
      headers: { 'Retry-After': String(error.detail.retryAfterSeconds ?? 60) },
    })
  }
}

type Framed = {
  lang: string
  title: string
  icon: string
  style: string
  body: Html
  status: number
  headers?: Record<string, string>
}

async function framed({ lang, title, icon, style, body, status, headers = {} }: Framed): Promise<Response> {
  const page = html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="robots" content="noindex">
<link rel="icon" href="${icon}">
<style>${raw(style)}</style>
</head>
<body>
${body}
</body>
</html>`
  return new Response(String(await page), {
    status,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy': `default-src 'none'; style-src '${await styleHash(style)}'; img-src 'self' data: https:; base-uri 'none'; form-action 'self'`,
    },
  })
}

/**
 * A field with label, hint and error, linked for assistive technology as on every page; an invalid one gets the focus.
 */
export function edgeField(input: {
  id: string
  name: string
  label: string
  hint?: string
  error?: string | null
  type?: string
  value?: string
  maxLength: number
  isRequired?: boolean
  autocomplete?: string
}): Html {
  const { id, name, label, hint, error, type = 'text', value = '', maxLength, isRequired = false } = input
  return html`<p class="field"><label for="${id}">${label}${hint ? html` <small>${hint}</small>` : ''}</label>${error ? html`<span class="error" id="${id}-error"><svg class="i" aria-hidden="true"><use href="#i-alert"></use></svg> ${error}</span>` : ''}<input id="${id}" name="${name}" type="${type}" value="${value}" maxlength="${maxLength}"${input.autocomplete ? html` autocomplete="${input.autocomplete}"` : ''}${isRequired ? html` required` : ''}${error ? html` aria-invalid="true" aria-describedby="${id}-error" autofocus` : ''}></p>`
}
