import type { Context } from 'hono'
import { validator } from 'hono-openapi'
import type * as z from 'zod/mini'
import { ApiError, errorNumbers, type ErrorType, type FieldError } from '../../contract/api-error.ts'
import type { Language } from '../../contract/field-rules.ts'
import { fieldSentences, fileHints } from '../../contract/field-sentences.ts'
import {
  allowedSentence,
  type BoundName,
  boundSentence,
  fieldSentence,
  unknownNameSentence,
} from '../../contract/sentences/sentence.ts'
import { customerOf, type Worker } from '../context.ts'
import { knownNames, nearestName } from './nearest-name.ts'
import { marked } from './route-mark.ts'

type Target = 'param' | 'query' | 'json'
type Issue = {
  readonly message: string
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined
}
/** An issue's `message` is the code of the broken rule, or zod's own sentence for a rule without a code. */
type ZodIssue = Issue & {
  code?: string
  keys?: string[]
  values?: readonly unknown[]
  origin?: string
  expected?: string
  maximum?: number | bigint
  minimum?: number | bigint
  params?: { maximum?: number }
}

/**
 * Maximum number of reported fields. Without it, the response to a body full of mistakes would be ten times the size of
 * the body.
 */
const maxErrors = 100

/**
 * Validates one part of a request with its schema. An error is 400 with every failing field in `errors[]`, the first
 * one also in `type` and `param`; the input itself is never echoed.
 */
export const validate = <At extends Target, Schema extends z.core.$ZodType>(target: At, schema: Schema) => {
  const check = validator(target, schema, (result, c) => {
    const read = c.get as (key: string) => unknown
    const isAbsent = target === 'json' && read('bodyIsAbsent') === true
    // A POST with only optional fields may have no body; a PUT must name the fields to change.
    if (result.success && !(isAbsent && c.req.method === 'PUT')) return
    const language = (read('ctx') as { language: Language } | undefined)?.language ?? 'en'
    if (isAbsent || result.success || (target === 'json' && result.data === null))
      throw new ApiError('required_parameter_missing', { param: 'body' })
    throw refusalOfIssues(result.error as readonly ZodIssue[], result.data, { target, language, schema })
  })
  return marked(target === 'query' && namesProgram(schema) ? inOwnProgram(check) : check, { target, schema })
}

const namesProgram = (schema: z.core.$ZodType): boolean =>
  'program_id' in ((schema._zod.def as { shape?: object }).shape ?? {})

/** A client reads only its own program: a list that it does not narrow itself is narrowed to it. */
const inOwnProgram = <Check extends (c: never, next: () => Promise<void>) => Promise<unknown>>(check: Check): Check =>
  Object.assign(
    ((c: Context<Worker>, next: () => Promise<void>) =>
      check(c as never, async () => {
        const { delegation } = customerOf(c.var.ctx) ?? {}
        if (delegation)
          c.req.addValidatedData('query', {
            ...(c.req.valid('query' as never) as object),
            program_id: delegation.program_id,
          })
        await next()
      })) as unknown as Check,
    check,
  )

/** With `schema`, an error about an unknown field suggests a name that the caller may have meant. */
type Options = { target: Target; language: Language; schema?: z.core.$ZodType }

/** The error for a list of issues. Also used by the edge forms, which validate with the same schemas. */
export function refusalOfIssues(issues: readonly ZodIssue[], input: unknown, options: Options): ApiError {
  const errors = issues
    .slice(0, maxErrors)
    .flatMap((issue) => fieldErrors(issue, input, options))
    .slice(0, maxErrors)
  const [
    first = { type: 'invalid_parameter', param: '', message: fieldSentence('invalid_parameter', options.language) },
  ] = errors
  const type = (first.type in errorNumbers ? first.type : 'invalid_parameter') as ErrorType
  // An invalid id in a path gets the same error as a missing object.
  if (options.target === 'param') return new ApiError('not_found')
  return new ApiError(type, { param: first.param, message: first.message, errors })
}

