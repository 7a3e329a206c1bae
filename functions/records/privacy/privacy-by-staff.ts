import { ApiError } from '../../contract/api-error.ts'
import type {
  AccountDeletion,
  CustomerPrivacy,
  DataExport,
  PersonalDataRequest,
} from '../../contract/records/privacy.ts'
import { privacyWords } from '../../contract/sentences/privacy-words.ts'
import { readHistoryOf } from '../../organisation/desk/read-history.ts'
import { actForCustomer, type CustomerContext, type OrganiserContext } from '../../platform/context.ts'
import { guardThat } from '../../platform/database/guard.ts'
import type { OpenedObject } from '../../platform/sealing/sealed-object.ts'
import { scheduleDeletion, withdrawScheduled } from './delete-account.ts'
import { openExport } from './open-export.ts'
import { isWithoutLogIn, personOfProgram, subjectsOfPrivacy } from './person-rows.ts'
import type { DataExportRow } from './privacy-rows.ts'
import { readPrivacy, showExport } from './read-privacy.ts'
import { startExport } from './request-export.ts'

type InFamily = { program_id: string; customer_id: string }
type Asked = InFamily & PersonalDataRequest

/** Entries of the history that are shown, the latest first. */
const shownHistory = { limit: 20, skip: 0, order: 'desc' } as const

/** The caller acts for a customer of the program. Throws `state_conflict` for one who can log in. */
async function actForPerson(ctx: OrganiserContext, input: InFamily): Promise<CustomerContext> {
  const [person] = await personOfProgram(ctx.db, input)
  if (!person) throw new ApiError('not_found', { param: 'customer_id' })
  const words = privacyWords[ctx.language].byStaff
  if (!person.is_active) throw new ApiError('state_conflict', { param: 'customer_id', message: words.isGone })
  if (person.email !== '') throw new ApiError('state_conflict', { param: 'customer_id', message: words.hasLogIn })
  return actForCustomer(ctx, person)
}

const archiveAddress = ({ program_id, customer_id, id }: Pick<DataExportRow, 'program_id' | 'customer_id' | 'id'>) =>
  `/api/v1/organiser/programs/${program_id}/people/${customer_id}/export/${id}`

/** GET people/{customer_id}/privacy: the archive and the erasure, what prevents one, and who asked for them. */
export async function readPrivacyByStaff(ctx: OrganiserContext, input: InFamily): Promise<CustomerPrivacy> {
  const own = await actForPerson(ctx, input)
  const privacy = await readPrivacy(own, archiveAddress)
  const history = await readHistoryOf(ctx, subjectsOfPrivacy(input.customer_id), shownHistory)
  return { ...privacy, object: 'customer_privacy', customer_id: input.customer_id, history: history.data }
}

/** POST people/{customer_id}/export: begins the archive that the organisation gives to the customer. */
export async function exportByStaff(ctx: OrganiserContext, { reason, ...input }: Asked): Promise<DataExport> {
  const own = await actForPerson(ctx, input)
  return showExport(await startExport(own, { program_id: input.program_id, note: reason }), ctx.now, archiveAddress)
}

/** GET people/{customer_id}/export/{export_id}: the archive as a file. */
export async function openExportByStaff(
  ctx: OrganiserContext,
  { export_id, ...input }: InFamily & { export_id: string },
): Promise<OpenedObject> {
  const own = await actForPerson(ctx, input)
  return openExport(ctx, { export_id, identity: own.actor })
}

/** POST people/{customer_id}/erasure: schedules the erasure of the customer in 14 days. */
export async function eraseByStaff(ctx: OrganiserContext, { reason, ...input }: Asked): Promise<AccountDeletion> {
  const own = await actForPerson(ctx, input)
  const guards = [guardThat(ctx.db, isWithoutLogIn(own.actor.user_id), 'state')]
  return scheduleDeletion(own, { program_id: input.program_id, note: reason, guards })
}

/** DELETE people/{customer_id}/erasure: withdraws it. */
export const keepByStaff = async (ctx: OrganiserContext, input: InFamily): Promise<AccountDeletion> =>
  withdrawScheduled(await actForPerson(ctx, input))
