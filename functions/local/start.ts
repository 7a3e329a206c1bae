import { demoTeamLines, logInLine } from './demo-team.ts'
import { demoProgram } from './prepare.ts'
import { runSite } from './run-site.ts'

/** `npm start [-- --fresh --without-demo --city]`: the demo, with the development tools. */
try {
  const { site, login, seconds } = await runSite({
    command: 'npm start',
    isProduction: false,
    fresh: process.argv.includes('--fresh'),
    withoutDemo: process.argv.includes('--without-demo'),
    withCity: process.argv.includes('--city'),
    withWeek: true,
    defaults: { RESPONSE_CHECKS: 'on' },
  })
  console.log(`
Muster is ready after ${seconds} s
  Site        ${site}${
    login
      ? `/pg/${demoProgram}
${demoTeamLines(login.password)}
${logInLine('Parent', login)}
  Mailbox     ${site}/dev/mailbox`
      : '/'
  }
  API         ${site}/api/docs
Stop it with Ctrl-C. Start with empty data: npm start -- --fresh
`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
