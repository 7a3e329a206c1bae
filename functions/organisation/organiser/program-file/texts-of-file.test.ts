import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { Event, EventOption } from '../../../contract/offering/event.ts'
import type { ProgramFile } from '../../../contract/organisation/organiser.ts'
import type { Program } from '../../../contract/offering/program.ts'
import { type Bench, openBench } from '../../../test-bench/bench.ts'
import { event } from '../../../test-bench/file-parts.ts'
import { organiserHeaders, putFile, shortestFile, type WrittenFile } from '../../../test-bench/program-file.ts'

describe('texts in several languages', () => {
  let bench: Bench
  beforeAll(async () => {
    bench = await openBench()
  })

  const bilingual = (): WrittenFile => ({
    ...shortestFile(),
    languages: ['en', 'fr'],
    summary: { en: 'Day camps on the lake', fr: 'Camps de jour au bord du lac' },
    tag_names: { Water: { en: 'Water', fr: 'Eau' } },
    preferences: { program_terms: { en: 'Be on time.', fr: 'Soyez à l’heure.' } },
    selling: { taxes: [{ name: { en: 'HST', fr: 'TVH' }, percent: 13 }] },
    venues: [
      {
        key: 'beach',
        name: { en: 'Main Beach', fr: 'Grande plage' },
        address: {
          address_line_1: '48 Shore Road',
          address_line_2: { en: 'Side door', fr: 'Porte de côté' },
          city: 'Perth',
          region: 'CA-ON',
          postcode: 'K7H 1A1',
          country: 'CA',
        },
      },
    ],
    waivers: [{ key: 'water', version: 1, title: { en: 'Water', fr: 'Eau' }, text: { en: 'I know.', fr: 'Je sais.' } }],
    questions: [
      {
        key: 'size',
        title: { en: 'Size', fr: 'Taille' },
        type: 'dropdown',
        choices: [{ value: 's', label: { en: 'Small', fr: 'Petit' } }],
      },
    ],
    ...event({
      name: { en: 'Canoe Week', fr: 'Semaine de canoë' },
      summary: { en: 'Five days', fr: 'Cinq jours' },
      description: 'Only English.',
      status: 'published',
      tags: ['Water'],
      venues: ['beach'],
      waiver: 'water',
      questions: ['size'],
      options: [{ key: 'full', name: { en: 'Full day', fr: 'Journée complète' }, cost: 320, spots_total: 'unlimited' }],
    }),
  })
  const apply = async (file: WrittenFile) => {
    const { status, error } = await putFile(bench, file)
    expect(status, JSON.stringify(error)).toBe(200)
    return file.program
  }
  const read = async <Answer>(path: string, language?: string) =>
    (await (await bench.call(path, { headers: language ? { 'Accept-Language': language } : {} })).json()) as Answer
  const eventIn = async (program: string, language?: string) => {
    const { data } = await read<{ data: Event[] }>(`/v1/explore/events?program_id=${program}`, language)
    return data[0] as Event
  }

  it('U13: a text in the program’s language alone is exported as a string', async () => {
    const file = bilingual()
    await apply({ ...file, name: { en: 'Lakeside' } })
    const exported = await bench.call(`/v1/organiser/programs/${file.program}`, { headers: organiserHeaders })
    const back = (await exported.json()) as ProgramFile
    expect(back).toMatchObject({
      name: 'Lakeside',
      summary: file.summary,
      tag_names: file.tag_names,
      preferences: file.preferences,
      selling: file.selling,
      venues: file.venues,
      waivers: file.waivers,
      questions: file.questions,
      events: [{ name: { en: 'Canoe Week', fr: 'Semaine de canoë' }, description: 'Only English.' }],
    })
    const { plan } = await putFile(bench, back, { isDryRun: true })
    expect(plan.message).toBe('Nothing to change.')
  })

  it('U13: responses are in the requested language or else the program’s', async () => {
    const program = await apply(bilingual())
    const english = await eventIn(program, 'en-CA')
    expect(english).toMatchObject({ name: 'Canoe Week', summary: 'Five days', description: 'Only English.' })
    expect(english.text_languages).toBeUndefined()

    const french = await eventIn(program, 'fr-CA,fr;q=0.9')
    expect(french).toMatchObject({
      name: 'Semaine de canoë',
      summary: 'Cinq jours',
      description: 'Only English.',
      text_languages: { description: 'en' },
      venues: [{ name: 'Grande plage', address: { address_line_2: 'Porte de côté' } }],
      fields: [{ title: 'Taille', choices: [{ value: 's', label: 'Petit' }] }],
      waiver: { title: 'Eau', text: 'Je sais.' },
    })
    expect(french.waiver?.text_hash).not.toBe(english.waiver?.text_hash)
    const options = await read<{ data: EventOption[] }>(`/v1/explore/events/${french.id}/options`, 'fr')
    expect(options.data.map(({ name }) => name)).toEqual(['Journée complète'])
    expect(await read<Program>(`/v1/explore/programs/${program}`, 'fr')).toMatchObject({
      summary: 'Camps de jour au bord du lac',
      preferences: { program_terms: 'Soyez à l’heure.' },
      selling: { taxes: [{ name: 'TVH', percent: 1300, included: false }] },
      tag_names: { Water: 'Eau' },
      text_languages: { name: 'en' },
    })
  })

  it('U13: responses have the program’s language by default', async () => {
    const program = await apply({ ...bilingual(), language: 'fr' })
    expect(await eventIn(program)).toMatchObject({ name: 'Semaine de canoë', summary: 'Cinq jours' })
    expect(await eventIn(program, 'en')).toMatchObject({ name: 'Canoe Week', text_languages: { description: 'fr' } })
  })

  it('U13: a search finds the words of every language', async () => {
    const program = await apply(bilingual())
    const results = async (search: string) =>
      (await read<{ total: number }>(`/v1/explore/events?program_id=${program}&search=${search}`)).total
    expect([await results('semaine'), await results('week'), await results('eau'), await results('zzzz')]).toEqual([
      1, 1, 1, 0,
    ])
  })

  it('U13: texts in a language that the program does not have are rejected', async () => {
    const only = (name: WrittenFile['name']) => putFile(bench, { ...shortestFile(), name })
    const { error: other } = await only({ en: 'Lakeside', fr: 'Au lac' })
    expect(other.errors).toMatchObject([
      { type: 'invalid_option', param: 'name.fr', message: 'Name this language under languages too.' },
    ])
    const { error: missing } = await putFile(bench, {
      ...shortestFile(),
      languages: ['en', 'fr'],
      name: { fr: 'Au lac' },
    })
    expect(missing.errors).toMatchObject([
      { type: 'required', param: 'name.en', message: 'Write this in the language of the program too.' },
    ])
    const { error: unknown } = await only({ de: 'Am See' } as never)
    expect(unknown.errors).toMatchObject([
      { type: 'unknown_parameter', param: 'name.de' },
      { type: 'required', param: 'name.en' },
    ])
  })

  it('U13: an existing waiver version can get another language but no changed text', async () => {
    const file = bilingual()
    const waiver = (text: object) => ({
      ...file,
      waivers: [{ key: 'water', version: 1, title: 'Water', text }] as never,
    })
    await apply(waiver({ en: 'I know.' }))
    await apply(waiver({ en: 'I know.', fr: 'Je sais.' }))
    const { error } = await putFile(bench, waiver({ en: 'I know.', fr: 'Je le sais.' }))
    expect(error.errors).toMatchObject([{ type: 'state_conflict', param: 'waivers.water.version' }])
  })

  it('U13: the calls for one event take texts in one language at a time', async () => {
    const program = await apply(bilingual())
    const call = (path: string, init: { method: string; body: string }) =>
      bench.call(`/v1/organiser/programs/${program}${path}`, { ...init, headers: organiserHeaders })
    const changed = await call('/events/canoe', { method: 'PUT', body: JSON.stringify({ name: { fr: 'Canoë' } }) })
    expect(await changed.json()).toMatchObject({
      message: 'Event updated.',
      changes: [{ path: 'name.fr', from: 'Semaine de canoë', to: 'Canoë' }],
      event: { name: { en: 'Canoe Week', fr: 'Canoë' } },
    })
    expect((await eventIn(program, 'fr')).name).toBe('Canoë')
  })

  it('U13: changing the program’s language changes the language of its plain texts', async () => {
    const file = bilingual()
    await apply(file)
    const { status, error } = await putFile(bench, { ...file, language: 'fr', waivers: [], events: [] })
    expect(status, JSON.stringify(error)).toBe(200)
    expect(await read<Program>(`/v1/explore/programs/${file.program}`)).toMatchObject({
      summary: 'Camps de jour au bord du lac',
    })
  })
})

