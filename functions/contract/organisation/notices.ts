import * as z from 'zod/mini'
import { code } from '../field-rules.ts'
import { type Right, rightOf } from './rights.ts'
import type { StaffRole } from '../people/staff.ts'

/** The right whose holders may choose the topic; within their own events for a limited right. */
type Topic = { right: Right }

/** The mails that a member of a team may choose for themselves. The program's own address gets its mails in any case. */
export const noticeTopics = {
  /** Each booking, once it is paid or free. */
  bookings: { right: 'roster' },
  /** The day at 7:00; each part needs the right for it. */
  summary: { right: 'people' },
  /** An option is nearly sold out. */
  low_places: { right: 'bookings' },
  /** A person joined a waitlist. */
  waitlist: { right: 'bookings' },
  /** A customer wrote. */
  messages: { right: 'messages' },
  /** A refund request, or a payment that needs attention. */
  tasks: { right: 'exceptions' },
} as const satisfies Record<string, Topic>
export type NoticeTopic = keyof typeof noticeTopics
export const noticeTopicNames = Object.keys(noticeTopics) as NoticeTopic[]

/** The topics that each member of a team gets, where the organisation has not decided otherwise. */
export const usualTeamNotices: readonly NoticeTopic[] = ['summary']

/** A member's choices; for a topic that is missing, the notices of the whole team decide. */
export type NoticeChoices = { [Name in NoticeTopic]?: boolean }

/** True for a topic that a member of this role may choose. */
export const mayChoose = (role: StaffRole, topic: NoticeTopic): boolean =>
  rightOf(role, noticeTopics[topic].right) !== null

type Reader = { role: StaffRole; notices: NoticeChoices; team_notices: readonly NoticeTopic[] }
/** True for a topic that is mailed to a member of this role with these choices. */
export const isChosen = ({ role, notices, team_notices }: Reader, topic: NoticeTopic): boolean =>
  mayChoose(role, topic) && (notices[topic] ?? team_notices.includes(topic))

/** The caller's own mails: the topics that their role may choose. */
export const StaffNotices = z.strictObject({
  object: z.literal('staff_notices'),
  program_id: z.string(),
  staff_id: z.string(),
  topics: z.array(z.strictObject({ topic: z.enum(noticeTopicNames), title: z.string(), is_on: z.boolean() })),
})
export type StaffNotices = z.infer<typeof StaffNotices>

/** Body of PUT notices: the topics that change. */
export const ChangeStaffNoticesRequest = z
  .strictObject(
    Object.fromEntries(noticeTopicNames.map((topic) => [topic, z.optional(z.boolean())])) as Record<
      NoticeTopic,
      z.ZodMiniOptional<z.ZodMiniBoolean>
    >,
  )
  .check(z.refine((choices) => Object.values(choices).some((choice) => choice !== undefined), code('required')))
export type ChangeStaffNoticesRequest = z.infer<typeof ChangeStaffNoticesRequest>
