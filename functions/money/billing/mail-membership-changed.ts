import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import type { DomainEvents, MembershipTold } from '../../platform/database/outbox.ts'
import { peopleOf } from '../orders/package-lines.ts'
import {
  accountButton,
  dayOf,
  frame,
  loadMembershipMail,
  type MembershipMail,
  paragraph,
  sampleMembershipMail,
  words,
} from './membership-mail.ts'

type Changed = MembershipMail & {
  before: MembershipTold
  after: MembershipTold
  /** The names of the people by profile; null for an address that is not confirmed. */
  names: Record<string, string> | null
}

/** Tells the customer what the organisation's staff changed about a membership, with what was before. */
export const membershipChangedMail = mailTemplate<Changed>({
  load: async (ctx, { ref, body }) => {
    const { before, after } = body as DomainEvents['membership.changed']
    const mail = await loadMembershipMail(ctx, ref)
    if (!mail) return null
    const ids = [before, after].flatMap(({ attendee_profile_id }) => attendee_profile_id ?? [])
    const people = await peopleOf(ctx, { ids, customer_id: mail.row.customer_id })
    const names = people.map(({ id, person }) => [id, `${person.first_name} ${person.last_name}`])
    return { ...mail, before, after, names: mail.isConfirmed ? Object.fromEntries(names) : null }
  },
  compose: (mail, site) => {
    const { changed } = words(mail)
    const rows = [
      ...(mail.names === null ? [] : [{ label: words(mail).person, of: whoOf }]),
      { label: changed.renewal, of: endOf },
      { label: changed.hold, of: holdOf },
    ].flatMap(({ label, of }) => {
      const [before, after] = [of(mail, mail.before), of(mail, mail.after)]
      return before === after ? [] : [{ label, value: changed.change(before, after) }]
    })
    return {
      ...frame(mail),
      subject: changed.subject(mail.name),
      heading: changed.heading,
      parts: [
        paragraph(changed.lead(mail.branding.name, mail.name)),
        ...(rows.length > 0 ? [{ type: 'rows' as const, rows }] : []),
        accountButton(mail, site),
      ],
    }
  },
  sample: (language) => ({
    ...sampleMembershipMail(language),
    names: { pap_mia: 'Mia Roy', pap_leo: 'Leo Roy' },
    before: { attendee_profile_id: 'pap_mia', ends_on: null, pause_on: '2027-07-10', resume_on: '2027-07-24' },
    after: { attendee_profile_id: 'pap_leo', ends_on: '2027-08-15', pause_on: null, resume_on: null },
  }),
})

function whoOf(mail: Changed, { attendee_profile_id }: MembershipTold): string {
  const { changed } = words(mail)
  return attendee_profile_id === null ? changed.everyone : (mail.names?.[attendee_profile_id] ?? changed.someone)
}

function endOf(mail: Changed, { ends_on }: MembershipTold): string {
  const { changed } = words(mail)
  return ends_on === null ? changed.renews : changed.ends(dayOf(mail, ends_on))
}

function holdOf(mail: Changed, { pause_on, resume_on }: MembershipTold): string {
  const { changed } = words(mail)
  if (pause_on === null) return changed.noHold
  const from = dayOf(mail, pause_on)
  return resume_on === null ? changed.holdFrom(from) : changed.holdUntil(from, dayOf(mail, resume_on))
}
