import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** The browser for stories if it is installed: it needs half the CPU per story, but cannot show notifications. */
const shell = '/usr/bin/chromium-headless-shell'
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A Chromium for tests: that of CHROMIUM_PATH, the system's, Playwright's own, or a downloaded one. */
export function findChromium(): string {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, and nothing is there.`)
  }
  const match = existing()
  if (match) return match
  console.log('No Chromium is here; fetching one …')
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  const fetched = existing()
  if (fetched) return fetched
  throw new Error(
    'The stories need Chromium, and none was found or fetched. Install one ("apt-get install chromium") or name it: CHROMIUM_PATH=/path/to/chromium npm test',
  )
}

const existing = (): string | undefined => [...places, chromium.executablePath()].find((path) => existsSync(path))

/** The browser of the stories: that of CHROMIUM_PATH, the headless shell if there is one, or a full Chromium. */
export const findHeadlessShell = (): string =>
  !process.env.CHROMIUM_PATH && existsSync(shell) ? shell : findChromium()
