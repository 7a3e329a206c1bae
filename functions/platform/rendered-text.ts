import { createHash } from 'node:crypto'
import { whatToBring } from '../contract/booking/what-to-bring.ts'
import type { Ctx } from './context.ts'
import type { Db, Statement } from './database/database.ts'
import { logLine } from './log-line.ts'
import { keepRenderedText, renderedText } from './rendered-text-rows.ts'
import { yieldToEventLoop } from './run-budget.ts'

/** Increase this version when the renderer's output changes. */
const version = 1
/** Characters of HTML cached per isolate. */
const maxRemembered = 4_000_000
/**
 * Maximum number of texts rendered with one save. Further texts of a large file are rendered when they are first shown.
 */
const maxOfSave = 400
const textsPerPart = 10
/** Fields that pages show as Markdown, anywhere in a program. */
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

// The renderer is loaded only for a save, because a page prints stored HTML.
const render = async (text: string): Promise<string> => (await import('./render-markdown.ts')).renderMarkdown(text)

/** The database from which texts are read, and the one in which a text is stored that was not rendered before. */
type TextStore = { read: Db; write: Db; now: number }

/**
 * The HTML of an organisation's text, which was rendered when the text was saved. A text from before that is rendered
 * and stored now.
 */
export async function htmlOf({ read, write, now }: TextStore, text: string): Promise<string> {
  const hash = hashOf(text)
  const cached = remembered.get(hash)
  if (cached !== undefined) return cached
  const [kept] = await renderedText(read, hash)
  if (kept) return remember(hash, kept.html)
  const html = remember(hash, await render(text))
  try {
    await write.batch([keepRenderedText(write, { hash, html, created: now })] as Parameters<typeof write.batch>[0])
  } catch {
    // A failed write does not stop the page: the next isolate renders the text again.
    logLine('texts_not_kept')
  }
  return html
}

/** Renders and stores every Markdown text of the saved data, so that pages need not. */
export async function renderAhead(ctx: Ctx, saved: object): Promise<void> {
  const texts = [...new Set(textsOf(saved))].slice(0, maxOfSave)
  const writes: Statement[] = []
  for (const [index, text] of texts.entries()) {
    const hash = hashOf(text)
    if (remembered.has(hash)) continue
    if (index % textsPerPart === textsPerPart - 1) await yieldToEventLoop()
    writes.push(keepRenderedText(ctx.db, { hash, html: remember(hash, await render(text)), created: ctx.now }))
  }
  const [first, ...others] = writes
  if (!first) return
  try {
    await ctx.db.batch([first, ...others] as Parameters<typeof ctx.db.batch>[0])
  } catch {
    // The data is saved, and its pages work: the first isolate that shows a missing text renders it.
    ctx.log('texts_not_kept')
  }
}

function textsOf(saved: object): string[] {
  return Object.entries(saved).flatMap(([name, value]: [string, unknown]) => {
    if (markdownFields.has(name))
      return (
        [value, ...Object.values(Object(value))]
          .filter((each) => typeof each === 'string')
          // Pages show the packing list separately, too.
          .flatMap((text) => [text, whatToBring(text) ?? text])
      )
    return typeof value === 'object' && value !== null ? textsOf(value) : []
  })
}
