import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../functions/local/port.ts'
import { openMailServer, type ReceivedMail } from '../../functions/test-bench/mail-server.ts'
import { startStripe } from '../stripe/compatible-server.ts'

const folder = '.wrangler/serve-test'

/** Starts an operator's command in its own process, with these settings and none of the machine's environment. */
export function startCommand(script: string, settings: Record<string, string>, words: string[] = []) {
  const child = spawn(process.execPath, [script, ...words], {
    env: { ...process.env, PAYMENT_PROVIDER: '', MAIL_PROVIDER: '', SITE_ORIGIN: '', DATA: folder, ...settings },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
  return { child, output: () => output }
}

export type ProductionSite = Awaited<ReturnType<typeof openProductionSite>>

/** `npm run serve` on an empty data folder, with a local mail server and a Stripe-compatible server. */
export async function openProductionSite() {
  const mailServer = await openMailServer()
  const stripe = await startStripe({ secretKey: 'sk_test_serve', webhookSecret: 'whsec_serve', now: Date.now })
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const port = await freePort()
  const url = `http://localhost:${port}`
  const settings = {
    SITE_ORIGIN: url,
    PORT: String(port),
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_serve',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_serve',
    STRIPE_WEBHOOK_SECRET: 'whsec_serve',
    STRIPE_API_BASE: stripe.origin,
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'bookings@camps.example',
    MAIL_RETURN: 'bounces@camps.example',
    OPERATOR_EMAIL: 'operator@camps.example',
  }
  const { child, output } = startCommand('functions/local/serve.ts', settings)
  const stop = async () => {
    child.kill('SIGKILL')
    await Promise.all([mailServer.close(), stripe.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
  await new Promise<void>((ready, fail) => {
    child.stdout.on('data', () => output().includes('Muster is ready') && ready())
    child.once('exit', () => void stop().finally(() => fail(new Error(output()))))
  })
  /** The mail to an address with a matching subject; waits up to 20 seconds for it. */
  const mailTo = async (email: string, subject: RegExp): Promise<ReceivedMail> => {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const received = mailServer.to(email).find(({ mail }) => subject.test(mail.subject ?? ''))
      if (received) return received
      await wait(200)
    }
    const subjects = mailServer.to(email).map(({ mail }) => mail.subject)
    throw new Error(`No mail to ${email} with a subject like ${subject}. There are: ${subjects.join(' · ') || 'none'}`)
  }
  return { url, folder, settings, child, output, mailServer, mailTo, stripe, stop }
}
