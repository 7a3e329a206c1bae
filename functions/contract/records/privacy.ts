import * as z from 'zod/mini'
import { Money } from '../amount.ts'
import { GivenPassword, Id, line, ProgramId } from '../field-rules.ts'
import { HistoryEntry } from '../organisation/history.ts'

/** Days for which an archive can be downloaded, and in which a customer may cancel the deletion of their account. */
export const exportDays = 7
export const changeOfMindDays = 14
/** Years for which orders, payments and receipts are stored after their account is deleted. */
export const keptYears = 7
/** Days for which sent mails, ended log-ins, listed notifications and closed support conversations are stored. */
export const sentDays = 30
export const sessionDays = 30
export const notificationDays = 365
export const supportDays = 730

export const exportStatuses = ['requested', 'ready', 'expired'] as const
export type ExportStatus = (typeof exportStatuses)[number]
export const deletionStatuses = ['scheduled', 'withdrawn', 'completed'] as const
export type DeletionStatus = (typeof deletionStatuses)[number]

/** An archive of a customer's own data. While it is `ready`, `url` opens it for its logged-in owner. */
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

/** A scheduled account deletion: its owner may cancel it until `erase_at`. */
export const AccountDeletion = z.strictObject({
  id: z.string(),
  object: z.literal('account_deletion'),
  status: z.enum(deletionStatuses),
  erase_at: z.string(),
  created: z.string(),
})
export type AccountDeletion = z.infer<typeof AccountDeletion>

/** A booking that has not ended: it must be cancelled before an account is deleted. */
export const UpcomingBooking = z.strictObject({
  registration_id: z.string(),
  program_id: z.string(),
  attendee_name: z.string(),
  title: z.string(),
  starts_at: z.string(),
  timezone: z.string(),
})

/** The balance with a program; negative when the customer owes it. */
export const LeftBalance = z.strictObject({
  program_id: z.string(),
  program_name: z.string(),
  amount: Money,
})

/** The data requests of a customer, and what prevents deleting the account. */
export const Privacy = z.strictObject({
  object: z.literal('privacy'),
  data_export: z.nullable(DataExport),
  account_deletion: z.nullable(AccountDeletion),
  upcoming: z.array(UpcomingBooking),
  balances: z.array(LeftBalance),
})
export type Privacy = z.infer<typeof Privacy>

/** The same of a customer without a log-in, for the organisation, with what its staff did about them. */
export const CustomerPrivacy = z.strictObject({
  ...Privacy.shape,
  object: z.literal('customer_privacy'),
  customer_id: z.string(),
  history: z.array(HistoryEntry),
})
export type CustomerPrivacy = z.infer<typeof CustomerPrivacy>

export const InCustomerExport = z.strictObject({ program_id: ProgramId, customer_id: Id, export_id: Id })

/** Body of POST people/{customer_id}/export and …/erasure: who made the request, and how staff checked it. */
export const PersonalDataRequest = z.strictObject({ reason: line(250) })
export type PersonalDataRequest = z.infer<typeof PersonalDataRequest>

/** Body of POST profile/export. The mail is in the name of the program, by default the one joined last. */
export const ExportRequest = z.strictObject({ program_id: z.nullish(ProgramId) })
export type ExportRequest = z.infer<typeof ExportRequest>

/** Body of DELETE profile/customer. Without the current password the log-in must be at most ten minutes old. */
export const DeleteAccountRequest = z.strictObject({
  password: z.optional(GivenPassword),
  program_id: z.nullish(ProgramId),
})
export type DeleteAccountRequest = z.infer<typeof DeleteAccountRequest>