function fieldErrors(issue: ZodIssue, input: unknown, options: Options): FieldError[] {
  const path = pathOf(issue, options.target)
  if (issue.code === 'unrecognized_keys' && issue.keys) {
    const names = options.schema ? knownNames(options.schema, path) : []
    return issue.keys.slice(0, maxErrors).map((key) => ({
      type: 'unknown_parameter',
      param: nameOf([...path, key]),
      message: unknownNameSentence({ meant: nearestName(key, names), names }, options.language),
    }))
  }
  const value = valueAt(input, path)
  const type = typeOf(issue, value, options.target)
  const allowed = isMissing(value) ? null : allowedValues(issue)
  const message = allowed ? allowedSentence(allowed, options.language) : sentenceOf(type, issue, options.language)
  return [{ type, param: nameOf(path), message }]
}

function typeOf(issue: ZodIssue, value: unknown, target: Target): string {
  if (isMissing(value) && issue.code !== 'custom') return target === 'json' ? 'required' : 'required_parameter_missing'
  if (issue.message === 'required') return isMissing(value) ? 'required' : 'invalid_parameter'
  if (issue.message === 'too_long' || issue.message in fieldSentences) return issue.message
  if (issue.code === 'too_big' && issue.origin === 'string') return 'too_long'
  if (issue.expected === 'int' || (issue.origin === 'number' && /too_/.test(issue.code ?? ''))) return 'invalid_integer'
  return 'invalid_parameter'
}

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** An error names at most this many values. The API description has longer lists. */
const maxNamedValues = 24

/** The words that a field accepts, if they are few. */
function allowedValues({ code, values = [] }: ZodIssue): string[] | null {
  const words = values.filter((value) => typeof value === 'string' && value !== '') as string[]
  return code === 'invalid_value' && words.length > 0 && words.length <= maxNamedValues ? words : null
}

function sentenceOf(type: string, issue: ZodIssue, language: Language): string {
  const maximum = Number(issue.maximum ?? issue.params?.maximum)
  const broken = hasOwnSentence(type, issue) ? null : boundOf(issue)
  if (broken) return boundSentence(broken.name, broken.bound, language)
  const hint = (fileHints as Record<string, string>)[issue.message]
  if ((type === 'invalid_parameter' || type === 'required') && language === 'en' && hint)
    return hint.replace('{maximum}', String(maximum))
  return fieldSentence(type, language, maximum)
}

/** A negative amount and a missing text have a better sentence than their limit. */
const hasOwnSentence = (type: string, { code }: ZodIssue): boolean =>
  code === 'too_small' && (type === 'invalid_amount' || type === 'required' || type === 'required_parameter_missing')

const boundNames: Record<string, BoundName> = {
  'number too_big': 'tooLarge',
  'number too_small': 'tooSmall',
  'int too_big': 'tooLarge',
  'int too_small': 'tooSmall',
  'array too_big': 'tooMany',
  'string too_small': 'tooShort',
}

/** The violated limit of a number, a list or a formatted text. The limits of safe integers do not count. */
function boundOf({
  origin,
  code,
  maximum,
  minimum,
  message,
  params,
}: ZodIssue): { name: BoundName; bound: number } | null {
  if (message === 'too_formatted') return { name: 'tooFormatted', bound: Number(params?.maximum) }
  const name = boundNames[`${origin} ${code}`]
  const bound = Number(code === 'too_big' ? maximum : minimum)
  return name && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? { name, bound } : null
}

// Query parameters are flat: `status=a&status=b` fails as `status`, not as its second value.
function pathOf(issue: ZodIssue, target: Target): PropertyKey[] {
  const path = (issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part))
  return target === 'query' ? path.slice(0, 1) : path
}

function valueAt(input: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    input,
  )
}

/** Writes a path as `attendees[0].date_of_birth`. */
function nameOf(path: PropertyKey[]): string {
  if (path.length === 0) return 'body'
  return path.reduce<string>(
    (name, part) =>
      typeof part === 'number' ? `${name}[${part}]` : name === '' ? String(part) : `${name}.${String(part)}`,
    '',
  )
}
