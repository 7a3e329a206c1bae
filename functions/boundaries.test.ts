import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = new URL('..', import.meta.url).pathname

/** Who may call whom: a subject calls only lower floors. */
const floors: Record<string, number> = {
  privacy: 8,
  'family-merge': 8,
  organiser: 8,
  campaigns: 8,
  invites: 8,
  desk: 8,
  roster: 8,
  audit: 8,
  cancellations: 7,
  billing: 7,
  moves: 7,
  refunds: 6,
  payments: 5,
  waitlist: 5,
  fulfilment: 4,
  orders: 3,
  pictures: 3,
  feedback: 3,
  registrations: 2,
  appointments: 2,
  memberships: 2,
  discounts: 2,
  spots: 1,
  balances: 1,
  'session-credits': 1,
  catalogue: 0,
  attendees: 0,
  invitations: 0,
  customers: 0,
  accounts: 0,
  messages: 0,
  notifications: 0,
  push: 0,
  marketing: 0,
  uploads: 0,
  insights: 0,
  support: 0,
  mail: 0,
  pricing: -1,
  sealing: -1,
}

/** Imports on one floor that are allowed, each with its reason. A change of this list is a change of the architecture. */
const neighbours: Record<string, string> = {
  'accounts>attendees': 'sign-up makes the customer one of their own people in the same batch',
  'accounts>customers': 'sign-up makes User and Customer in one batch',
  'accounts>mail': 'a code is mailed',
  'notifications>mail': 'a request for feedback is listed with the link of its mail',
  'mail>notifications': 'a mail stops whose reader turned its reason off',
  'push>notifications': 'a browser shows what is in the list of its user, where the reason is not turned off',
  'push>mail': 'a delivery that is refused is dead for the same reasons as a mail',
  'push>accounts': 'a browser has the name of its log-in',
  'customers>accounts': 'a customer is shown with the names of their user',
  'attendees>customers': 'an attendee belongs to a customer and joins a program through their profile',
  'registrations>appointments': 'a registration books a time of an appointment type and shows it',
  'messages>customers': 'a first message joins the program in the same batch',
  'messages>uploads': 'a message brings files that its customer uploaded',
  'messages>support': 'card numbers are left out of what is written, as in a report',
  'invitations>attendees': 'an invitation is about attendees and their relations',
  'invitations>accounts': 'an invitation is bound to the email of a user',
  'accounts>invitations': 'a user is shown with the invitation that waits for them',
  'attendees>accounts': 'a phone is read with the country of its user',
  'accounts>uploads': 'the picture of a user is a file they uploaded',
  'attendees>uploads': 'the picture of a person is a file of the customer who set it',
  'catalogue>payments': 'a program is shown with the card form of its provider',
}

/** Files that know every subject; only the entry imports them. */
const tablesOfContents = [
  'functions/api.ts',
  'functions/scheduled.ts',
  'functions/deliver-outbox.ts',
  'functions/mail-templates.ts',
  'functions/worker.ts',
  'functions/call-api.ts',
  'functions/in-process.ts',
  'functions/own-bindings.ts',
  'functions/api-description.ts',
]

type Arrow = { from: string; to: string; isType: boolean }
type File = { path: string; text: string }

const filesUnder = (folder: string): string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((each) => each.isFile() && /\.(?:ts|tsx|astro)$/.test(each.name) && !/\.d\.ts$/.test(each.name))
        .map((each) => relative(root, join(each.parentPath, each.name)))
    : []

const read = (path: string): File => ({ path, text: readFileSync(join(root, path), 'utf8') })
const isTest = (path: string) => /\.test\.ts$|\/test-bench\//.test(path)

/** Every import of a file, as a path of the project or a package name. */
function arrowsOf({ path, text }: File): Arrow[] {
  const imports = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\sfrom\s+)?['"]([^'"\n]+)['"]|import\(\s*['"]([^'"\n]+)['"]\s*\)/g,
  )
  return [...imports].map(([, type, statically, dynamically]) => ({
    from: path,
    to: resolve(path, statically ?? dynamically ?? ''),
    isType: type !== undefined,
  }))
}

function resolve(from: string, to: string): string {
  const shared = /^#(contract|pricing)\/(.+)$/.exec(to)
  if (shared) return `functions/${shared[1]}/${shared[2]}.ts`
  return to.startsWith('.') ? normalize(join(dirname(from), to)) : to
}

