import { html, raw } from 'hono/html'
import { colourStyle, styleHash } from '../contract/colour-style.ts'
import { localeOf } from '../contract/date-format.ts'
import type { Language } from '../contract/field-rules.ts'
import { placeLine } from '../contract/place-line.ts'
import { rightSized } from '../contract/picture-address.ts'
import type { Program } from '../contract/program.ts'
import { marketingWords } from '../contract/sentences/marketing-words.ts'

export type Html = ReturnType<typeof html>
export type EdgeProgram = Pick<
  Program,
  'id' | 'name' | 'email' | 'phone' | 'address' | 'colours' | 'country' | 'preferences'
>
type EdgePage = {
  program: EdgeProgram
  language: Language
  title: string
  main: Html
  /** This page in the program's other languages. */
  others: { lang: string; href: string }[]
  status?: number
}

const languageNames: Record<string, string> = { en: 'English', fr: 'Français' }
const flag = raw(
  '<svg hidden><symbol id="flag" viewBox="0 0 20 20"><path d="M5 17.5V3M5 4c3.5-2.25 5.5 1.75 10 0v7c-4.5 1.75-6.5-2.25-10 0"/></symbol><symbol id="alert" viewBox="0 0 20 20"><path d="M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 6.5v4.25M10 13.4v.1"/></symbol></svg>',
)

/** A small page of a program that the edge answers itself: the site's look, no script, nothing loaded from anyone else; not kept, and its address goes nowhere. */
export async function edgePage({ program, language, title, main, others, status = 200 }: EdgePage): Promise<Response> {
  const words = marketingWords[language].page
  const style = PAGE_STYLES + (colourStyle(program.colours) ?? '')
  const { id, preferences } = program
  const logo = preferences.logo && rightSized(preferences.logo, { program_id: id, kind: 'logo', id }, 'small')
  const path = (rest: string) => `/pg/${encodeURIComponent(id)}${rest}?lang=${language}`
  const place = placeLine(program.address)
  const page = html`<!doctype html>
<html lang="${localeOf(language, program.country)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${program.name}</title>
<meta name="robots" content="noindex">
<link rel="icon" href="${preferences.icon ?? preferences.logo ?? '/favicon.png'}">
<style>${raw(style)}</style>
</head>
<body>
${flag}
<a class="skip" href="#main">${words.skip}</a>
<header class="top slim"><div class="wrap"><a class="brand" href="${path('')}">${logo ? html`<img src="${logo}" alt="" width="40" height="40">` : ''}<span>${program.name}</span></a></div></header>
<main id="main" class="narrow stack loose">${main}</main>
<footer class="foot"><div class="wrap stack">
<p><b>${program.name}</b>${place ? html`<br>${place}` : ''}${program.phone || program.email ? html`<br>` : ''}${program.phone ? html`<a href="tel:${program.phone}">${program.phone.replaceAll('-', '\u2011')}</a>` : ''}${program.phone && program.email ? ' · ' : ''}${program.email ? html`<a href="mailto:${program.email}">${program.email}</a>` : ''}</p>
<ul><li><a href="/support?program_id=${id}&lang=${language}">${words.support}</a></li><li><a href="${path('/privacy')}">${words.privacy}</a></li>${others.map(({ lang, href }) => html`<li><a href="${href}" hreflang="${lang}" lang="${lang}">${languageNames[lang] ?? lang}</a></li>`)}</ul>
<p class="row"><svg class="i" aria-hidden="true"><use href="#flag"></use></svg> ${words.bookingBy}</p>
</div></footer>
</body>
</html>`
  return new Response(String(await page), {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy': `default-src 'none'; style-src '${await styleHash(style)}'; img-src 'self' data: https:; base-uri 'none'; form-action 'self'`,
    },
  })
}

/** A field with its label, hint and error, linked as on every page; a refused one is where the reader starts. */
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
  return html`<p class="field"><label for="${id}">${label}${hint ? html` <small>${hint}</small>` : ''}</label>${error ? html`<span class="error" id="${id}-error"><svg class="i" aria-hidden="true"><use href="#alert"></use></svg> ${error}</span>` : ''}<input id="${id}" name="${name}" type="${type}" value="${value}" maxlength="${maxLength}"${input.autocomplete ? html` autocomplete="${input.autocomplete}"` : ''}${isRequired ? html` required` : ''}${error ? html` aria-invalid="true" aria-describedby="${id}-error" autofocus` : ''}></p>`
}
