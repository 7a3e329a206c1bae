import { formatDeadline, localeOf } from '../../contract/date-format.ts'
import type { Language } from '../../contract/field-rules.ts'
import { accountWords } from '../../contract/sentences/account-words.ts'
import type { DomainEvents } from '../../platform/database/outbox.ts'
import { mailTemplate, usualMail } from '../../delivery/mail/mail-template.ts'
import { signLink } from '../../platform/identity/signed-link.ts'
import type { DeviceName } from '../../platform/identity/device-name.ts'
import { undoLinkMs } from './code-limits.ts'
import { type MailProgram, sampleProgram } from './mail-email-code.ts'
import { deniedBecause, findSession } from './session-rows.ts'
import { findProgramBrief, findUserById } from './user-rows.ts'

/** The page explains "this was not me" and applies it on a button press; opening the link changes nothing. */
const notMePath = '/not-me'

type NewLogin = DeviceName & {
  to: string
  language: Language
  loggedInAt: number
  timezone: string
  country: string
  program: MailProgram
  token: string
}

/** Informs the account holder of a log-in on a new device, and how to stop it. */
export const newLoginMail = mailTemplate<NewLogin>({
  load: async (ctx, { ref, body }) => {
    const [session] = await findSession(ctx, ref)
    if (!session || session.ended_because === deniedBecause || session.created + undoLinkMs < ctx.now) return null
    const [account] = await findUserById(ctx, session.user_id)
    if (!account?.user.is_active || !account.user.is_email_verified) return null
    const { program_id } = body as DomainEvents['account.new_login']
    const [program = null] = program_id ? await findProgramBrief(ctx, program_id) : []
    const { browser, system, created } = session
    const { email, language, timezone } = account.user
    return {
      to: email,
      language,
      browser,
      system,
      loggedInAt: created,
      timezone,
      country: program?.country ?? 'CA',
      program,
      token: await signLink(ctx.env, { purpose: 'new_login', subject: session.id, expiresAt: created + undoLinkMs }),
    }
  },
  compose: (login, { siteOrigin, now }) => {
    const { to, language, program, browser, system, timezone, country } = login
    const words = accountWords[language].mail.newLogin
    const locale = localeOf(language, country)
    const device = browser && system ? words.deviceWords(browser, system) : (browser ?? system ?? words.unknownDevice)
    const query = new URLSearchParams({
      token: login.token,
      about: 'login',
      ...(program ? { program_id: program.id } : {}),
      lang: language,
    })
    return {
      ...usualMail({ to, language, branding: program }, { ...words, because: words.ignore }),
      parts: [
        { type: 'paragraph', text: words.lead },
        {
          type: 'rows',
          rows: [
            { label: words.when, value: formatDeadline(login.loggedInAt, { timezone, locale, now }) },
            { label: words.device, value: device },
          ],
        },
        { type: 'paragraph', text: words.notMe },
        { type: 'button', label: words.open, url: `${siteOrigin}${notMePath}?${query}` },
      ],
    }
  },
  sample: (language) => ({
    to: 'nadia@example.com',
    language,
    browser: 'Firefox',
    system: 'Windows',
    loggedInAt: Date.UTC(2027, 5, 2, 18, 3),
    timezone: 'America/Toronto',
    country: 'CA',
    program: sampleProgram,
    token: 'sample',
  }),
})
