import { api } from './api.ts'
import { type BenchSite, benchSite } from './bench-site.ts'
import { type Line, printTable } from './budget.ts'
import { bytes } from './bytes.ts'
import { inBrowser } from './in-browser.ts'
import { interaction } from './interaction.ts'
import { lighthouseScores } from './lighthouse.ts'
import { closeLocalSite } from './local-site.ts'
import { closeMeasuredSite } from './measured-site.ts'
import { pages } from './pages.ts'
import { scale } from './scale.ts'
import { trips } from './trips.ts'
import { worker } from './worker.ts'
import { writes } from './writes.ts'

type Part = (demo: () => Promise<BenchSite>) => Promise<Line[]>
let opened: Promise<BenchSite> | undefined
const open = () => (opened ??= benchSite())
const demo = async () => onlyNamed(await open())
const parts = {
  bytes: async (site) => bytes(await site()),
  browser: async (site) => inBrowser(await site()),
  lighthouse: async (site) => lighthouseScores(await site()),
  interaction,
  trips,
  writes,
  pages,
  api,
  scale,
  worker,
} satisfies Record<string, Part>
type Name = keyof typeof parts
const words = process.argv.slice(2)
const input = words.filter((word): word is Name => word in parts)
const named = words.filter((word) => !(word in parts))

/** Every page, or those that were named in the command. */
function onlyNamed(site: BenchSite): BenchSite {
  if (named.length === 0) return site
  const pages = site.pages.filter(({ name }) => named.some((word) => name.startsWith(word)))
  if (pages.length === 0) throw new Error(`No part and no page begins with ${named.join(' or ')}.`)
  return { ...site, pages }
}

/** `npm run bench`, or `npm run bench -- bytes pages`, or `npm run bench -- lighthouse event store` for these pages alone: measures the built site and exits with 1 when a budget does not hold. */
const lines: Line[] = []
try {
  for (const name of input.length > 0 ? input : (Object.keys(parts) as Name[])) {
    console.log(`Measuring: ${name}`)
    const measured = await parts[name](demo)
    printTable(measured)
    lines.push(...measured)
  }
} finally {
  await Promise.all([opened?.then((site) => site.stop()), closeLocalSite(), closeMeasuredSite()])
}
console.log('')
const broken = printTable(lines)
console.log(
  `\n${lines.length - broken} of ${lines.length} lines hold, measured ${new Date().toISOString().slice(0, 10)}`,
)
process.exitCode = broken > 0 ? 1 : 0
