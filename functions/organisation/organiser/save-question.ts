import { ApiError } from '../../contract/api-error.ts'
import type {
  ChangeQuestionRequest,
  OrganiserQuestion,
  QuestionRequest,
} from '../../contract/organisation/event-form.ts'
import type { FileQuestion } from '../../contract/organisation/organiser.ts'
import { keyFrom } from '../../contract/organisation/written-words.ts'
import { type Language, languages } from '../../contract/field-rules.ts'
import { healthQuestionSentence } from '../../contract/sentences/sentence.ts'
import { type FileText, localize } from '../../contract/texts.ts'
import { healthQuestionIds } from '../../people/attendees/erase-health-notes.ts'
import type { Ctx, OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import type { questions } from '../../platform/database/tables.ts'
import { freeKey } from './create-venue.ts'
import { findEvents, type ProgramPart } from './find-event.ts'
import { checkQuestions } from './program-file/check-questions.ts'
import { checkTexts } from './program-file/check-texts.ts'
import { completeQuestion } from './program-file/complete-file.ts'
import { fileIds } from './program-file/file-ids.ts'
import { joinTexts } from './program-file/file-texts.ts'
import { dropQuestions, programIsAsRead, putQuestions, touchProgram } from './program-file/program-file-rows.ts'
import { questionRow } from './program-file/program-row.ts'
import { refuse, refuseAll, refuseWhen } from './program-file/refuse.ts'
import { rowBy } from './program-file/rows-by.ts'
import { questionInUse, questionsOfForm } from './season-rows.ts'
import { afterLastChange, refuseOldVersion, versionOfQuestion } from './version.ts'

const maxQuestions = 200
type QuestionRow = typeof questions.$inferSelect
type InProgram = { program_id: string; key: string }

/** Adds a question to a program. Its key follows from its title. */
export async function createQuestion(
  ctx: OrganiserContext,
  { program_id, ...request }: QuestionRequest & { program_id: string },
): Promise<OrganiserQuestion> {
  const part = await allQuestions(ctx, program_id)
  const keys = new Set(part.stored.questions.map(({ key }) => key))
  if (keys.size >= maxQuestions)
    throw new ApiError('invalid_option', { message: `A program has at most ${maxQuestions} questions.` })
  const { title } = request
  const words = typeof title === 'string' ? title : (Object.values(title)[0] ?? '')
  const key = freeKey(keyFrom(words) || 'question', keys)
  ctx.request.setCreatedLocation(`/v1/organiser/programs/${program_id}`)
  return save(ctx, part, { key, request, isInUse: false })
}

/** Changes the words, the choices and the rules of a question in every form that has it. */
export async function changeQuestion(
  ctx: OrganiserContext,
  { program_id, key, version, ...request }: ChangeQuestionRequest & InProgram,
): Promise<OrganiserQuestion> {
  const { part, row, isInUse } = await findQuestion(ctx, { program_id, key })
  refuseOldVersion(ctx, version, showQuestion(row, null).version)
  return save(ctx, part, { key, request, isInUse })
}

/** Deletes a question that no one has answered, also from the events and appointment types that have it. */
export async function deleteQuestion(ctx: OrganiserContext, input: InProgram): Promise<OrganiserQuestion> {
  const { part, row, isInUse } = await findQuestion(ctx, input)
  const depending = part.file.questions.some(({ show_if }) => show_if?.field === input.key)
  refuseAll([
    ...refuseWhen(isInUse, 'state_conflict', { path: 'key', message: answered }),
    ...refuseWhen(depending, 'state_conflict', { path: 'key', message: 'Another question is shown by its answer.' }),
  ])
  await write(ctx, part, dropQuestions(ctx.db, [row.id]))
  return { object: 'organiser_question', program_id: input.program_id, ...showQuestion(row, ctx.contentLanguage) }
}

const answered = 'Someone is registered with this question, so it stays. Take it from the events instead.'

/** Every question of a program, with the part of the program that a change needs. */
async function allQuestions(ctx: Ctx, program_id: string): Promise<ProgramPart> {
  const rows = await questionsOfForm(ctx.db, program_id)
  return findEvents(ctx, { program_id, keys: [], named: { questions: rows.map(({ key }) => key) } })
}

async function findQuestion(ctx: Ctx, { program_id, key }: InProgram) {
  const part = await allQuestions(ctx, program_id)
  const row = rowBy(part.stored.questions, 'key', key)
  if (!row) throw new ApiError('not_found', { param: 'key' })
  const [use] = await questionInUse(ctx.db, row.id)
  return { part, row, isInUse: use?.is_in_use === 1 }
}

async function save(
  before: Ctx,
  part: ProgramPart,
  { key, request, isInUse }: { key: string; request: QuestionRequest; isInUse: boolean },
): Promise<OrganiserQuestion> {
  const { stored } = part
  const existing = rowBy(part.file.questions, 'key', key)
  const { is_health, ...changes } = request
  const question: FileQuestion = completeQuestion(
    {
      ...(existing ?? { key, max_length: null, min: null, max: null, show_if: null }),
      ...changes,
      help: healthHelp(existing?.help ?? null, is_health, part.file),
    },
    part.file.language,
  )
  const others = part.file.questions.filter((each) => each.key !== key)
  const file = { ...part.file, questions: [...others, question] }
  const path = `questions.${key}`
  const refusals = [
    ...refuseWhen(isInUse && existing !== undefined && existing.type !== question.type, 'state_conflict', {
      path: `${path}.type`,
      message: 'It has been answered already. Make a new question instead.',
    }),
    ...checkQuestions({ ...file, questions: [question, ...others] }).filter((each) => each.path.startsWith(`${path}.`)),
    ...checkTexts(question, path, file),
  ]
  refuseAll(
    refusals.map(({ type, message, ...each }) =>
      refuse(type as 'required', each.path.replace(`${path}.`, ''), message),
    ),
  )
  const row = questionRow(question, { file, ids: fileIds(before, file, stored) })
  await write(before, part, putQuestions(before.db, [row]))
  return { object: 'organiser_question', program_id: stored.program.id, ...showQuestion(row, before.contentLanguage) }
}

async function write(before: Ctx, { stored: { program } }: ProgramPart, writes: readonly Statement[]): Promise<void> {
  const ctx = afterLastChange(before, program)
  ctx.request.invalidateTags(`program:${program.id}`)
  await commit(ctx, [programIsAsRead(ctx.db, program), touchProgram(ctx.db, program.id, ctx.now), ...writes])
}

/** A question for its organisation, with its texts in every language. */
export function showQuestion(row: QuestionRow, language: Language | null) {
  const { key, type, required } = row
  const words = { title: row.title, translations: row.translations }
  const question = {
    title: joinTexts(words).title,
    type,
    required,
    choices: row.choices.map(({ translations = {}, ...choice }) => joinTexts({ ...choice, translations })),
    is_health: healthQuestionIds([row]).length > 0,
  }
  return { key, name: localize(words, language).title, ...question, version: versionOfQuestion(question) }
}

/**
 * The help of a question with the sentence that tells families who reads a note about health, or without it. The words
 * of a question decide everywhere whether its answers are health information, so the sentence is the mark.
 */
export function healthHelp(
  help: FileText | null,
  isHealth: boolean,
  program: { language: Language; languages: readonly Language[] },
): FileText | null {
  const own = typeof help === 'string' || help === null ? { [program.language]: help ?? '' } : help
  const texts = languages
    .filter((language) => program.languages.includes(language))
    .map((language) => {
      const sentence = healthQuestionSentence(language)
      const rest = (own[language] ?? '').replace(sentence, '').trim()
      return [language, isHealth ? [rest, sentence].filter(Boolean).join(' ') : rest] as const
    })
    .filter(([, text]) => text !== '')
  return texts.length === 0 ? null : Object.fromEntries(texts)
}
