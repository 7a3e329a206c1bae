import { randomBytes } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import type { FrontLimits } from './front-limits.ts'
import { inLinePage, pageHeaders } from './in-line-page.ts'
import { openShares } from './network-shares.ts'

/**
 * How long a response is kept for its browser, and how long a queued form is kept after the last poll of its browser.
 */
const keepMs = 30_000

/** The response to a form, stored until the browser asks for it. */
export class HeldAnswer extends Writable {
  headersSent = false
  private status = 200
  private headers: OutgoingHttpHeaders = {}
  private readonly parts: Buffer[] = []

  writeHead(status: number, headers: OutgoingHttpHeaders = {}): this {
    this.headersSent = true
    this.status = status
    this.headers = headers
    return this
  }

  override _write(part: Buffer, _encoding: string, done: () => void): void {
    this.parts.push(part)
    done()
  }

  /** Sends the whole response to the browser. */
  giveTo(browser: ServerResponse): void {
    browser.writeHead(this.status, this.headers)
    browser.end(Buffer.concat(this.parts))
  }
}

type Form = {
  answer: HeldAnswer
  browser: ServerResponse | null
  language: 'en' | 'fr'
  seconds: () => number
  leave: NodeJS.Timeout | undefined
  giveBack: () => void
}
export type HeldAnswers = ReturnType<typeof keepHeldAnswers>

/**
 * Forms of browsers without JavaScript with a slow response. The browser gets a page with the waiting time, which polls
 * with an unguessable ticket. The form keeps its position meanwhile.
 */
export function keepHeldAnswers(limits: Pick<FrontLimits, 'tellAfterMs' | 'forms' | 'formsPerNetwork'>) {
  const { tellAfterMs } = limits
  const forms = new Map<string, Form>()
  const shares = openShares({ most: limits.forms, each: limits.formsPerNetwork })

  const attach = (ticket: string, form: Form, outgoing: ServerResponse) => {
    clearTimeout(form.leave)
    form.browser = outgoing
    if (form.answer.writableFinished) return give(ticket, form)
    const timer = setTimeout(() => {
      if (form.browser !== outgoing) return
      form.browser = null
      const body = inLinePage({ ticket, seconds: form.seconds(), language: form.language })
      outgoing.writeHead(200, pageHeaders(body))
      outgoing.end(body)
      leaveLater(ticket, form)
    }, tellAfterMs)
    outgoing.once('close', () => {
      clearTimeout(timer)
      // The visitor left before anything was sent.
      if (form.browser === outgoing && !outgoing.writableFinished) drop(ticket, form)
    })
  }
  const give = (ticket: string, form: Form) => {
    const { browser } = form
    if (!browser) return
    form.browser = null
    forms.delete(ticket)
    form.giveBack()
    clearTimeout(form.leave)
    form.answer.giveTo(browser)
  }
  const leaveLater = (ticket: string, form: Form) => {
    form.leave = setTimeout(() => drop(ticket, form), keepMs)
    form.leave.unref()
  }
  const drop = (ticket: string, form: Form) => {
    forms.delete(ticket)
    form.giveBack()
    clearTimeout(form.leave)
    form.answer.destroy()
  }

  return {
    /**
     * Stores a form's response; `seconds` is the remaining waiting time. Further forms of a network with many waiting
     * ones wait on their connection.
     */
    hold: (
      exchange: { incoming: IncomingMessage; outgoing: ServerResponse },
      { network, seconds }: { network: string; seconds: () => number },
    ): HeldAnswer | ServerResponse => {
      const giveBack = shares.take(network)
      if (!giveBack) return exchange.outgoing
      const ticket = randomBytes(24).toString('base64url')
      const language = languageOf(exchange.incoming)
      const form: Form = { answer: new HeldAnswer(), browser: null, language, seconds, leave: undefined, giveBack }
      forms.set(ticket, form)
      form.answer.once('finish', () => give(ticket, form))
      form.answer.on('error', () => {})
      attach(ticket, form, exchange.outgoing)
      return form.answer
    },
    /** Continues to wait under a ticket; false for an unknown ticket. */
    resume: (ticket: string, browser: ServerResponse): boolean => {
      const form = forms.get(ticket)
      if (!form || form.browser) return false
      attach(ticket, form, browser)
      return true
    },
  }
}

/** The language of the form's page, or else the browser's. */
export function languageOf({ url = '', headers }: IncomingMessage): 'en' | 'fr' {
  const named = /[?&]lang=(en|fr)\b/.exec(`${url} ${headers.referer ?? ''}`)?.[1]
  const language = named ?? /\b(en|fr)\b/i.exec(headers['accept-language'] ?? '')?.[1]?.toLowerCase()
  return language === 'fr' ? 'fr' : 'en'
}

/** True for a small form that a browser sent without JavaScript, so that it can be buffered. */
export function isPlainForm({ method, headers }: IncomingMessage, maxBytes: number): boolean {
  const type = headers['content-type'] ?? ''
  const length = Number(headers['content-length'] ?? Number.NaN)
  return (
    method === 'POST' &&
    length <= maxBytes &&
    (headers.accept ?? '').includes('text/html') &&
    /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)
  )
}
