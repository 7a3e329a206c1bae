import { startSettings } from './secrets.ts'
import { missingSettings, realProviders } from './serve-settings.ts'

/** Serves a production build until the process gets a signal; refuses, with every reason, while something is missing. `standIns` are a test's. */
export async function serveProduction(
  standIns: { name: string; before: (entry: string) => string } | null = null,
): Promise<void> {
  const { paymentProviders, mailSenders } = realProviders()
  const own = standIns ? [standIns.name] : []
  const missing = missingSettings(startSettings(process.env), {
    paymentProviders: [...paymentProviders, ...own],
    mailSenders: [...mailSenders, ...own],
  })
  if (missing.length > 0) {
    console.error(
      `npm run serve sells to real visitors and does not start yet:\n${missing.map((sentence) => `  - ${sentence}\n`).join('')}To try the site out: npm start`,
    )
    process.exit(1)
  }
  // Read in only now: a refusal does not wait for the runtime's own code.
  const { runSite } = await import('./run-site.ts')
  try {
    const { site, seconds } = await runSite({
      command: 'npm run serve',
      isProduction: true,
      defaults: { RATE_LIMITS: 'strict' },
      ...(standIns ? { before: standIns.before } : {}),
    })
    console.log(`\nMuster is ready after ${seconds} s: ${site}`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}
