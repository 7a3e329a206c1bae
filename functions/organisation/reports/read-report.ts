import { ApiError } from '../../contract/api-error.ts'
import { money, type SoldByProgram } from '../../contract/display-money.ts'
import {
  type MoneyReportName,
  type Report,
  reportColumns,
  type ReportGroup,
  type ReportName,
  type ReportQuery,
} from '../../contract/organisation/reports.ts'
import { list } from '../../contract/paging.ts'
import { reportWords } from '../../contract/sentences/report-words.ts'
import { localize, type Translations } from '../../contract/texts.ts'
import { healthQuestionIds, questionsOfProgram } from '../../people/attendees/erase-health-notes.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { showAnswer } from '../roster/sheet-answers.ts'
import type { Group, Value } from './group-rows.ts'
import { moneyReport } from './money-rows.ts'
import {
  answerGroups,
  answerTotals,
  attendanceGroups,
  attendanceTotals,
  programOfReport,
  questionsWithChoices,
} from './place-rows.ts'
import { reportPeriods } from './report-periods.ts'

export type ReportInput = Pick<ReportQuery, 'from' | 'to' | 'by' | 'limit' | 'skip'> & {
  program_id: string
  report: ReportName
}
export type ProgramOfReport = Awaited<ReturnType<typeof programOfReport>>[number]
type Values = Record<string, Value>
type Row = Values & Group
type Found = { rows: Row[]; totals: Values[] }

/** A page of a report: its groups, and the sums of all of them from the orders, payments and marks themselves. */
export async function readReport(ctx: OrganiserContext, input: ReportInput): Promise<Report> {
  return reportOfProgram(ctx, input, await programOf(ctx, input.program_id))
}

/** The time zone and the country of a program, for its reports. Throws `not_found` for an unknown one. */
export async function programOf(ctx: OrganiserContext, program_id: string): Promise<ProgramOfReport> {
  const [program] = await programOfReport(ctx.db, program_id)
  if (!program) throw new ApiError('not_found', { param: 'program_id' })
  return program
}

/** A page of a report of a program that was read. */
export async function reportOfProgram(
  ctx: OrganiserContext,
  input: ReportInput,
  program: ProgramOfReport,
): Promise<Report> {
  const { program_id, report, by, from, to } = input
  const window = { ...input, now: ctx.now, periods: reportPeriods(input, program.timezone) }
  const { rows, totals } = await load(ctx, window)
  const cells = (row: Values) => ({
    currency_code: (row['currency'] ?? null) as string | null,
    ...cellsOf(ctx, row, { report, program }),
  })
  return {
    object: 'report',
    report,
    ...{ program_id, by, from, to, timezone: program.timezone },
    ...list(
      rows.map((row) => ({ key: row.key, name: nameOf(ctx, row, by), ...cells(row) })),
      rows[0]?.total ?? 0,
      input,
    ),
    totals: totals.map(cells),
  } as Report
}

type Window = ReportInput & { now: number; periods: ReturnType<typeof reportPeriods> }

function load(ctx: OrganiserContext, window: Window): Promise<Found> {
  const { report } = window
  if (report === 'answers') return loadAnswers(ctx, window)
  if (report !== 'attendance') return loadMoney(ctx, { ...window, report })
  return loadAttendance(ctx, window)
}

async function loadMoney({ db }: OrganiserContext, input: Window & { report: MoneyReportName }): Promise<Found> {
  const all = await moneyReport(db, input)
  return { rows: all.filter((row) => !row.is_sum), totals: all.filter((row) => row.is_sum) }
}

async function loadAttendance({ db, reach }: OrganiserContext, input: Window): Promise<Found> {
  const within = { ...input, reach }
  const [rows, totals] = await db.batch([attendanceGroups(db, within), attendanceTotals(db, within)])
  return { rows, totals }
}

async function loadAnswers(ctx: OrganiserContext, input: Window): Promise<Found> {
  const { db, reach } = ctx
  const [questions, texts] = await db.batch([
    questionsWithChoices(db, input.program_id),
    questionsOfProgram(db, input.program_id),
  ])
  const within = { ...input, reach, healthIds: healthQuestionIds(texts) }
  const [rows, totals] = await db.batch([answerGroups(db, within), answerTotals(db, within)])
  const shown = rows.map(({ question_id, answer, ...row }) => {
    const question = questions.find(({ id }) => id === question_id)
    // SQLite has no booleans: a choice of yes or no is a number.
    const value = typeof answer === 'number' && question?.type !== 'number' ? answer === 1 : String(answer)
    return {
      ...row,
      question: question ? localize(question, ctx.contentLanguage ?? ctx.language).title : question_id,
      answer: answer === null ? null : showAnswer({ field_id: question_id, value }, question, ctx).text,
    }
  })
  return { rows: shown, totals: totals.map((row) => ({ question: null, answer: null, ...row })) }
}

type About = { report: ReportName; program: SoldByProgram['program'] }

/** The values of a row by column: an amount as Money, the others as they are. */
function cellsOf(ctx: OrganiserContext, row: Values, { report, program }: About) {
  const currency = String(row['currency'])
  return Object.fromEntries(
    Object.entries(reportColumns[report]).map(([name, kind]) => [
      name,
      kind === 'money' ? money(Number(row[name]), { currency, program }, ctx.language) : (row[name] ?? null),
    ]),
  )
}

function nameOf(ctx: OrganiserContext, row: Row, by: ReportGroup): string | null {
  const { others, without } = reportWords[ctx.language]
  const kind = row.kind ?? ''
  if (row.name === null) return kind in others && by !== 'venue' ? others[kind as keyof typeof others] : without[by]
  if (row.translations === null) return row.name
  const translations = JSON.parse(row.translations) as Translations
  const { name, product_name } = localize({ name: row.name, product_name: row.name, translations }, ctx.contentLanguage)
  return by === 'product' ? product_name : name
}
