import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { ErrorBody } from '../../../contract/api-error.ts'
import type { EventsImported } from '../../../contract/organisation/event-import.ts'
import type { SeasonCopy } from '../../../contract/organisation/season.ts'
import { type Bench, openBench } from '../../../test-bench/bench.ts'
import { unique } from '../../../test-bench/people.ts'
import { membership, visits } from '../../../test-bench/file-parts.ts'
import { american, csvLines, type CsvLine, csvText, plain } from '../../../test-bench/program-csv.ts'
import { exportedFile, organiserHeaders, putFile, type WrittenFile } from '../../../test-bench/program-file.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})

const { Authorization } = organiserHeaders
async function send(
  program: string,
  text: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
  { key, language }: { key?: string; language?: string } = {},
) {
  const body = new FormData()
  body.set('file', new File([text], 'events.csv', { type: 'text/csv' }))
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  bench.pass(1)
  const answer = await bench.call(`/v1/organiser/programs/${program}/events/import`, {
    method: 'POST',
    body,
    headers: {
      Authorization,
      ...(key ? { 'Idempotency-Key': key } : {}),
      ...(language ? { 'Accept-Language': language } : {}),
    },
  })
  return { status: answer.status, body: (await answer.json()) as EventsImported & ErrorBody }
}

/** A program of the field, stored without its events and pools. */
async function stored(name: string, more: Partial<WrittenFile> = {}): Promise<WrittenFile> {
  const file = {
    ...(parse(readFileSync(`functions/test-bench/inputs/${name}`, 'utf8')) as WrittenFile),
    ...more,
    program: `field-${unique()}`,
  }
  const events = (file.events ?? []).map((event) => ({
    ...event,
    options: event.options?.map((option) => ({ ...option, spots_total: option.spots_total ?? 20 })),
  })) as NonNullable<WrittenFile['events']>
  const { status, error } = await putFile(bench, { ...file, pools: [], coupons: [], events: [] })
  expect(status, JSON.stringify(error)).toBe(200)
  return { ...file, coupons: [], events }
}

const actions = ({ created, updated, kept }: EventsImported) => ({ created, updated, kept })

describe('a program of the field in a spreadsheet', () => {
  it.each([
    ['town-camps.yaml', american, 2, 4],
    ['city-classes.yaml', plain, 45, 363],
  ])(
    'the CSV of %s is imported, again without a change, and copied to the next season',
    async (name, spelling, events, rows) => {
      const file = await stored(name)
      const { program } = file
      const text = csvText(csvLines(file, spelling))

      const preview = await send(program, text, { dry_run: 'true' })
      expect([preview.status, preview.body.message, preview.body.errors]).toEqual([
        200,
        'This is a preview: nothing was changed.',
        undefined,
      ])
      expect((await exportedFile(bench, program)).events).toEqual([])
      const imported = await send(program, text, {}, { key: 'import' })
      expect([imported.body.rows, actions(imported.body)]).toEqual([rows, { created: events, updated: 0, kept: 0 }])
      expect(await send(program, text, {}, { key: 'import' })).toEqual(imported)
      expect((await send(program, text)).body).toMatchObject({
        message: 'Nothing to change.',
        created: 0,
        updated: 0,
        kept: events,
      })
      expect((await putFile(bench, file, { isDryRun: true })).plan.message).toBe('Nothing to change.')

      const keys = (file.events ?? []).map(({ key }) => key)
      const copied = await bench.call(`/v1/organiser/programs/${program}/season/copy`, {
        method: 'POST',
        headers: organiserHeaders,
        body: JSON.stringify({ events: keys, shift: '+52w' }),
      })
      const { copies } = (await copied.json()) as SeasonCopy
      expect(copies).toHaveLength(events)
      for (const { from, event } of copies) {
        const before = file.events?.find(({ key }) => key === from)
        for (const option of event.options) {
          const sale = before?.options?.find(({ key }) => key === option.key)?.sale_starts_at ?? null
          const days =
            sale === null
              ? null
              : (Date.parse(`${option.sale_starts_at}Z`) - Date.parse(`${sale.slice(0, 16)}Z`)) / 86_400_000
          expect([event.key, days]).toEqual([event.key, sale === null ? null : 364])
        }
      }
    },
  )
})

