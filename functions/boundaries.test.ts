import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = new URL('..', import.meta.url).pathname

/** The areas from the ground up, with their rooms. Areas and rooms may import only earlier areas and rooms. */
const areas: Record<string, string[]> = {
  platform: ['database', 'sealing', 'cards', 'identity', 'middleware', 'health'],
  delivery: ['notifications', 'mail', 'push'],
  people: ['uploads', 'customers', 'attendees', 'accounts', 'invitations', 'family-merge', 'staff'],
  offering: ['pricing', 'catalogue', 'appointments', 'pictures'],
  contact: ['support', 'marketing', 'messages', 'feedback', 'campaigns'],
  booking: ['spots', 'session-credits', 'registrations', 'waitlist', 'memberships'],
  money: ['balances', 'discounts', 'orders', 'family-bookings', 'fulfilment', 'payments', 'refunds', 'billing'],
  changes: ['cancellations', 'days-off', 'moves'],
  organisation: ['organiser', 'desk', 'roster', 'families', 'reports', 'invites', 'notices', 'today'],
  records: ['privacy', 'audit', 'insights'],
}
const areaNames = Object.keys(areas)

/** Allowed imports of a later room in the same area, with their reasons. Between areas there are none. */
const exceptions: Record<string, string> = {
  'platform>platform/database': 'a context carries the database, and a run counts what it sends there',
  'people/accounts>people/invitations': 'a user is shown with the invitation that waits for them',
  'people/accounts>people/staff': 'a user is shown with the team that they are in',
}

/** Rows files that other rooms may import, each with its reason; all others are private to their room. */
const sharedRows: Record<string, string> = {
  'functions/platform/database/outbox-rows.ts': 'what runs the outbox and what delivers are rooms of their own',
  'functions/platform/database/idempotency-rows.ts': 'the middleware keeps the answers of repeated calls',
  'functions/booking/spots/unproven-rows.ts': 'a store and an event bound what accounts hold that are not proven',
  'functions/platform/identity/attempt-rows.ts': 'wrong passwords and wrong secrets are counted in one table',
}

/** Folders around the areas: they may import every area, and no area may import them, except the contract. */
const around = ['contract', 'edge', 'api-description', 'local', 'test-bench']

/** Parts of the site that belong to no area. */
const screensOfNoArea = ['docs', 'home', 'online', 'overview']

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
  const [, alias = '', name] = /^#(contract|pricing)\/(.+)$/.exec(to) ?? []
  if (name) return `functions/${alias === 'pricing' ? 'offering/pricing' : alias}/${name}.ts`
  return to.startsWith('.') ? normalize(join(dirname(from), to)) : to
}

type Place = { area: string; room: string | null }
/** The area and room of a file; null outside the areas. */
function placeOf(path: string): Place | null {
  const [, area = '', room = null] = /^functions\/([a-z-]+)\/(?:([a-z-]+)\/)?/.exec(path) ?? []
  return area in areas ? { area, room } : null
}
const nameOf = ({ area, room }: Place) => (room === null ? area : `${area}/${room}`)
/** The folder that a file belongs to: its room, or a folder around the areas. */
const homeOf = (path: string): string => {
  const place = placeOf(path)
  return place ? nameOf(place) : path.split('/').slice(0, -1).join('/')
}
const isRows = (path: string) => /-rows\.ts$/.test(path)

/** Describes why an import is not allowed, with the remedy; null for an allowed one. */
function faultOf({ from, to, isType }: Arrow): string | null {
  if (isTest(from)) return null
  if (from.startsWith('functions/contract/')) return faultOfContract(from, to)
  if (to === 'zod' || to === 'zod/v4')
    return `${from} imports zod. Use zod/mini: the whole of zod costs the reader 23 KB.`
  if (from.startsWith('src/')) return faultOfSite({ from, to, isType })
  if (to.startsWith('src/'))
    return `${from} imports ${to}. The worker does not know the site. Move what both need to functions/contract.`
  return faultOfWorker({ from, to, isType })
}

