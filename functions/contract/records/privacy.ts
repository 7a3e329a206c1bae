import * as z from 'zod/mini'
import { GivenPassword, ProgramId } from '../field-rules.ts'
import { Money } from '../amount.ts'

/** How long an archive can be downloaded, and how long a customer may change their mind about leaving. */
export const exportDays = 7
export const changeOfMindDays = 14
/** How long orders, payments and receipts outlive the account they were made with. */
export const keptYears = 7
/** How long it is kept what message went out, when a log-in was over, what stood in the list of notifications, and what was written to support after the last word on it. */
export const sentDays = 30
export const sessionDays = 30
export const notificationDays = 365
export const supportDays = 730

export const exportStatuses = ['requested', 'ready', 'expired'] as const
export type ExportStatus = (typeof exportStatuses)[number]
export const deletionStatuses = ['scheduled', 'withdrawn', 'completed'] as const
export type DeletionStatus = (typeof deletionStatuses)[number]

/** An archive of a customer's own data. `url` opens it for its owner, logged in, while it is `ready`. */
export const DataExport = z.strictObject({
  id: z.string(),
  object: z.literal('data_export'),
  status: z.enum(exportStatuses),
  url: z.nullable(z.string()),
  size: z.nullable(z.int()),
  created: z.string(),
  expires_at: z.nullable(z.string()),
})
export type DataExport = z.infer<typeof DataExport>

/** An account on its way out: until `erase_at` its owner may keep it. */
export const AccountDeletion = z.strictObject({
  id: z.string(),
  object: z.literal('account_deletion'),
  status: z.enum(deletionStatuses),
  erase_at: z.string(),
  created: z.string(),
})
export type AccountDeletion = z.infer<typeof AccountDeletion>

/** A booking that has not ended: it is cancelled before an account is deleted. */
export const UpcomingBooking = z.strictObject({
  registration_id: z.string(),
  program_id: z.string(),
  attendee_name: z.string(),
  title: z.string(),
  starts_at: z.string(),
  timezone: z.string(),
})

/** What is left on a balance with a program, or owed to it where it is below zero. */
export const LeftBalance = z.strictObject({
  program_id: z.string(),
  program_name: z.string(),
  amount: Money,
})

/** What a customer has asked for their data, and what stands against deleting the account. */
export const Privacy = z.strictObject({
  object: z.literal('privacy'),
  data_export: z.nullable(DataExport),
  account_deletion: z.nullable(AccountDeletion),
  upcoming: z.array(UpcomingBooking),
  balances: z.array(LeftBalance),
})
export type Privacy = z.infer<typeof Privacy>

/** Body of POST profile/export. The mail speaks for the program, or for the one joined last. */
export const ExportRequest = z.strictObject({ program_id: z.nullish(ProgramId) })
export type ExportRequest = z.infer<typeof ExportRequest>

/** Body of DELETE profile/customer. Without the current password the log-in must be of the last ten minutes. */
export const DeleteAccountRequest = z.strictObject({
  password: z.optional(GivenPassword),
  program_id: z.nullish(ProgramId),
})
export type DeleteAccountRequest = z.infer<typeof DeleteAccountRequest>
