import { defineConfig } from '@playwright/test'
import { localSecrets } from '../functions/local/secrets.ts'
import { findHeadlessShell } from './find-chromium.ts'
import './site-clock.ts'

const port = Number(process.env.STORY_PORT ?? 4361)
export const site = `http://localhost:${port}`
/** An OAuth client with its only redirect URI. */
export const canoeApp = { client_id: 'canoe-app', redirect_uri: 'https://canoe.example/back' }

export const browserArgs = ['--no-sandbox', '--disable-dev-shm-usage']
/**
 * Stories that repeat an English story in French, most of them by keyboard, or without JavaScript, where unit tests send
 * the same forms, or at other widths. Only the long run has them.
 */
const repeated = /\bin (?:fr|French)\b|\(fr\)|with JavaScript off|at every width/

/** Stories against the built worker, with their own data folder that is empty at first. */
export default defineConfig({
  testDir: 'stories',
  outputDir: '../test-results',
  ...(process.env.EVERY_STORY ? {} : { grepInvert: repeated }),
  fullyParallel: true,
  // A story waits for its slow network half of the time.
  workers: 4,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  use: {
    baseURL: site,
    viewport: { width: 360, height: 740 },
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findHeadlessShell(), args: browserArgs },
  },
  webServer: {
    command: 'node_modules/.bin/node e2e/start-demo.ts',
    cwd: '..',
    env: {
      PORT: String(port),
      DATA: '.wrangler/e2e',
      ORGANISER_CLIENTS: `${localSecrets().secrets.ORGANISER_CLIENTS},${canoeApp.client_id}::lakeside:${canoeApp.redirect_uri}`,
    },
    url: `${site}/api/health`,
    reuseExistingServer: process.env.STORY_PORT !== undefined,
    timeout: 240_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  },
})
