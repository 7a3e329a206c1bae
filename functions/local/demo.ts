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
export type DemoLogin = { email: string; password: string }

/** The demo log-in of this data folder: created once through the API, like a visitor's, and then only read. */
export async function demoLogin(site: string, input: { programId: string; file: string }): Promise<DemoLogin> {
  if (existsSync(input.file)) return JSON.parse(readFileSync(input.file, 'utf8')) as DemoLogin
  const login = { email, password: `camp-${randomBytes(9).toString('base64url')}` }
  await makeFamily(site, login, input.programId)
  mkdirSync(dirname(input.file), { recursive: true })
  writeFileSync(input.file, JSON.stringify(login), { mode: 0o600 })
  return login
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
  await call('/v1/verify', { code: await waitForCode(site) }, bearer)
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

// The mail is sent right after the response, and arrives within two seconds.
async function waitForCode(site: string): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const mails = (await (await fetch(`${site}/dev/mailbox.json?to=${encodeURIComponent(email)}&limit=1`)).json()) as {
      subject: string
    }[]
    const code = /^(\d{6}) /.exec(mails[0]?.subject ?? '')?.[1]
    if (code) return code
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The demo family’s verification mail did not arrive within 10 s.')
}

const makeCaller =
  (site: string) =>
  async (path: string, body: unknown, bearer?: string): Promise<Record<string, unknown>> => {
    const response = await fetch(`${site}/api${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': demoPhone,
        ...(bearer ? { Authorization: bearer } : {}),
      },
      body: JSON.stringify(body),
    })
    const payload = (await response.json()) as Record<string, unknown>
    if (!response.ok)
      throw new Error(
        `The demo family could not be made: POST ${path} answered ${response.status} ${JSON.stringify(payload)}`,
      )
    return payload
  }