const subjectOf = (path: string): string | null => /^functions\/([a-z-]+)\//.exec(path)?.[1] ?? null
const isSubject = (name: string | null): name is string => name !== null && name in floors
const isRows = (path: string) => /-rows\.ts$/.test(path)

/** What is wrong with an arrow and where to go instead, null when it may stand. */
function faultOf({ from, to, isType }: Arrow): string | null {
  if (isTest(from)) return null
  if (from.startsWith('functions/contract/'))
    return to === 'zod/mini' || to.startsWith('functions/contract/')
      ? null
      : `${from} imports ${to}. The contract is the bridge: zod/mini and contract/* only.`
  if (to === 'zod' || to === 'zod/v4')
    return `${from} imports zod. Use zod/mini: the whole of zod costs the reader 23 KB.`
  if (from.startsWith('src/')) return faultOfSite({ from, to, isType })
  if (to.startsWith('src/'))
    return `${from} imports ${to}. The worker does not know the site. Move what both need to functions/contract.`
  return faultOfWorker({ from, to, isType })
}

/** What the site's folders never import, types aside, and where to go instead. */
const barredOnSite: { from: RegExp; to: RegExp; instead: string }[] = [
  {
    from: /^src\/stores\//,
    to: /^react|^src\/(?:screens|ui|layouts|pages)\//,
    instead: 'A store has no markup: the island shows, the store acts.',
  },
  { from: /\.island\.tsx$/, to: /^src\/api\//, instead: 'An island goes through a store.' },
  { from: /^src\/screens\/.*\.tsx$/, to: /^src\/api\//, instead: 'What an island shows gets its data from a store.' },
  {
    from: /^src\/ui\//,
    to: /^src\/(?:api|stores|screens|layouts|pages)\//,
    instead: 'A part gets what it shows as props.',
  },
  {
    from: /^src\//,
    to: /^src\/pages\//,
    instead: 'A page is an address, never a part: move what both need to screens or layouts.',
  },
]
/** The calls of the API know no markup, not even by its types. */
const barredFromApi = /^src\/(?:screens|ui|stores|pages)\/|\.astro$|\.tsx$/

function faultOfSite({ from, to, isType }: Arrow): string | null {
  if (to.startsWith('functions/') && !/^functions\/(?:contract|pricing)\//.test(to) && !from.startsWith('src/api/'))
    return `${from} imports ${to}. The site knows the worker only through #contract, #pricing and src/api.`
  if (from.startsWith('src/api/') && barredFromApi.test(to))
    return `${from} imports ${to}. A call of the API does not know who shows its answer. Move what both need to src/page-input, or ask for it as an argument.`
  const barred = barredOnSite.find((each) => !isType && each.from.test(from) && each.to.test(to))
  return barred ? `${from} imports ${to}. ${barred.instead}` : null
}

function faultOfWorker({ from, to, isType }: Arrow): string | null {
  const own = subjectOf(from)
  const other = subjectOf(to)
  if (/^astro|^@astrojs/.test(to) && !['functions/worker.ts', 'functions/page-cache.ts'].includes(from))
    return `${from} imports ${to}. Only worker.ts and page-cache.ts know Astro.`
  if (to === 'cloudflare:workers')
    return `${from} imports cloudflare:workers. Bindings come in through the context, so that tests can load it.`
  if (to.startsWith('drizzle-orm') && !isRows(from) && own !== 'database' && !from.startsWith('functions/local/'))
    return `${from} imports drizzle-orm. Queries stand in *-rows.ts.`
  if (
    to === 'hono' &&
    isSubject(own) &&
    !/\/(?:routes[\w-]*|[\w-]*-routes)\.ts$/.test(from) &&
    own !== 'mail' &&
    !isType
  )
    return `${from} imports Hono. Only route files know HTTP.`
  if (/^functions\/database\/tables[./]/.test(to) && isSubject(own) && !isRows(from) && !isType)
    return `${from} imports tables.ts. Only *-rows.ts do.`
  if (tablesOfContents.includes(to) && isSubject(own))
    return `${from} imports ${to}, which knows every subject. Ask for the value as an argument.`
  if (!isSubject(own))
    return isRows(to) && isSubject(other)
      ? `${from} reads ${to}. Rows are read inside their folder: call a verb of ${other}.`
      : null
  if (!isSubject(other) || own === other) return null
  if (isRows(to) && !isType)
    return `${from} reads ${to}. Rows are read inside their folder: call a verb of ${other} or ask for the value as an argument.`
  if (/\/routes[\w-]*\.ts$/.test(to)) return `${from} imports ${to}. Routes are mounted by api.ts alone.`
  if ((floors[own] ?? 0) > (floors[other] ?? 0) || `${own}>${other}` in neighbours || isType) return null
  if (other === 'mail' && floors[own] === 0) return null
  return `${from} imports ${to}. ${own} (floor ${floors[own]}) may not know ${other} (floor ${floors[other]}). Move the verb up, ask for the value as an argument, or leave an outbox row.`
}

const sqlText =
  /\bsql`|\.prepare\(\s*\S*['"`\w]|['"`](?:SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH|PRAGMA|CREATE|DROP|ALTER)\s+[A-Z(*"\w]/

/** Where SQL may stand: in *-rows.ts, in the frame of the database, and in the scripts of one machine. */
const mayHoldSql = (path: string) => isTest(path) || isRows(path) || /^functions\/(?:database|local)\//.test(path)

/** Whether a file holds SQL that it should ask of a *-rows.ts. */
const hasStraySql = ({ path, text }: File) => !mayHoldSql(path) && sqlText.test(text)

const files = [...filesUnder('functions'), ...filesUnder('src')].map(read)

describe('boundaries', () => {
  it('hold for every import of the project', () => {
    expect(files.flatMap(arrowsOf).map(faultOf).filter(Boolean)).toEqual([])
  })

  it('SQL stands in *-rows.ts alone: elsewhere there is neither a template, nor a prepared text, nor a statement', () => {
    expect(files.filter(hasStraySql).map((file) => file.path)).toEqual([])
  })

  it.each([
    ['functions/money/orders/pay.ts', 'ctx.db.run(sql`UPDATE orders SET status = 1`)', true],
    ['functions/money/orders/pay.ts', "await env.DB.prepare('SELECT 1').first()", true],
    ['functions/money/orders/pay.ts', 'await env.DB.prepare(statement).first()', true],
    ['functions/money/orders/pay.ts', "const text = 'DELETE FROM orders'", true],
    ['src/api/load-event.ts', 'env.DB.exec(`PRAGMA optimize`)', true],
    ['functions/money/orders/order-rows.ts', 'sql`SELECT 1`', false],
    ['functions/money/orders/pay.ts', 'const [, year] = /^(\\d+)$/.exec(text) ?? []', false],
    ['functions/money/orders/pay.ts', "throw new Error('Create the order first.')", false],
  ])('sees SQL in %s: %s', (path, text, isStray) => expect(hasStraySql({ path, text })).toBe(isStray))

  it('sees the imports of an .astro file, in its head and in its scripts', () => {
    const text = [
      '---',
      "import type { Event } from '#contract/offering/event'",
      'import {',
      '  showEvent,',
      "} from '../../../functions/catalogue/show-event.ts'",
      '---',
      '<script>',
      "  import { post } from '../../api/browser.ts'",
      "  const later = await import('../../stores/toast.ts')",
      '</script>',
    ].join('\n')
    const arrows = arrowsOf({ path: 'src/screens/offering/event/Event.astro', text })
    expect(arrows.map(({ to, isType }) => [to, isType])).toEqual([
      ['functions/contract/offering/event.ts', true],
      ['functions/offering/catalogue/show-event.ts', false],
      ['src/api/browser.ts', false],
      ['src/stores/toast.ts', false],
    ])
    expect(arrows.map(faultOf).filter(Boolean)).toEqual([expect.stringMatching(/only through #contract, #pricing/)])
    expect(files.filter(({ path }) => path.endsWith('.astro')).flatMap(arrowsOf).length).toBeGreaterThan(100)
  })

  it('every subject stands on a floor', () => {
    const frame = ['api-description', 'contract', 'middleware', 'edge', 'database', 'local', 'test-bench']
    const allFloors = new Set([...Object.keys(floors), ...frame])
    expect(
      [...new Set(files.map((file) => subjectOf(file.path)).filter((name) => name !== null))].filter(
        (name) => !allFloors.has(name),
      ),
    ).toEqual([])
  })

  it('X-10: only islands come alive, and a page that knows who reads it is never kept', () => {
    const pages = files.filter((file) => file.path.endsWith('.astro'))
    const alive = pages.flatMap((file) =>
      [...file.text.matchAll(/<(\w+)[^>]*\sclient:/g)].map(([, name]) => ({ file, name })),
    )
    expect(
      alive
        .filter(({ file, name }) => !new RegExp(`import ${name} from '[^']*\\.island\\.tsx'`).test(file.text))
        .map(({ file, name }) => `${file.path} <${name}>`),
    ).toEqual([])
    expect(
      pages
        .filter(
          (file) => /Astro\.cache\.set/.test(file.text) && /findIdentity|signedIn\(|requireCustomer/.test(file.text),
        )
        .map((file) => file.path),
    ).toEqual([])
  })

  it('names say what happens: no buckets, and no file over 250 lines (a test: 450) without a reason in its first line', () => {
    const buckets =
      /\/(?:utils?|helpers?|common|misc|lib|shared|types|interfaces|constants|manager|index)\.(?:ts|tsx)$|\/(?:utils|helpers|common|misc|lib)\//
    expect(files.filter((file) => buckets.test(file.path)).map((file) => file.path)).toEqual([])
    expect(
      files
        .filter(
          ({ path, text }) =>
            text.split('\n').length > (isTest(path) ? 451 : 251) && !/^\/\/ Over 250 lines/.test(text),
        )
        .map((file) => file.path),
    ).toEqual([])
  })

  it('fewer than forty files have under 16 lines: a rule of a few lines stands in the file of its subject', () => {
    const tiny = [...files, ...filesUnder('e2e').map(read)].filter(({ text }) => text.trimEnd().split('\n').length < 16)
    expect(tiny.length, tiny.map(({ path }) => path).join('\n')).toBeLessThan(40)
  })

  it.each<[Arrow, RegExp | null]>([
    [
      { from: 'functions/money/orders/quote-order.ts', to: 'functions/money/payments/payment-rows.ts', isType: false },
      /Rows are read inside their folder/,
    ],
    [
      { from: 'functions/money/orders/quote-order.ts', to: 'functions/money/payments/pay-order.ts', isType: false },
      /orders \(floor 3\) may not know payments \(floor 5\)/,
    ],
    [
      { from: 'functions/money/payments/pay-order.ts', to: 'functions/money/orders/find-order.ts', isType: false },
      null,
    ],
    [
      { from: 'src/screens/money/checkout/Checkout.island.tsx', to: 'src/api/browser.ts', isType: false },
      /goes through a store/,
    ],
    [{ from: 'src/stores/money/checkout.ts', to: 'react', isType: false }, /no markup/],
    [
      { from: 'src/api/load-store.ts', to: 'src/screens/offering/store/product-words.ts', isType: true },
      /does not know who shows its answer/,
    ],
    [{ from: 'src/screens/money/order/Order.tsx', to: 'src/api/browser.ts', isType: false }, /from a store/],
    [{ from: 'src/ui/Badge.astro', to: 'src/stores/toast.ts', isType: false }, /as props/],
    [{ from: 'src/screens/offering/event/Event.astro', to: 'src/pages/404.astro', isType: false }, /never a part/],
    [
      { from: 'functions/offering/pricing/fees.ts', to: 'functions/offering/catalogue/sale-window.ts', isType: false },
      /floor -1/,
    ],
    [
      { from: 'functions/offering/catalogue/show-event.ts', to: 'functions/offering/pricing/fees.ts', isType: false },
      null,
    ],
    [
      {
        from: 'src/screens/offering/event/Event.astro',
        to: 'functions/offering/catalogue/sale-window.ts',
        isType: false,
      },
      /only through #contract, #pricing/,
    ],
    [{ from: 'functions/money/orders/order-totals.ts', to: 'drizzle-orm', isType: false }, /Queries stand in/],
    [
      { from: 'functions/contract/amount.ts', to: 'functions/platform/context.ts', isType: false },
      /The contract is the bridge/,
    ],
    [
      { from: 'functions/offering/catalogue/show-event.ts', to: 'src/routes.ts', isType: false },
      /does not know the site/,
    ],
  ])('judges %o', (arrow, expected) => {
    if (expected === null) expect(faultOf(arrow)).toBeNull()
    else expect(faultOf(arrow)).toMatch(expected)
  })
})