/** Order of the contract's folders: files without an area, the states, the areas in order, the sentences. */
function faultOfContract(from: string, to: string): string | null {
  if (to === 'zod/mini') return null
  if (!to.startsWith('functions/contract/'))
    return `${from} imports ${to}. The contract is the bridge: zod/mini and contract/* only.`
  const rankOf = (path: string) => ['states', ...areaNames, 'sentences'].indexOf(path.split('/')[2] ?? '')
  return rankOf(to) > rankOf(from)
    ? `${from} imports ${to}. In the contract, too, an area knows only those before it: move what both need up or out of the areas.`
    : null
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
/** The calls of the API never import markup, not even types. */
const barredFromApi = /^src\/(?:screens|ui|stores|pages)\/|\.astro$|\.tsx$/

function faultOfSite({ from, to, isType }: Arrow): string | null {
  if (
    to.startsWith('functions/') &&
    !/^functions\/(?:contract|offering\/pricing)\//.test(to) &&
    !from.startsWith('src/api/')
  )
    return `${from} imports ${to}. The site knows the worker only through #contract, #pricing and src/api.`
  if (from.startsWith('src/api/') && barredFromApi.test(to))
    return `${from} imports ${to}. A call of the API does not know who shows its answer. Move what both need to src/page-input, or ask for it as an argument.`
  const barred = barredOnSite.find((each) => !isType && each.from.test(from) && each.to.test(to))
  return barred ? `${from} imports ${to}. ${barred.instead}` : null
}

function faultOfWorker({ from, to, isType }: Arrow): string | null {
  const own = placeOf(from)
  if (/^astro|^@astrojs/.test(to) && !['functions/worker.ts', 'functions/page-cache.ts'].includes(from))
    return `${from} imports ${to}. Only worker.ts and page-cache.ts know Astro.`
  if (to === 'cloudflare:workers')
    return `${from} imports cloudflare:workers. Bindings come in through the context, so that tests can load it.`
  if (to.startsWith('drizzle-orm') && !isRows(from) && own?.room !== 'database' && !from.startsWith('functions/local/'))
    return `${from} imports drizzle-orm. Queries stand in *-rows.ts.`
  if (to === 'hono' && own && !knowsHttp(from) && !isType) return `${from} imports Hono. Only route files know HTTP.`
  if (
    /^functions\/platform\/database\/tables[./]/.test(to) &&
    own &&
    own.room !== 'database' &&
    !isRows(from) &&
    !isType
  )
    return `${from} imports tables.ts. Only *-rows.ts do.`
  return faultOfPlaces({ from, to, isType })
}

const knowsHttp = (path: string) =>
  /\/(?:routes[\w-]*|[\w-]*-routes)\.ts$|^functions\/platform\/(?:middleware|health)\//.test(path)

/** Checks an import by the folders of both files; type imports count too. */
function faultOfPlaces({ from, to, isType }: Arrow): string | null {
  const own = placeOf(from)
  const other = placeOf(to)
  if (!to.startsWith('functions/') || to.startsWith('functions/contract/')) return null
  if (own && !other)
    return `${from} imports ${to}, which stands around the areas and may know all of them. Ask for the value as an argument.`
  if (!other || (own && nameOf(own) === nameOf(other))) return null
  if (isRows(to) && !isType && !(to in sharedRows))
    return `${from} reads ${to}. Rows are read inside their room: call a verb of ${nameOf(other)} or ask for the value as an argument.`
  if (!own) return null
  if (/\/routes[\w-]*\.ts$/.test(to)) return `${from} imports ${to}. Routes are mounted by api.ts alone.`
  if (isBefore(other, own) || `${nameOf(own)}>${nameOf(other)}` in exceptions) return null
  return `${from} imports ${to}. ${nameOf(own)} stands before ${nameOf(other)} and may not know it. Move the verb up, ask for the value as an argument, or leave an outbox row.`
}

function isBefore(one: Place, other: Place): boolean {
  if (one.area !== other.area) return areaNames.indexOf(one.area) < areaNames.indexOf(other.area)
  const rankOf = ({ area, room }: Place) => (areas[area] ?? []).indexOf(room ?? '')
  return rankOf(one) < rankOf(other)
}

/** The imports in cycles that cross rooms; type imports count too. */
function circlesAcrossRooms(arrows: readonly Arrow[]): string[] {
  const left = withoutEnds(arrows)
  const next = Map.groupBy(left, ({ from }) => from)
  const leadsTo = (start: string, goal: string): boolean => {
    const seen = new Set([start])
    for (const path of seen) for (const { to } of next.get(path) ?? []) seen.add(to)
    return seen.has(goal)
  }
  return left
    .filter(({ from, to }) => homeOf(from) !== homeOf(to) && leadsTo(to, from))
    .map(({ from, to }) => `${from} imports ${to}, which leads back to it`)
}

/** Removes files that import no other file or that no other file imports, until every file left does both. */
function withoutEnds(arrows: readonly Arrow[]): readonly Arrow[] {
  const [starts, ends] = [new Set(arrows.map(({ from }) => from)), new Set(arrows.map(({ to }) => to))]
  const left = arrows.filter(({ from, to }) => starts.has(to) && ends.has(from))
  return left.length === arrows.length ? left : withoutEnds(left)
}

const sqlText =
  /\bsql`|\.prepare\(\s*\S*['"`\w]|['"`](?:SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH|PRAGMA|CREATE|DROP|ALTER)\s+[A-Z(*"\w]/

/** Files with SQL: *-rows.ts, the database folder, and scripts of one machine. */
const mayHoldSql = (path: string) =>
  isTest(path) || isRows(path) || /^functions\/(?:platform\/database|local)\//.test(path)

/** True for SQL that belongs in a *-rows.ts. */
const hasStraySql = ({ path, text }: File) => !mayHoldSql(path) && sqlText.test(text)

const files = [...filesUnder('functions'), ...filesUnder('src')].map(read)
const arrowsOfWorker = files
  .filter(({ path }) => path.startsWith('functions/') && !isTest(path))
  .flatMap(arrowsOf)
  .filter(({ to }) => to.startsWith('functions/'))

describe('the boundaries of areas, rooms and files', () => {
  it('every import of the project is allowed', () => {
    expect(files.flatMap(arrowsOf).map(faultOf).filter(Boolean)).toEqual([])
  })

  it('only *-rows.ts files contain SQL', () => {
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
  ])('the check sees SQL in %s: %s', (path, text, isStray) => expect(hasStraySql({ path, text })).toBe(isStray))

  it('imports of an .astro file are found in its frontmatter and its scripts', () => {
    const text = [
      '---',
      "import type { Event } from '#contract/offering/event'",
      'import {',
      '  showEvent,',
      "} from '../../../../functions/offering/catalogue/show-event.ts'",
      '---',
      '<script>',
      "  import { post } from '../../../api/browser.ts'",
      "  const later = await import('../../../stores/toast.ts')",
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

  it('every file is in a room of an area', () => {
    const homes = new Set(files.map(({ path }) => homeOf(path)).filter((home) => !home.startsWith('src')))
    const rooms = Object.entries(areas).flatMap(([area, names]) => names.map((name) => `${area}/${name}`))
    const isAround = (home: string) => around.some((name) => `${home}/`.startsWith(`functions/${name}/`))
    expect([...homes].filter((home) => !isAround(home)).sort()).toEqual(['functions', 'platform', ...rooms].sort())
    expect(areaNames.length + around.length).toBeLessThanOrEqual(15)
  })

  it('the contract, the screens and the stores use the names of the areas', () => {
    const foldersOf = (folder: string) =>
      readdirSync(join(root, folder), { withFileTypes: true }).flatMap((each) =>
        each.isDirectory() ? [`${folder}/${each.name}`] : [],
      )
    const known = [
      ...areaNames,
      ...screensOfNoArea.map((name) => `screens/${name}`),
      'contract/sentences',
      'contract/states',
    ]
    const found = ['functions/contract', 'src/screens', 'src/stores', 'src/locales/en', 'src/locales/fr'].flatMap(
      foldersOf,
    )
    expect(found.length).toBeGreaterThan(30)
    expect(found.filter((path) => !known.some((name) => path.endsWith(`/${name}`)))).toEqual([])
  })

  it('every exception is used and lies within one area', () => {
    const within = Object.keys(exceptions).filter(
      (each) => new Set(each.split('>').map((end) => end.split('/')[0])).size > 1,
    )
    expect(within).toEqual([])
    const between = arrowsOfWorker.map(({ from, to }) => `${homeOf(from)}>${homeOf(to)}`)
    expect(Object.keys(exceptions).filter((each) => !between.includes(each))).toEqual([])
    const read = arrowsOfWorker.filter(({ from, to, isType }) => homeOf(from) !== homeOf(to) && !isType && isRows(to))
    expect(Object.keys(sharedRows).filter((rows) => !read.some(({ to }) => to === rows))).toEqual([])
  })

  it('no import cycle crosses rooms, types included', () => {
    expect(arrowsOfWorker.length).toBeGreaterThan(5000)
    expect(circlesAcrossRooms(arrowsOfWorker)).toEqual([])
    const [orders, refunds] = ['functions/money/orders/a.ts', 'functions/money/refunds/b.ts']
    const [there, back] = [
      { from: orders, to: refunds, isType: true },
      { from: refunds, to: orders, isType: false },
    ]
    expect(circlesAcrossRooms([there])).toEqual([])
    expect(circlesAcrossRooms([there, back])).toHaveLength(2)
  })

  it('X-10: a page that reads its visitor is never cached', () => {
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

  it('a file of more than 250 lines (a test: 450) gives the reason in its first line', () => {
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

  it('fewer than forty files have under 16 lines', () => {
    const tiny = [...files, ...filesUnder('e2e').map(read)].filter(
      ({ path, text }) => text.trimEnd().split('\n').length < 16 && !/-states\.ts$/.test(path),
    )
    expect(tiny.length, tiny.map(({ path }) => path).join('\n')).toBeLessThan(40)
  })

  it.each<[Arrow, RegExp | null]>([
    [
      { from: 'functions/money/orders/quote-order.ts', to: 'functions/money/payments/payment-rows.ts', isType: false },
      /Rows are read inside their room/,
    ],
    [
      { from: 'functions/money/orders/quote-order.ts', to: 'functions/money/payments/pay-order.ts', isType: false },
      /money\/orders stands before money\/payments/,
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
      /offering\/pricing stands before offering\/catalogue/,
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
    [
      { from: 'functions/booking/spots/hold-clock.ts', to: 'functions/money/balances/credit.ts', isType: true },
      /booking\/spots stands before money\/balances/,
    ],
    [{ from: 'functions/money/balances/credit.ts', to: 'functions/booking/spots/hold-clock.ts', isType: false }, null],
    [
      { from: 'functions/money/orders/find-order.ts', to: 'functions/edge/form-answer.ts', isType: true },
      /stands around the areas/,
    ],
    [
      { from: 'functions/contract/people/customer.ts', to: 'functions/contract/money/order.ts', isType: true },
      /an area knows only those before it/,
    ],
    [
      { from: 'functions/contract/limits.ts', to: 'functions/contract/people/customer.ts', isType: false },
      /an area knows only those before it/,
    ],
    [{ from: 'functions/money/orders/order-totals.ts', to: 'drizzle-orm', isType: false }, /Queries stand in/],
    [
      {
        from: 'functions/contract/states/order-states.ts',
        to: 'functions/contract/money/order.ts',
        isType: true,
      },
      /an area knows only those before it/,
    ],
    [
      {
        from: 'src/stores/booking/registration-checks.ts',
        to: 'functions/booking/registrations/eligibility.ts',
        isType: false,
      },
      /only through #contract, #pricing/,
    ],
    [
      { from: 'functions/contract/amount.ts', to: 'functions/platform/context.ts', isType: false },
      /The contract is the bridge/,
    ],
    [
      { from: 'functions/offering/catalogue/show-event.ts', to: 'src/routes.ts', isType: false },
      /does not know the site/,
    ],
  ])('the import check refuses only imports that the areas forbid, with advice: %o', (arrow, expected) => {
    if (expected === null) expect(faultOf(arrow)).toBeNull()
    else expect(faultOf(arrow)).toMatch(expected)
  })
})
