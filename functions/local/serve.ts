import { copyIsNotServed, isCopy } from './restored-copy.ts'
import { startSettings } from './secrets.ts'
import { missingSettings, realProviders } from './serve-settings.ts'

/**
 * `npm run serve`: serves a production build until the process gets a signal. While something is missing, it prints all
 * reasons and does not start.
 */
async function serve(): Promise<void> {
  const folder = process.env.DATA ?? '.wrangler/state'
  const missing = [
    ...missingSettings(startSettings(process.env), realProviders()),
    ...(isCopy(folder) ? [copyIsNotServed(folder)] : []),
  ]
  if (missing.length > 0) {
    console.error(
      `npm run serve sells to real visitors and does not start yet:\n${missing.map((sentence) => `  - ${sentence}\n`).join('')}To try the site out: npm start`,
    )
    process.exit(1)
  }
  // The code is loaded only now, so that a refusal does not wait for the runtime's code.
  const { runSite } = await import('./run-site.ts')
  try {
    const { site, seconds } = await runSite({
      command: 'npm run serve',
      isProduction: true,
      defaults: { RATE_LIMITS: 'strict' },
    })
    console.log(`\nMuster is ready after ${seconds} s: ${site}`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}

await serve()
