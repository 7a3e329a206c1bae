import type { AccountBalanceEntry } from '../../../contract/money/account-balance.ts'
import type { ErrorBody } from '../../../contract/api-error.ts'
import type { ProgramFile, ProgramPlan, Refusal } from '../../../contract/organisation/organiser.ts'

export type Client = { id: string; secret: string }
export type Target = { site: string; client: Client }
type RefusedCall = { ok: false; type: string | null; message: string; refusals: Refusal[] }
export type CallResult<Body> = { ok: true; body: Body } | RefusedCall

/** Sends a file to the organiser call of a site, to plan or to apply it. */
export function putProgram(
  target: Target,
  input: { programId: string; file: unknown; isDryRun: boolean; version?: string | null },
): Promise<CallResult<ProgramPlan>> {
  const version = input.version ? `&version=${encodeURIComponent(input.version)}` : ''
  return callOrganiser(target, `${input.programId}?dry_run=${input.isDryRun}${version}`, {
    method: 'PUT',
    body: JSON.stringify(input.file),
  })
}

/** The exported file of a program. */
export const getProgram = (target: Target, programId: string): Promise<CallResult<ProgramFile>> =>
  callOrganiser(target, programId, {})

/** Adds an entry to the balance of a customer of a program. */
export const postBalanceEntry = (
  target: Target,
  programId: string,
  entry: { email: string; kind: string; amount: number; note: string | null },
): Promise<CallResult<AccountBalanceEntry>> =>
  callOrganiser(target, `${programId}/account_balance_entries`, { method: 'POST', body: JSON.stringify(entry) })

/** Makes an API call as an organisation; `path` is relative to /v1/organiser/programs/. */
export const callOrganiser = <Body>(target: Target, path: string, init: RequestInit): Promise<CallResult<Body>> =>
  callSite(target, `programs/${path}`, init)

/** Makes an API call as an organisation or as the operator. */
export async function callSite<Body>(
  { site, client }: Target,
  path: string,
  init: RequestInit,
): Promise<CallResult<Body>> {
  const headers = {
    ...(init.headers as Record<string, string> | undefined),
    Authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`,
    // A body of FormData sets its own content type.
    ...(init.body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
    'Accept-Language': 'en',
  }
  const answer = await fetch(`${site}/api/v1/organiser/${path}`, { ...init, headers })
  const body: unknown = await answer.json().catch(() => null)
  if (answer.ok) return { ok: true, body: body as Body }
  return refusalOf(answer.status, body as Partial<ErrorBody> | null)
}

function refusalOf(status: number, body: Partial<ErrorBody> | null): RefusedCall {
  const errors = body?.errors ?? []
  const refusals =
    errors.length > 0 || !body?.param
      ? errors
      : [{ type: body.type ?? '', param: body.param, message: body.message ?? '' }]
  const reason = status === 401 ? 'The credentials are not right.' : (body?.message ?? '')
  return {
    ok: false,
    type: body?.type ?? null,
    message: `The site answered ${status}. ${reason}`.trim(),
    refusals: refusals.map(({ type, param, message }) => ({ type, path: param, message })),
  }
}
