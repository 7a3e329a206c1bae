import type { StaffRole } from '../contract/people/staff.ts'
import { makeCaller, waitForMail } from './demo.ts'

type Member = { role: StaffRole; label: string; email: string; first_name: string; title: string }

/** The members of the demo team, one for each kind of desk. */
export const demoTeam: readonly Member[] = [
  { role: 'owner', label: 'Director', email: 'director@example.com', first_name: 'Diane', title: 'Camp director' },
  { role: 'front_desk', label: 'Front desk', email: 'desk@example.com', first_name: 'Félix', title: 'Front desk' },
  { role: 'coach', label: 'Coach', email: 'coach@example.com', first_name: 'Chloé', title: 'Canoe coach' },
  { role: 'nurse', label: 'Nurse', email: 'nurse@example.com', first_name: 'Noah', title: 'Camp nurse' },
]

/** Makes the accounts of the demo team through the API, and has each accept its invitation. */
export async function makeDemoTeam(
  site: string,
  input: { programId: string; password: string; client: { id: string; secret: string } },
): Promise<void> {
  const { programId, password, client } = input
  const call = makeCaller(site)
  const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`
  const join = async ({ role, email, first_name, title }: Member) => {
    const name = { first_name, last_name: 'Gagnon' }
    const signedUp = await call('/v1/signup', {
      ...{ ...name, email, password, phone: '+14165550134', timezone: 'America/Toronto' },
      ...{ goto: `/pg/${programId}`, verify_email: true },
    })
    const bearer = `Bearer ${String(signedUp.access_token)}`
    await call('/v1/verify', { code: await waitForMail(site, email, /^(\d{6}) /) }, bearer)
    await call(`/v1/organiser/programs/${programId}/team`, { ...name, email, role, title }, basic)
    const code = await waitForMail(site, email, /\/invitations\/([\w-]{43})/)
    await call(`/v1/staff_invitations/${code}/accept`, {}, bearer)
  }
  await Promise.all(demoTeam.map(join))
}

/** One line of the table of log-ins. */
export const logInLine = (label: string, { email, password }: { email: string; password: string }): string =>
  `  ${label.padEnd(12)}${email.padEnd(24)}${password}`

/** The lines that show the log-ins of the demo team. */
export const demoTeamLines = (password: string): string =>
  demoTeam.map(({ email, label }) => logInLine(label, { email, password })).join('\n')
