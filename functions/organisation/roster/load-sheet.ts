import { ApiError } from '../../contract/api-error.ts'
import { eventDays } from '../../contract/event-times.ts'
import { instant } from '../../contract/instant.ts'
import { dayMs } from '../../contract/limits.ts'
import type { ReadFor } from '../../contract/organisation/health.ts'
import { healthReasonHeader } from '../../contract/organisation/rights.ts'
import type { Shade } from '../../contract/organisation/rights.ts'
import {
  namedColumns,
  type Sheet,
  type SheetColumn,
  sheetColumnNames,
  sheetColumns,
  type SheetQuery,
} from '../../contract/organisation/sheet.ts'
import { localize } from '../../contract/texts.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import { healthQuestionIds, questionsOfProgram } from '../../people/attendees/erase-health-notes.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { requireRight } from '../../platform/middleware/organiser.ts'
import { eventOfKey, groupsOfEvent } from './group-rows.ts'
import { isHealthShown, mayReadHealth } from './health-rules.ts'
import { readsWithReason, sealedNotes } from './health-rows.ts'
import { shadeOfCaller } from '../../platform/identity/staff.ts'
import { healthReader, healthReadWrites } from './read-health.ts'
import { showSheetEntry } from './show-sheet-entry.ts'
import { marksOfDay, pickUpContacts } from './roster-rows.ts'
import {
  countSheet,
  peopleOf,
  placesOnPage,
  sheetEvent,
  sheetQuestions,
  type SheetRow,
  sheetRows,
} from './sheet-rows.ts'

type SheetInput = SheetQuery & ReadFor & { program_id: string; key: string }

/**
 * The sheet of an event, with the columns that the caller may see. Health information is read in a second batch, which
 * first adds a row to the access log of each person.
 */
export async function loadSheet(ctx: OrganiserContext, input: SheetInput): Promise<Sheet> {
  const { db } = ctx
  const eventId = eventOfKey(input.program_id, input.key)
  const reader = healthReader(ctx)
  // A filter must not tell what the reader may not see.
  if (input.show === 'due') requireRight(ctx, 'money')
  const places = placesOnPage(eventId, input)
  const [[event], groups, rows, [chosenPeople], questions, programQuestions, contacts, marks, [counted]] =
    await db.batch([
      sheetEvent(db, eventId),
      groupsOfEvent(db, eventId),
      sheetRows(db, places, input.sort),
      countSheet(db, eventId, input),
      sheetQuestions(db, eventId),
      questionsOfProgram(db, input.program_id),
      pickUpContacts(db, peopleOf(places)),
      marksOfDay(db, { places, day: input.day ?? '' }),
      readsWithReason(db, { program_id: input.program_id, reader_id: reader.id, since: ctx.now - dayMs }),
    ])
  if (!event) throw new ApiError('not_found', { param: 'key' })
  if (input.day !== undefined && !isDayOf(event, input.day)) throw new ApiError('not_found', { param: 'day' })
  if (input.group !== undefined && !groups.some(({ key }) => key === input.group))
    throw new ApiError('not_found', { param: 'group' })
  const isShown = isHealthShown(event, ctx.now)
  const { columns, left_out } = columnsFor(input, {
    isShown,
    shade: (column) => shadeOfCaller(ctx.actor, sheetColumns[column]),
  })

  const readable = columns.includes('health') ? rows.filter((row) => mayRead(row)) : []
  const notes = await readNotes(readable)
  const chosen = questions.filter(({ key }) => input.question === undefined || input.question.includes(key))
  const around = {
    columns,
    event,
    notes,
    readable: new Set(readable.map(({ registration_id }) => registration_id)),
    health: new Set(healthQuestionIds(programQuestions)),
    questions: chosen,
    contacts: Map.groupBy(contacts, ({ attendee_id }) => attendee_id),
    marks: new Map(marks.map((mark) => [mark.registration_id, mark])),
  }
  return {
    object: 'sheet',
    program_id: input.program_id,
    event_id: event.id,
    key: event.key,
    name: localize({ name: event.name, translations: event.translations }, ctx.contentLanguage).name,
    timezone: event.timezone,
    starts_at: instant(event.starts_at),
    ends_at: instant(event.ends_at),
    day: input.day ?? null,
    called_off: event.days_off.find(({ date }) => date === input.day)?.text ?? null,
    columns,
    left_out,
    questions: chosen.map(({ id, key, title, translations }) => ({
      id,
      key,
      title: localize({ title, translations }, ctx.contentLanguage ?? ctx.language).title,
    })),
    groups: groups.map(({ key, name }) => ({ key, name })),
    total: chosenPeople?.total ?? 0,
    entries: await Promise.all(rows.map((row) => showSheetEntry(ctx, row, around))),
  }

  function mayRead({ attendee, group }: SheetRow): boolean {
    const { reason } = input
    const isOwnGroup = groups.some(({ key, staff_ids }) => key === group && staff_ids.includes(reader.staff_id ?? ''))
    const decision = mayReadHealth({ shade: reader.shade, isOwnEvent: true, isOwnGroup, isShown, reason })
    if (!decision.ok && decision.param === healthReasonHeader)
      throw new ApiError(decision.type, { param: decision.param })
    return decision.ok && attendee.is_seen
  }

  async function readNotes(people: SheetRow[]) {
    if (people.length === 0) return new Map()
    const attendee_ids = [...new Set(people.map(({ attendee_id }) => attendee_id))]
    const [found] = await commit(
      ctx,
      healthReadWrites(ctx, {
        ...{ program_id: input.program_id, reader, attendee_ids, reason: input.reason },
        ...{ seen_on: 'sheet', readsBefore: counted?.reads ?? 0 },
      }),
      sealedNotes(db, attendee_ids),
    )
    return new Map(found.map((row) => [row.id, row]))
  }
}

type Columns = Pick<Sheet, 'columns' | 'left_out'>
/** The requested columns that the reader may see, and why others are left out. */
function columnsFor(
  { columns, day }: SheetQuery,
  { isShown, shade }: { isShown: boolean; shade: (column: SheetColumn) => Shade | null },
): Columns {
  const requested = columns ?? sheetColumnNames.filter((name) => !namedColumns.includes(name))
  const left_out = requested.flatMap((column): Columns['left_out'] => {
    if (shade(column) === null) return columns ? [{ column, why: 'not_allowed' }] : []
    return column === 'health' && !isShown ? [{ column, why: 'health_not_shown' }] : []
  })
  const isLeftOut = (name: SheetColumn) => shade(name) === null || left_out.some(({ column }) => column === name)
  // Marks are of a day.
  const shown = requested.filter((name) => !isLeftOut(name) && (name !== 'check_in' || day !== undefined))
  return { columns: [...new Set(shown)], left_out }
}

type Times = NonNullable<Awaited<ReturnType<typeof sheetEvent>>[number]>
const isDayOf = (event: Times, day: string): boolean =>
  eventDays(event).some(
    ({ starts_at, ends_at }) =>
      dayInZone(starts_at, event.timezone) <= day && day <= dayInZone(ends_at, event.timezone),
  )
