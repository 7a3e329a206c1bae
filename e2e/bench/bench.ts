import { api } from './api.ts'
import { type BenchSite, benchSite } from './bench-site.ts'
import { type Line, printTable } from './budget.ts'
import { bytes } from './bytes.ts'
import { interaction } from './interaction.ts'
import { lighthouseScores } from './lighthouse.ts'
import { closeLocalSite } from './local-site.ts'
import { closeMeasuredSite } from './measured-site.ts'
import { pages } from './pages.ts'
import { rush } from './rush.ts'
import { trips } from './trips.ts'

type Part = (demo: () => Promise<BenchSite>) => Promise<Line[]>
let demoSite: Promise<BenchSite> | undefined
const openDemoSite = async () => {
  demoSite ??= benchSite()
  return withChosenPages(await demoSite)
}
const parts = {
  bytes: async (site) => bytes(await site()),
  lighthouse: async (site) => lighthouseScores(await site()),
  trips,
  rush,
  interaction,
  pages,
  api,
} satisfies Record<string, Part>
type Name = keyof typeof parts
const words = process.argv.slice(2)
const chosenParts = words.filter((word): word is Name => word in parts)
const chosenPages = words.filter((word) => !(word in parts))

/** The pages named on the command line, or all pages. */
function withChosenPages(site: BenchSite): BenchSite {
  if (chosenPages.length === 0) return site
  const pages = site.pages.filter(({ name }) => chosenPages.some((word) => name.startsWith(word)))
  if (pages.length === 0) throw new Error(`No part and no page begins with ${chosenPages.join(' or ')}.`)
  return { ...site, pages }
}

/**
 * `npm run bench` measures the built site and exits with 1 when a budget is exceeded. `npm run bench -- bytes pages`
 * runs some parts, `npm run bench -- lighthouse event store` measures some pages.
 */
const lines: Line[] = []
const startedAt = performance.now()
try {
  for (const name of chosenParts.length > 0 ? chosenParts : (Object.keys(parts) as Name[])) {
    const partStartedAt = performance.now()
    console.log(`Measuring: ${name}`)
    const measured = await parts[name](openDemoSite)
    printTable(measured)
    console.log(`${name} took ${Math.round((performance.now() - partStartedAt) / 1000)} s`)
    lines.push(...measured)
  }
} finally {
  await Promise.all([demoSite?.then((site) => site.stop()), closeLocalSite(), closeMeasuredSite()])
}
console.log('')
const broken = printTable(lines)
console.log(
  `\n${lines.length - broken} of ${lines.length} lines hold, measured ${new Date().toISOString().slice(0, 10)} in ${Math.round((performance.now() - startedAt) / 1000)} s`,
)
process.exitCode = broken > 0 ? 1 : 0