const long = (length: number) => 'x'.repeat(length)
/** Cells of a town's CSV with a mistake: the line of the event, the column, the cell, and a part of the message. */
const planted: [line: 0 | 1, column: keyof CsvLine, cell: string, message: string, named?: keyof CsvLine][] = [
  [0, 'Type', 'Swimming', '“Swimming” is not a type: camp, class, event, clinic'],
  [0, 'Type', '', 'A new event has a type'],
  [1, 'Type', 'class', '“class” differs from “camp” in row'],
  [0, 'Course Name', '', 'A new event has a name'],
  [0, 'Course Name', long(101), 'at most 100'],
  [1, 'Course Name', 'Another', '“Another” differs from “Day Camp Session 1” in row'],
  [0, 'Summary', long(251), 'at most 250'],
  [0, 'Summary', '', 'A published event has a summary.'],
  [0, 'Status', 'cancelled', '“cancelled” is not a status of a new event: draft, published.'],
  [0, 'Location', 'Gym', '“Gym” is not a venue: Community Center.'],
  [0, 'Location', '', 'A published event has a venue'],
  [0, 'Location', 'hp; Community Center', 'listed twice'],
  [0, 'Form questions', 'grade; size', '“size” is not a question: Allergies and medication, Grade in the fall, '],
  [0, 'Add-ons', 'lunch', '“lunch” is not a product: Before care, session 1.'],
  [0, 'Waitlist', 'maybe', '“maybe” is not yes or no'],
  [0, 'Start Date', '6/31/2027', '“6/31/2027” is not a day'],
  [0, 'Start Date', '', 'Write the day on which it starts'],
  [0, 'Start Date', '6/21/2026', 'A new event starts in the future.'],
  [0, 'Start Time', '9', '“9” is not a time of day'],
  [0, 'Start Time', '', 'Write when it starts'],
  [0, 'End Date', '6/20/2027', 'The end must be after the start.'],
  [0, 'End Time', '', 'Write when it ends'],
  [0, 'End Time', 'late', '“late” is not a time of day'],
  [1, 'Rate', '', 'This is new: give its name.'],
  [1, 'Fee', 'cheap', '“cheap” is not a price in USD'],
  [1, 'Fee', 'CAD 40', '“CAD 40” is not a price in USD'],
  [1, 'Fee', '$0.00', '“$0.00” is not a price in USD'],
  [1, 'Fee', '', 'Say what it costs'],
  [1, 'Capacity', 'many', '“many” is not a number of places'],
  [1, 'Capacity', '', 'This is new.'],
  [0, 'Min Age', 'six', '“six” is not an age'],
  [0, 'Max Age', '5', 'The oldest is younger than the youngest.'],
  [1, 'Max Age', '200', '125'],
  [1, 'Places together', '9', 'The pool s1 has 4 places, not 9.'],
  [1, 'Registration opens', 'soon', '“soon” is not a day'],
  [0, 'Deposit', 'a third', '“a third” is not a deposit'],
  [0, 'Balance due days before', '', 'Say when the rest is due', 'Deposit'],
  [0, 'Refund policy', 'half', '“half” is not a refund policy'],
  [0, 'Refund fee', 'some', '“some” is not what a refund keeps'],
  [0, 'Balance due days before', 'a month', '“a month” is not a number of days'],
]

it('all 40 mistakes of a file are named at once by row and column, and nothing is imported', async () => {
  const file = await stored('town-camps.yaml')
  const camp = csvLines(file, american).filter((line) => line['Course ID'] === 'dc1')
  const lines = planted.flatMap(([at, column, cell], index) =>
    camp.map((line, number) => ({
      ...line,
      'Course ID': `camp-${index}`,
      ...(number === at ? { [column]: cell } : {}),
    })),
  )
  const { status, body } = await send(file.program, csvText(lines), { dry_run: 'true' })
  expect([status, body.type, body.message]).toEqual([400, 'row_errors', expect.stringContaining('40 mistakes')])
  expect(body.errors.map(({ param, line, message }) => ({ param, line, message }))).toEqual(
    planted.map(([at, column, , message, named], index) => ({
      param: `rows[${2 + 2 * index + at}].${named ?? column}`,
      line: 2 + 2 * index + at,
      message: expect.stringContaining(message),
    })),
  )
  expect((await send(file.program, csvText(lines))).status).toBe(400)
  expect((await exportedFile(bench, file.program)).events).toEqual([])
})

