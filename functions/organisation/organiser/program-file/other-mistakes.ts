import { mayChangeAll } from '../../../platform/actor.ts'
import * as z from 'zod/mini'
import type { FieldError } from '../../../contract/api-error.ts'
import { ProgramFile, type Refusal } from '../../../contract/organisation/organiser.ts'
import { programLists } from '../../../contract/organisation/organiser-event.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refusalOfIssues } from '../../../platform/middleware/validate.ts'
import { checkAgainstStored, checkOffline } from './check-against-stored.ts'
import { checkFile } from './check-file.ts'
import { completeFile, completeFileInChunks } from './complete-file.ts'
import { dayIn } from './file-times.ts'
import { isPlaceholderKey, fileWithPlaceholders } from './file-with-placeholders.ts'
import { readStoredProgram } from './stored-program.ts'

/** Fields that no rule compares with another field. If one is wrong, the rules of its item can still be checked. */
const independentFields = new Set([
  'key',
  'name',
  'title',
  'help',
  'description',
  'terms',
  'tags',
  'type',
  'picture_url',
  'picture_text',
  'refund',
  'spots_total',
  'is_closed',
  'confirm_text',
  'attachments',
  'groups',
])
/** If one of these fields is wrong, no rule of the file can be checked. */
const blocksRules = new Set(['program', 'timezone', 'default_currency', 'features', 'body', 'dry_run'])
const lists = new Set(Object.keys(programLists))

/**
 * Further mistakes of a malformed file, so that all mistakes are reported at once: its rules are checked with
 * placeholders, except the rules that depend on a placeholder.
 */
export async function otherMistakes(
  ctx: Ctx,
  input: { program_id: string; body: unknown; errors: readonly FieldError[] },
): Promise<FieldError[]> {
  if (hidesRules(input.errors)) return []
  const written = await fileWithPlaceholders(input.body)
  if (written?.program !== input.program_id) return []

  const stored = await readStoredProgram(ctx, input.program_id)
  const file = await completeFileInChunks(written, stored?.program.first_applied_on ?? dayIn(ctx.now, written.timezone))
  const refusals = [
    ...(await checkFile(written, file)),
    ...(await checkAgainstStored(stored, {
      written,
      file,
      now: ctx.now,
      mayVerify: mayChangeAll(ctx.actor),
    })),
  ]
  return withoutDependent(refusals, { written, errors: input.errors })
}

/**
 * All mistakes of a file that does not name its program: first of its form, then of its rules, without a comparison
 * with a stored program.
 */
export async function mistakesWithoutProgram(body: unknown, now: number): Promise<FieldError[]> {
  const form = z.safeParse(ProgramFile, body)
  const errors = form.success
    ? []
    : (refusalOfIssues(form.error.issues, body, { target: 'json', language: 'en', schema: ProgramFile }).detail
        .errors ?? [])
  const others = errors.filter(({ param }) => param !== 'program')
  const written = hidesRules(others) ? null : await fileWithPlaceholders(body)
  if (!written) return errors
  const file = completeFile(written, dayIn(now, written.timezone))
  return [
    ...errors,
    ...withoutDependent([...(await checkFile(written, file)), ...checkOffline(null, file)], {
      written,
      errors: others,
    }),
  ]
}

const fieldsOf = (errors: readonly FieldError[]): string[] =>
  errors.filter(({ type }) => type !== 'unknown_parameter').map(({ param }) => param)
const hidesRules = (errors: readonly FieldError[]): boolean =>
  fieldsOf(errors).some((param) => blocksRules.has(param.split('.')[0] ?? ''))

/** The broken rules of a file with placeholders, without the rules that depend on a placeholder. */
function withoutDependent(
  refusals: readonly Refusal[],
  { written, errors }: { written: ProgramFile; errors: readonly FieldError[] },
): FieldError[] {
  const wrong = fieldsOf(errors)
  const scopes = wrong.map((param) => scopeOf(param, written))
  // If a key is unknown, references to it cannot be checked.
  const areKeysUnknown = wrong.some((param) => /(?:^|\.)key$|\]$/.test(param) || lists.has(param))
  return refusals
    .filter(
      ({ type, path }) =>
        !(areKeysUnknown && type === 'not_found') &&
        !scopes.some((scope) => path === scope || path.startsWith(`${scope}.`)),
    )
    .map(({ type, path, message }) => ({ type, param: paramOf(path, written), message }))
}

/**
 * The scope of a wrong field: the field itself if it is independent, otherwise the innermost item that contains it,
 * with the keys that the rules use.
 */
function scopeOf(param: string, file: ProgramFile): string {
  const parts = param.split(/[.[\]]+/).filter(Boolean)
  let value: unknown = file
  let named: string[] = []
  let scope = parts.slice(0, parts[0] === 'address' ? 1 : 2).join('.')
  for (const [at, part] of parts.entries()) {
    const parent = value
    value = typeof parent === 'object' && parent !== null ? (parent as Record<string, unknown>)[part] : undefined
    const key = Array.isArray(parent) ? (value as { key?: unknown } | null | undefined)?.key : undefined
    named = [...named, typeof key === 'string' ? key : part]
    if (typeof key === 'string')
      scope = independentFields.has(parts[at + 1] ?? '') ? [...named, parts[at + 1]].join('.') : named.join('.')
  }
  return scope
}

// An item without a key is named by its position in the list.
function paramOf(path: string, file: ProgramFile): string {
  let value: unknown = file
  return path.split('.').reduce((name, part) => {
    const at = Array.isArray(value) ? value.findIndex((item: { key?: unknown }) => item.key === part) : -1
    value = Array.isArray(value) ? value[at] : (value as Record<string, unknown> | undefined)?.[part]
    if (isPlaceholderKey(part) && at >= 0) return `${name}[${at}]`
    return name === '' ? part : `${name}.${part}`
  }, '')
}
