import type { Answer } from '../../contract/booking/registration.ts'
import { money } from '../../contract/display-money.ts'
import { instant } from '../../contract/instant.ts'
import type { SheetColumn, SheetEntry } from '../../contract/organisation/sheet.ts'
import { fullYears } from '../../contract/people/birth-date.ts'
import { pick } from '../../contract/pick.ts'
import { localize } from '../../contract/texts.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import { unanswered } from '../../booking/registrations/answers.ts'
import { openAnswers } from '../../booking/registrations/sealed-answers.ts'
import type { Ctx } from '../../platform/context.ts'
import { contactsOf } from './load-roster.ts'
import { isHealthAnswer, openNotes } from './read-health.ts'
import type { sealedNotes } from './health-rows.ts'
import { showAnswer } from './sheet-answers.ts'
import type { marksOfDay, pickUpContacts } from './roster-rows.ts'
import type { SheetQuestion, SheetRow } from './sheet-rows.ts'

type RowOf<Query extends (...args: never[]) => PromiseLike<unknown[]>> = Awaited<ReturnType<Query>>[number]
export type SheetAround = {
  columns: readonly SheetColumn[]
  event: { starts_at: number; timezone: string }
  questions: readonly SheetQuestion[]
  /** The questions about health. */
  health: ReadonlySet<string>
  /** The registrations whose health information the reader sees. */
  readable: ReadonlySet<string>
  notes: ReadonlyMap<string, RowOf<typeof sealedNotes>>
  contacts: ReadonlyMap<string, RowOf<typeof pickUpContacts>[]>
  marks: ReadonlyMap<string, RowOf<typeof marksOfDay>>
}

/** A person on the sheet, with the values of its columns. Of a person who left the program, only the earlier names. */
export async function showSheetEntry(ctx: Ctx, row: SheetRow, around: SheetAround): Promise<SheetEntry> {
  const { attendee } = row
  const values: Omit<
    Required<SheetEntry>,
    'registration_id' | 'attendee_profile_id' | 'status' | 'first_name' | 'last_name'
  > = {
    age:
      attendee.date_of_birth === null
        ? null
        : fullYears(attendee.date_of_birth, dayInZone(around.event.starts_at, around.event.timezone)),
    pronouns: attendee.pronouns,
    option: localize(row.option, ctx.contentLanguage).name,
    group: row.group,
    check_in: showMark(around.marks.get(row.registration_id)),
    waiver: { status: row.waiver, signed: row.signed && { ...row.signed, signed_at: instant(row.signed.signed_at) } },
    missing: row.attendee.is_seen ? missing(ctx, row, around) : [],
    ...contacts(row, around),
    ...(await answers(ctx, row, around)),
    family: row.family,
    due:
      row.due === null || row.order_id === null
        ? null
        : {
            order_id: row.order_id,
            amount: money(row.due, { currency: row.currency, program: row }, ctx.language),
          },
  }
  return {
    registration_id: row.registration_id,
    attendee_profile_id: row.attendee_profile_id,
    status: row.status,
    first_name: attendee.first_name,
    last_name: attendee.last_name,
    ...pick(values, around.columns),
  }
}

const showMark = (mark: RowOf<typeof marksOfDay> | undefined): NonNullable<SheetEntry['check_in']> => ({
  status: mark?.status ?? 'expected',
  marked_by: mark?.marked_by ?? null,
  marked_at: mark ? instant(mark.marked_at) : null,
})

/** Required questions without an answer. What a sealed answer shows stays unknown, so questions after it do not count. */
const missing = (ctx: Ctx, { form }: SheetRow, { questions }: SheetAround): string[] =>
  unanswered(
    questions.map((each) => ({ ...each, validations: { required: each.required } })),
    form.answers,
  ).map((each) => localize(each, ctx.contentLanguage ?? ctx.language).title)

function contacts({ attendee, attendee_id }: SheetRow, around: SheetAround) {
  const all = attendee.is_seen ? contactsOf(attendee, around.contacts.get(attendee_id) ?? []) : []
  return {
    pick_up: all.filter(({ may_pick_up }) => may_pick_up).map((each) => pick(each, ['name', 'relation', 'phone'])),
    phones: all.filter(({ phone }) => phone !== null),
  }
}

/** The answers, apart from each other: consents, those about health, and the rest. Only what is shown is unsealed. */
async function answers(ctx: Ctx, row: SheetRow, { columns, questions, health, readable, notes }: SheetAround) {
  const stored = row.attendee.is_seen ? row.form.answers : []
  const questionOf = (id: string) => questions.find((each) => each.id === id)
  const show = (each: Answer) => showAnswer(each, questionOf(each.field_id), ctx)
  const isReadable = columns.includes('health') && readable.has(row.registration_id)
  const plain = (
    await openAnswers(
      ctx.env,
      stored.filter((each) => !isHealthAnswer(each, health)),
    )
  ).filter(({ field_id }) => questionOf(field_id) !== undefined)
  const isConsent = ({ field_id }: Answer) => questionOf(field_id)?.type === 'consent'
  const note = await openNotes(ctx, isReadable ? notes.get(row.attendee_id) : undefined)
  const ofHealth = isReadable
    ? await openAnswers(
        ctx.env,
        stored.filter((each) => isHealthAnswer(each, health)),
      )
    : []
  return {
    consents: plain.filter(isConsent).map(show),
    answers: plain.filter((each) => !isConsent(each)).map(show),
    health: isReadable
      ? { ...pick(note, ['medical_history', 'dietary_restrictions']), answers: ofHealth.map(show) }
      : null,
  }
}
