import { Email, PersonName } from '#contract/field-rules'
import type { SignupQuery } from '#contract/site-pages'

/** The person an invite was mailed to, from its link. Invalid fields are left out. */
export type InvitedPerson = { email: string; first_name: string; last_name: string }

export function invitedPerson(query: SignupQuery): InvitedPerson {
  const read = (rule: typeof Email | typeof PersonName, name: keyof InvitedPerson) => {
    const value = rule.safeParse(query.get(name) ?? '')
    return value.success ? value.data : ''
  }
  return {
    email: read(Email, 'email'),
    first_name: read(PersonName, 'first_name'),
    last_name: read(PersonName, 'last_name'),
  }
}
