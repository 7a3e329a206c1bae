import type { Camp } from '#contract/organisation/camp'
import type { Sheet } from '#contract/organisation/sheet'
import { printedQuery, type SheetPage } from '../page-input/sheet-page.ts'
import { apiFetch } from './api-client.ts'
import type { CurrentUser, ReadDesk } from './page-request.ts'

type Options = { page: SheetPage; health: { reason: string | undefined } | null }

/** The sheet of an event, or why the member does not see it. */
export async function loadSheetPage(
  read: ReadDesk,
  eventId: string,
  { page, health }: Options,
): Promise<{ camp: Camp; sheet: Sheet } | 'not_allowed' | null> {
  const camp = await read<Camp>(`/camps/${encodeURIComponent(eventId)}`)
  if (camp === null || camp === 'not_allowed') return camp
  const query = printedQuery(page, { hasHealth: health !== null, isFile: false })
  const sheet = await read<Sheet>(`/events/${encodeURIComponent(camp.key)}/sheet?${query}`, health?.reason)
  return sheet === null || sheet === 'not_allowed' ? sheet : { camp, sheet }
}

/** The sheet of an event as a file, without health information. */
export async function loadSheetFile(
  executionCtx: ExecutionContext,
  user: CurrentUser,
  input: { programId: string; language: string; key: string; page: SheetPage },
): Promise<Response> {
  const at = `/api/v1/organiser/programs/${encodeURIComponent(input.programId)}/events/${encodeURIComponent(input.key)}`
  const query = printedQuery(input.page, { hasHealth: false, isFile: true })
  return apiFetch(executionCtx, user.identity)(`${at}/sheet/export?${query}`, {
    headers: { 'accept-language': input.language },
  })
}
