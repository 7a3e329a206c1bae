import { createHash } from 'node:crypto'
import { whatToBring } from '../contract/booking/what-to-bring.ts'
import type { Ctx } from './context.ts'
import type { Statement } from './database/database.ts'
import { keepRenderedText, renderedText } from './rendered-text-rows.ts'
import { letOthersRun } from './run-budget.ts'

/** Rises when the same text becomes other HTML. */
const version = 1
/** Characters of HTML that an isolate remembers. */
const maxRemembered = 4_000_000
/** Texts of one save that are rendered with it; what a large file has beyond that is rendered when it is first shown. */
const maxOfSave = 400
const textsPerPart = 10
/** Fields of a program that pages show as Markdown, wherever they stand. */
const markdownFields: ReadonlySet<string> = new Set([
  'description',
  'terms',
  'text',
  'program_terms',
  'treaty',
  'session_packages_text',
  'membership_packages_text',
  'default_membership_terms',
  'store_front_text',
  'privacy_text',
])

const remembered = new Map<string, string>()
let length = 0

const hashOf = (text: string): string =>
  createHash('sha256').update(`${version}:${text}`).digest('base64url').slice(0, 32)

function remember(hash: string, html: string): string {
  if (!remembered.has(hash)) length += html.length
  remembered.set(hash, html)
  for (const [oldest, { length: size }] of remembered) {
    if (length <= maxRemembered) break
    remembered.delete(oldest)
    length -= size
  }
  return html
}

// Loaded when something is saved: a page prints what was rendered then.
const render = async (text: string): Promise<string> => (await import('./render-markdown.ts')).renderMarkdown(text)

/** The HTML of an organisation's text, as it was rendered when it was saved. */
export async function htmlOf(ctx: Pick<Ctx, 'db'>, text: string): Promise<string> {
  const hash = hashOf(text)
  const known = remembered.get(hash)
  if (known !== undefined) return known
  const [kept] = await renderedText(ctx.db, hash)
  return remember(hash, kept?.html ?? (await render(text)))
}

/** Renders and keeps every Markdown text of what was just saved, so that no page does. */
export async function renderAhead(ctx: Ctx, saved: object): Promise<void> {
  const texts = [...new Set(textsOf(saved))].slice(0, maxOfSave)
  const writes: Statement[] = []
  for (const [index, text] of texts.entries()) {
    const hash = hashOf(text)
    if (remembered.has(hash)) continue
    if (index % textsPerPart === textsPerPart - 1) await letOthersRun()
    writes.push(keepRenderedText(ctx.db, { hash, html: remember(hash, await render(text)), created: ctx.now }))
  }
  const [first, ...others] = writes
  if (!first) return
  try {
    await ctx.db.batch([first, ...others] as Parameters<typeof ctx.db.batch>[0])
  } catch {
    // It is saved, and its pages can be shown: what was not kept is rendered by the next isolate that shows it.
    ctx.log('texts_not_kept')
  }
}

function textsOf(saved: object): string[] {
  return Object.entries(saved).flatMap(([name, value]: [string, unknown]) => {
    if (markdownFields.has(name))
      return (
        [value, ...Object.values(Object(value))]
          .filter((each) => typeof each === 'string')
          // What is to be brought is shown by itself, too.
          .flatMap((text) => [text, whatToBring(text) ?? text])
      )
    return typeof value === 'object' && value !== null ? textsOf(value) : []
  })
}