describe('policies, restrictions and other languages in a spreadsheet', () => {
  const row = {
    ...{ Id: 'kiln', type: 'camp', name: 'Kiln', 'French name': 'Four', Summary: 'Clay', 'French summary': 'Argile' },
    ...{ online: 'yes', 'Start Date': '2027-08-05', 'Start Time': '9:00', 'End Time': '12:00' },
    ...{ Rate: 'Members', 'French option name': 'Membres', Fee: '480', Capacity: '8', Deposit: '25%' },
    ...{ Installments: '60; 2027-07-01; 7 days before', 'Refund policy': '100% until 14 days; 50% until 48 hours' },
    ...{
      'Refund fee': '25',
      refund_keeps_fees: 'no',
      refund_automatic: 'yes',
      Memberships: 'Pass',
      Passes: 'Ten swims',
    },
  }
  const sheet = (changed: Partial<typeof row> = {}) => csvText([{ ...row, ...changed }], Object.keys(row))
  const features = { online_payments: true, discounts: true, products: true, sessions: true, memberships: true }
  const newProgram = async () => {
    const more = { features, languages: ['en' as const, 'fr' as const], ...visits({}), ...membership({}) }
    return (await stored('town-camps.yaml', more)).program
  }

  it('a file with all of them is imported, and a second import changes nothing', async () => {
    const program = await newProgram()
    expect((await send(program, sheet())).body).toMatchObject({ created: 1 })
    expect((await exportedFile(bench, program)).events).toMatchObject([
      {
        name: { en: 'Kiln', fr: 'Four' },
        summary: { en: 'Clay', fr: 'Argile' },
        refund: {
          tiers: [
            { until: 'P14D', percent: 100 },
            { until: 'PT48H', percent: 50 },
          ],
          retention: { fixed: 25, percent: 0, keep_fees: false },
          automatic: true,
        },
        restrict_to: { session_packages: ['ten'], membership_packages: ['pass'] },
        options: [
          {
            name: { en: 'Members', fr: 'Membres' },
            payment_plan: {
              deposit_percent: 25,
              parts: [{ days_before: 60 }, { due_on: '2027-07-01' }, { days_before: 7 }],
            },
          },
        ],
      },
    ])
    expect((await send(program, sheet())).body).toMatchObject({ message: 'Nothing to change.', kept: 1 })
    const other = await send(program, sheet({ 'French name': 'Poterie', Passes: 'Everyone', 'Refund fee': '' }))
    expect(other.body.events[0]?.changes.map(({ path }) => path)).toEqual(['name.fr', 'restrict_to.session_packages'])
    expect((await exportedFile(bench, program)).events).toMatchObject([
      {
        name: { en: 'Kiln', fr: 'Poterie' },
        refund: { retention: { fixed: 25 } },
        restrict_to: { session_packages: [], membership_packages: ['pass'] },
      },
    ])
  })

  it.each<[keyof typeof row, string, string, named?: string]>([
    ['French name', long(101), 'at most 100'],
    ['French option name', long(51), 'at most 50'],
    ['Memberships', 'Gold', '“Gold” is not a membership: Pass.'],
    ['Passes', 'pass', '“pass” is not a package of visits: Ten swims.'],
    ['Installments', 'monthly', '“monthly” does not say when instalments are due'],
    ['Installments', '', 'Say when the rest is due', 'Deposit'],
    ['Installments', Array(13).fill('7').join(';'), '12'],
    ['Deposit', '', 'Say what is paid at once', 'Installments'],
    ['Refund policy', '150% until 3 days', '100'],
    ['refund_automatic', 'perhaps', '“perhaps” is not yes or no'],
  ])('a mistake in %s (%s) is named by its row and column', async (column, cell, message, named = column) => {
    const { status, body } = await send(await newProgram(), sheet({ [column]: cell }))
    expect([status, body.errors]).toMatchObject([
      400,
      [{ param: `rows[2].${named}`, line: 2, message: expect.stringContaining(message) }],
    ])
  })
})