/** Fields with words for people. */
const worded = /^(?:name|summary|description|title|text|help|label|terms|picture_text|\w+_(?:text|terms|instructions))$/

/** Every text below a value, with its path. */
function textsIn(value: unknown, path: string): { path: string; text: unknown }[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => {
    const here = `${path}.${name}`
    if (name === 'tag_names') return Object.entries(each).map(([tag, text]) => ({ path: `${here}.${tag}`, text }))
    return worded.test(name) ? [{ path: here, text: each }] : textsIn(each, here)
  })
}

it('U13: every name, title and text of the demo has English and French', () => {
  const demo = parse(readFileSync(new URL('programs/lakeside.yaml', import.meta.url), 'utf8'))
  const texts = textsIn(demo, '')
  const isWhole = (text: unknown) =>
    ['en', 'fr'].every((language) => /\S/.test(String((text as Record<string, string> | null)?.[language] ?? '')))
  expect(texts.length).toBeGreaterThan(300)
  // The name of a person, and a volume, are the same in both languages.
  const isBoth = (path: string, text: unknown) =>
    typeof text === 'string' && (path.startsWith('.resources.') || /^\d+ litres$/.test(text))
  expect(texts.filter(({ path, text }) => !isWhole(text) && !isBoth(path, text))).toEqual([])
})
