import { benchSite } from './bench-site.ts'
import { printTable } from './budget.ts'
import { bytes } from './bytes.ts'
import { inBrowser } from './in-browser.ts'
import { lighthouseScores } from './lighthouse.ts'

const parts = { bytes, browser: inBrowser, lighthouse: lighthouseScores }
const asked = process.argv.slice(2).filter((name): name is keyof typeof parts => name in parts)

/** `npm run bench`, or `npm run bench -- bytes browser`: measures the built site and exits with 1 when a budget does not hold. */
console.log('Preparing the benchmark')
const site = await benchSite()
try {
  const lines = []
  for (const name of asked.length > 0 ? asked : (Object.keys(parts) as (keyof typeof parts)[])) {
    console.log(`Measuring: ${name}`)
    lines.push(...(await parts[name](site)))
  }
  console.log('')
  const broken = printTable(lines)
  console.log(`\n${lines.length - broken} of ${lines.length} budgets hold, measured ${new Date().toISOString().slice(0, 10)}`)
  process.exitCode = broken > 0 ? 1 : 0
} finally {
  await site.stop()
}
