import * as z from 'zod/mini'
import { code } from '../field-rules.ts'
import { type Right, rightOf } from './rights.ts'
import type { StaffRole } from '../people/staff.ts'

type Topic = {
  /** The right whose holders may choose the topic; within their own events for a limited right. */
  right: Right
  /** True for a topic that a member gets until they turn it off. */
  isOnAtFirst: boolean
}

/** The mails that a member of a team may choose for themselves. The program's own address gets its mails in any case. */
export const noticeTopics = {
  /** Each booking, once it is paid or free. */
  bookings: { right: 'roster', isOnAtFirst: false },
  /** The day at 7:00; each part needs the right for it. */
  summary: { right: 'people', isOnAtFirst: true },
  /** An option is nearly sold out. */
  low_places: { right: 'bookings', isOnAtFirst: false },
  /** A person joined a waitlist. */
  waitlist: { right: 'bookings', isOnAtFirst: false },
  /** A customer wrote. */
  messages: { right: 'messages', isOnAtFirst: false },
  /** A refund request, or a payment that needs attention. */
  tasks: { right: 'exceptions', isOnAtFirst: false },
} as const satisfies Record<string, Topic>
export type NoticeTopic = keyof typeof noticeTopics
export const noticeTopicNames = Object.keys(noticeTopics) as NoticeTopic[]

/** A member's choices; a topic that is missing has its default. */
export type NoticeChoices = { [Name in NoticeTopic]?: boolean }

/** True for a topic that a member of this role may choose. */
export const mayChoose = (role: StaffRole, topic: NoticeTopic): boolean =>
  rightOf(role, noticeTopics[topic].right) !== null

/** True for a topic that is mailed to a member of this role with these choices. */
export const isChosen = (member: { role: StaffRole; notices: NoticeChoices }, topic: NoticeTopic): boolean =>
  mayChoose(member.role, topic) && (member.notices[topic] ?? noticeTopics[topic].isOnAtFirst)

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
