import { dayMs } from '../../functions/contract/limits.ts'
import { isKeyAddress } from '../../functions/contract/site-pages.ts'
import { sessionCookie } from '../../functions/test-bench/people.ts'
import type { Answer, RequestOptions } from '../../functions/test-bench/http-client.ts'
import { emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { openProofSite, type ProofSite } from '../proofs/proof-site.ts'
import { mailTemplateNames } from '../../functions/delivery/notifications/notification-table.ts'
import { fillMailbox, mailRecovery } from './fill-mailbox.ts'
import { sendRareMails } from './rare-mails.ts'

/**
 * How far the clock moves before each look at the mails. The events begin in 30 days: a reminder is sent the day
 * before, and a feedback request the day after.
 */
const stages = [0, 29 * dayMs + 3_600_000, 2 * dayMs, dayMs / 4, dayMs / 4, dayMs / 4]
/** Pages linked from a mail that decide something or open without a log-in. */
const decidingPages = [
  ...['/unsubscribe', '/feedback', '/complete', '/join', '/desk', '/recovery/', '/not-me', '/offer', '/invitations/'],
  ...['/confirm-payment/continue', '/calendar/', '/uploads/', '/privacy/export/', '/verify'],
]
/** The number of requests of each kind of visitor: more than a person sends, but one in the small run. */
const timesOf = (isFull: boolean) => (isFull ? 50 : 1)
/** Tables of the scheduler, the audit and the search index, which change by themselves. */
const aside =
  /^(?:facts|sqlite_\w+|_cf_\w+|d1_migrations|\w+_text(?:_(?:data|idx|content|docsize|config))?|ledger\w*|audit\w*|rendered_texts)$/
/**
 * Writes that a page view may make: recording that a link was opened, a message read, or a session used. None of them
 * uses up a code or a link.
 */
const viewColumns: Record<string, readonly string[]> = {
  recoveries: ['opened_at'],
  messages: ['read_at'],
  conversations: ['num_unread'],
  notifications: ['read_at'],
  sessions: ['last_used_at'],
}

/** `cookie` is the reader's session; null when the reader has none. */
type Link = { kind: string; path: string; cookie: string | null }
type Row = Record<string, unknown>

async function quiet(site: ProofSite): Promise<void> {
  for (let runs = 0; runs < 30; runs += 1) {
    await site.tick()
    const [{ open }] = await site.sql(
      'SELECT count(*) AS open FROM outbox WHERE done_at IS NULL AND dead_at IS NULL AND due_at <= ?',
      site.now(),
    )
    if (open === 0) return
  }
}

type Mails = { kinds: Set<string>; links: Map<string, Link> }

/** The links of all newer mails, one of each shape: links to the pages of two orders have the same shape. */
async function newLinks(site: ProofSite, { kinds, links }: Mails): Promise<Link[]> {
  const before = new Set(links.keys())
  for (const { dedupe, recipient, html, text, headers } of await site.sql('SELECT * FROM mailbox')) {
    const kind = String(dedupe).split(':')[0] ?? ''
    kinds.add(kind)
    const addresses = [
      ...String(html).matchAll(/href="(https?:[^"]+)"/g),
      ...`${text} ${headers}`.matchAll(/(https?:\/\/[^\s<>")\\]+)/g),
    ]
    for (const [, address = ''] of addresses) {
      const url = new URL(address.replaceAll('&amp;', '&'))
      if (url.origin !== site.url) continue
      const path = `${url.pathname}${url.search}`
      const shape = `${kind} ${path.replaceAll(/[\w.-]*\d[\w.-]*/g, '#')}`
      if (!links.has(shape)) links.set(shape, { kind, path, cookie: await cookieOf(site, String(recipient)) })
    }
  }
  return [...links].flatMap(([shape, link]) => (before.has(shape) ? [] : [link]))
}

async function cookieOf(site: ProofSite, email: string): Promise<string | null> {
  const [session] = await site.sql(
    `SELECT s.id FROM sessions AS s JOIN users AS u ON u.id = s.user_id
      WHERE s.ended_at IS NULL AND s.client_id IS NULL AND u.email_key = lower(?) LIMIT 1`,
    email,
  )
  return session ? sessionCookie(site.bench, session.id) : null
}

/** Requests of scanners, link previews and prefetching browsers, and of the reader's own browser. */
const visits = (cookie: string | null): RequestOptions[] => [
  { method: 'HEAD', headers: { 'User-Agent': 'Mozilla/5.0 (compatible; Microsoft-SafeLinks)' } },
  { method: 'GET', headers: { 'User-Agent': 'Mozilla/5.0 (compatible; Barracuda Sentinel)', Accept: '*/*' } },
  { method: 'GET', headers: { Purpose: 'prefetch', 'Sec-Purpose': 'prefetch;prerender', Accept: 'text/html' } },
  { method: 'GET', headers: { 'User-Agent': 'Slackbot-LinkExpanding 1.0', Range: 'bytes=0-32768' } },
  ...(cookie ? [{ method: 'GET', headers: { Cookie: cookie, Accept: 'text/html' } }] : []),
]

/** Every row of every table. */
async function dump(site: ProofSite): Promise<Map<string, Row[]>> {
  const tables = (await site.sql("SELECT name FROM sqlite_master WHERE type = 'table'")) as { name: string }[]
  const names = tables.map(({ name }) => name).filter((name) => !aside.test(name))
  const db = site.bench.env.DB
  const results = await db.batch<Row>(names.map((name) => db.prepare(`SELECT * FROM ${name}`)))
  return new Map(
    names.map((name, index) => [
      name,
      (results[index]?.results ?? []).map((row) =>
        Object.fromEntries(Object.entries(row).filter(([column]) => !viewColumns[name]?.includes(column))),
      ),
    ]),
  )
}

/** Changed tables with their first changed row. */
function changesBetween(before: Map<string, Row[]>, after: Map<string, Row[]>): string[] {
  return [...after].flatMap(([table, rows]) => {
    const existing = new Set((before.get(table) ?? []).map((row) => JSON.stringify(row)))
    const changed = rows.find((row) => !existing.has(JSON.stringify(row)))
    if (changed) return [`${table}: ${JSON.stringify(changed).slice(0, 300)}`]
    return rows.length === existing.size ? [] : [`${table}: ${existing.size} rows became ${rows.length}`]
  })
}

type Visit = (site: ProofSite, link: Link, isFull: boolean) => Promise<Pick<Answer, 'status' | 'headers'>[]>

const follow: Visit = async (site, { path, cookie }, isFull) => {
  const answers: Answer[] = []
  for (let time = 0; time < timesOf(isFull); time += 1)
    for (const visit of visits(cookie)) answers.push(await site.call(path, visit))
  return answers
}
/** A person's action on the same link: a mail program's one-click unsubscribe. */
const post: Visit = async (site, { path }) => [
  await site.call(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: site.url },
    body: 'List-Unsubscribe=One-Click',
  }),
]

const run =
  (name: string, visit: Visit) =>
  async ({ count, isFull }: Rounds): Promise<Tally> => {
    const tally = emptyTally('links', 'requests', 'kinds', 'changes')
    const site = await openProofSite({ name, bindings: { OPERATOR_EMAIL: 'operator@site.example' } })
    try {
      await fillMailbox(site)
      await sendRareMails(site, new Set(), false)
      const mails = { kinds: new Set<string>(), links: new Map<string, Link>() }
      for (const [index, ms] of stages.entries()) {
        if (ms > 0) await site.pass(ms)
        await quiet(site)
        if (index === stages.length - 1) {
          await newLinks(site, { kinds: mails.kinds, links: new Map() })
          tally.findings.push(...(await sendRareMails(site, mails.kinds, true)))
        }
        const links = await newLinks(site, mails)
        const before = await dump(site)
        for (const link of links) {
          const answers = await visit(site, link, isFull)
          const statuses = answers.map(({ status }) => status)
          const isKey = isKeyAddress(link.path.split('?')[0] ?? '')
          if (isKey && answers.some(({ headers }) => headers['referrer-policy'] !== 'no-referrer'))
            tally.findings.push(`${link.path} of ${link.kind} goes on in a Referer`)
          tally.sums.requests = (tally.sums.requests ?? 0) + statuses.length
          if (statuses.some((status) => status >= 500))
            tally.findings.push(`${link.path} of ${link.kind} answered ${statuses}`)
        }
        tally.findings.push(...changesBetween(before, await dump(site)))
      }
      const { kinds, links } = mails
      const changes = tally.findings.length > 0 ? count : 0
      tally.sums = { ...tally.sums, links: links.size, kinds: kinds.size, changes }
      const paths = [...links.values()].map(({ path }) => path)
      const missing = decidingPages.filter((page) => !paths.some((path) => path.includes(page)))
      if (missing.length > 0) tally.findings.push(`no mail links to ${missing}`)
      const without = mailTemplateNames.filter((name) => !kinds.has(`mail.${name}`))
      if (without.length > 0) tally.findings.push(`no mail of these kinds, add them to rareMails: ${without}`)
      return tally
    } finally {
      await site.stop()
    }
  }

/** A page that writes on a view: opening the recovery link also stores its time on the account. */
async function runPlanted({ count }: Rounds): Promise<Tally> {
  const tally = emptyTally('changes')
  const site = await openProofSite({ name: 'links-planted' })
  try {
    await site.sql(
      'CREATE TRIGGER planted AFTER UPDATE OF opened_at ON recoveries BEGIN UPDATE users SET updated = updated + 1 WHERE id = NEW.user_id; END',
    )
    await mailRecovery(site)
    await quiet(site)
    const links = await newLinks(site, { kinds: new Set(), links: new Map() })
    const before = await dump(site)
    for (const link of links) await follow(site, link, false)
    tally.sums = { changes: changesBetween(before, await dump(site)).length > 0 ? count : 0 }
    return tally
  } finally {
    await site.stop()
  }
}

export const proof: Proof = {
  row: '9 · U-01, A-09, I-11',
  name: 'links-change-nothing',
  promise:
    'the link of any mail may be fetched by scanners, previews and the reader’s browser, nothing changes, and a link that is a key goes on in no Referer',
  unit: 'mailboxes',
  small: 1,
  full: 1,
  piece: 1,
  run: run('links', follow),
  figure: (sums) =>
    `${sums.links} links of ${sums.kinds} kinds of mails, ${sums.requests} requests, ${sums.changes === 0 ? 'nothing changed' : 'something changed'}`,
  controls: [
    {
      without: 'a page that only reads (a planted write)',
      small: 1,
      full: 1,
      run: runPlanted,
      noticed: (sums) => sums.changes ?? 0,
    },
    {
      without: 'being looked at only (a POST to the same links)',
      small: 0,
      full: 1,
      run: run('links-posted', post),
      noticed: (sums) => sums.changes ?? 0,
    },
  ],
}
