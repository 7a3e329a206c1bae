import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const email = 'parent@example.com'
const children = [
  {
    first_name: 'Maya',
    last_name: 'Tremblay',
    date_of_birth: '2017-05-14',
    gender: 'female',
    emergency_contact_phone: '+14165550133',
  },
  {
    first_name: 'Samuel',
    last_name: 'Tremblay',
    date_of_birth: '2020-02-02',
    gender: 'male',
    emergency_contact_phone: '+14165550133',
  },
]
/** The phone of the demo family, so that the list of its log-ins names a device. */
export const demoPhone =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
export type DemoLogin = { email: string; password: string; hasTeam?: true }

/** The demo log-in of a data folder; null before it was made. */
export const readDemoLogin = (file: string): DemoLogin | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoLogin) : null

type DemoInput = { programId: string; file: string; makeTeam: (password: string) => Promise<void> }

/**
 * The demo log-in of this data folder: created once through the API, like a visitor's, and then only read. The demo team
 * has the same password.
 */
export async function demoLogin(site: string, { programId, file, makeTeam }: DemoInput): Promise<DemoLogin> {
  const existing = readDemoLogin(file)
  if (existing?.hasTeam) return existing
  const login = existing ?? { email, password: `camp-${randomBytes(9).toString('base64url')}` }
  mkdirSync(dirname(file), { recursive: true })
  if (!existing) {
    await makeFamily(site, login, programId)
    writeFileSync(file, JSON.stringify(login), { mode: 0o600 })
  }
  await makeTeam(login.password)
  const withTeam: DemoLogin = { ...login, hasTeam: true }
  writeFileSync(file, JSON.stringify(withTeam), { mode: 0o600 })
  return withTeam
}

async function makeFamily(site: string, login: DemoLogin, programId: string): Promise<void> {
  const call = makeCaller(site)
  const signedUp = await call('/v1/signup', {
    first_name: 'Claire',
    last_name: 'Tremblay',
    email: login.email,
    phone: '+14165550133',
    password: login.password,
    timezone: 'America/Toronto',
    goto: `/pg/${programId}`,
    verify_email: true,
  })
  const bearer = `Bearer ${String(signedUp.access_token)}`
  await call('/v1/verify', { code: await waitForMail(site, email, /^(\d{6}) /) }, bearer)
  const profile = await call(`/v1/profile/programs/${programId}`, { program_id: programId }, bearer)
  for (const child of children) {
    const attendee = await call('/v1/profile/attendees', { ...child, relations: [{ relation: 'parent' }] }, bearer)
    await call(
      `/v1/profile/programs/${programId}/attendees`,
      { program_id: programId, attendee_id: attendee.id, primary_contact_id: profile.id },
      bearer,
    )
  }
}

/** The part of a new mail to an address that a pattern captures. The mail arrives within two seconds. */
export async function waitForMail(site: string, to: string, pattern: RegExp): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const address = `${site}/dev/mailbox.json?to=${encodeURIComponent(to)}&limit=1`
    const mails = (await (await fetch(address)).json()) as { subject: string; text: string }[]
    const match = pattern.exec(mails[0]?.subject ?? '') ?? pattern.exec(mails[0]?.text ?? '')
    if (match?.[1]) return match[1]
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`The mail to ${to} did not arrive within 10 s.`)
}

/** Calls the API of a site as the demo's phone; throws for a refusal. */
export const makeCaller =
  (site: string) =>
  async (
    path: string,
    body: unknown,
    bearer?: string,
    headers: Record<string, string> = {},
  ): Promise<Record<string, unknown>> => {
    const response = await fetch(`${site}/api${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': demoPhone,
        ...(bearer ? { Authorization: bearer } : {}),
        ...headers,
      },
      body: JSON.stringify(body),
    })
    const payload = (await response.json()) as Record<string, unknown>
    if (!response.ok)
      throw new Error(`The demo could not be made: POST ${path} answered ${response.status} ${JSON.stringify(payload)}`)
    return payload
  }
