import type { StaffMember } from '#contract/people/staff'
import * as staffStates from '#contract/states/staff-states'

/** The name of a member, or the email of a person who was invited without a name. */
export const nameOf = ({ first_name, last_name, email }: StaffMember): string =>
  `${first_name} ${last_name}`.trim() || email

/** The team in the parts of its page: members, open invitations, and former members with unused invitations. */
export const teamParts = (members: readonly StaffMember[]) => ({
  active: members.filter(({ status }) => status === 'active'),
  invited: members.filter(({ status }) => status === 'invited'),
  former: members.filter(({ status }) => staffStates.left.has(status) || status === 'expired'),
})

export type TeamParts = ReturnType<typeof teamParts>

/** True when a refused form was the one that ends access, not the one that changes the role. */
export const isEnding = (values: Readonly<Record<string, string>> | undefined): boolean => values?.['end'] !== undefined