describe('POST organiser/programs/{program_id}/events/import', () => {
  const headers = ['Kurs', 'Art', 'Titel', 'Wann', 'Von', 'Bis', 'Preis', 'Platz', 'Notiz']
  const line = {
    Kurs: 'Kiln 1',
    Art: 'class',
    Titel: 'Kiln',
    Wann: '2027-08-05',
    Von: '9:00',
    Bis: '12:00',
    Preis: '48',
    Platz: '8',
    Notiz: 'x',
  }
  const mapping = {
    Kurs: 'key',
    Art: 'type',
    Titel: 'name',
    Wann: 'starts_on',
    Von: 'starts_time',
    Bis: 'ends_time',
    Preis: 'price',
    Platz: 'places',
    Notiz: null,
  }
  const newProgram = async () => (await stored('town-camps.yaml')).program

  it('a column without a field is named, and a mapping is saved for the next file', async () => {
    const program = await newProgram()
    const text = csvText([line], headers)
    const unknown = await send(program, text)
    expect(unknown.body.errors.filter(({ type }) => type === 'unknown_parameter').map(({ param }) => param)).toEqual(
      headers.map((header) => `rows[1].${header}`),
    )
    const all = JSON.stringify(mapping)
    expect((await send(program, text, { mapping: all, dry_run: 'true' })).status).toBe(200)
    expect((await send(program, text)).status).toBe(400)
    expect((await send(program, text, { mapping: all })).body).toMatchObject({ created: 1, mapping })
    expect((await send(program, text)).body).toMatchObject({ message: 'Nothing to change.', kept: 1, mapping })
    const bad = await send(program, text, { mapping: '{"Art": "kind"}' })
    expect([bad.status, bad.body.param]).toEqual([400, 'mapping.Art'])
    const gone = await send(program, text, { mapping: JSON.stringify({ ...mapping, Ort: 'venue' }) })
    expect(gone.body.errors).toMatchObject([
      { param: 'mapping.Ort', message: expect.stringContaining('no column “Ort”') },
    ])
  })

  it('a changed cell changes its field alone, and everything else of the event stays', async () => {
    const program = await newProgram()
    const send1 = (changed: Partial<typeof line>) =>
      send(program, csvText([{ ...line, ...changed }], headers), { mapping: JSON.stringify(mapping) })
    await send1({})
    const path = `/v1/organiser/programs/${program}/events/kiln-1`
    const more = { summary: 'Clay', tags: ['arts'], options: [{ key: 'late', name: 'Late', cost: 20, spots_total: 3 }] }
    bench.pass(1)
    expect(
      (await bench.call(path, { method: 'PUT', headers: organiserHeaders, body: JSON.stringify(more) })).status,
    ).toBe(200)
    const refused = await send1({ Preis: '50' })
    expect(refused.body.errors).toMatchObject([
      { param: 'rows[2].option_key', message: expect.stringContaining('place, late') },
    ])
    expect(
      (await send1({ Preis: '', Platz: '', Wann: '2027-08-06' })).body.events[0]?.changes.map(({ path: at }) => at),
    ).toEqual(['starts_at', 'ends_at'])
    const { event } = (await (await bench.call(path, { headers: organiserHeaders })).json()) as { event: object }
    expect(event).toMatchObject({
      ...more,
      starts_at: '2027-08-06T09:00',
      options: [{ key: 'place', cost: 48, spots_total: 8 }, { key: 'late' }],
    })
  })

  it.each([
    ['a workbook', new Uint8Array([0x50, 0x4b, 3, 4]), 'Save the sheet as CSV'],
    ['only its header row', new TextEncoder().encode('name,type\n'), '1 to 5000 rows'],
    ['binary', new Uint8Array([0, 0xff, 0]), '1 to 5000 rows'],
  ])('a file that is %s is refused with a remedy', async (_, bytes, remedy) => {
    const { status, body } = await send(await newProgram(), bytes)
    expect([status, body.type, body.message]).toEqual([400, 'invalid_file', expect.stringContaining(remedy)])
  })

  it('a mistake is in the language of the reader, with the fields of the columns that are known', async () => {
    const program = await newProgram()
    const text = 'name,venue,price,coach\nKiln,Gym,48,Sam\n'
    const { body } = await send(program, text, {}, { language: 'fr' })
    expect(body.errors).toMatchObject([
      { param: 'rows[1].coach', message: expect.stringContaining('Aucun champ ne correspond') },
      {
        param: 'rows[2].venue',
        message: '«\u00a0Gym\u00a0» n’est pas un lieu\u00a0: Community Center. Ajoutez-le d’abord au programme.',
      },
      { param: 'rows[2].type', message: 'Une nouvelle activité a un genre\u00a0: camp, class …' },
      { param: 'rows[2].starts_on' },
    ])
    expect(body.message).toContain('4 erreurs')
    expect(body.mapping).toEqual({ name: 'name', venue: 'venue', price: 'price', coach: null })
  })

  it('a French spreadsheet in Windows-1252 is read', async () => {
    const program = await newProgram()
    const text =
      'Nom;type;Lieu;Date de début;Heure de début;Heure de fin;Prix;places\nPoterie d’été;camp;community center;21 juin 2027;9 h;16 h 30;49,50 $;12'
    const bytes = Uint8Array.from(text, (letter) => (letter === '’' ? 0x92 : letter.charCodeAt(0)))
    const { status, body } = await send(program, bytes)
    expect([status, body.events?.[0]?.key], JSON.stringify(body)).toEqual([200, 'poterie-d-ete'])
    expect((await exportedFile(bench, program)).events).toMatchObject([
      {
        name: 'Poterie d’été',
        venues: ['hp'],
        starts_at: '2027-06-21T09:00',
        ends_at: '2027-06-21T16:30',
        options: [{ cost: 49.5, spots_total: 12 }],
      },
    ])
  })
})
