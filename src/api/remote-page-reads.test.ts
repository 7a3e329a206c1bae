import { beforeAll, describe, expect, it } from 'vitest'
import {
  pageAppointments,
  pageAttachments,
  pageCards,
  pageProducts,
  pageProgram,
  pageProgramChoices,
  pageSchedule,
} from '../../functions/in-process.ts'
import { makeAppointmentType } from '../../functions/test-bench/appointments.ts'
import { type Bench, openBench } from '../../functions/test-bench/bench.ts'
import { makeEvent, makeProgram } from '../../functions/test-bench/programs.ts'
import { makeProduct } from '../../functions/test-bench/store.ts'
import { monthNow } from '../locales/calendar-month.ts'
import { countValues, remotePageReads } from './remote-page-reads.ts'

describe('page reads from an API elsewhere', () => {
  let server: Bench
  let programId: string
  let eventId: string
  let typeId: string
  const calls: string[] = []
  const remote = remotePageReads('http://api.test', async (input, init) => {
    const { pathname, search } = new URL(String(input))
    calls.push(pathname)
    return server.call(pathname.replace(/^\/api/, '') + search, init)
  })
  beforeAll(async () => {
    server = await openBench()
    programId = await makeProgram(server, { features: { appointments: true, products: true } })
    ;[{ event_id: eventId }, { type_id: typeId }] = await Promise.all([
      makeEvent(server, { programId, name: 'Canoe Week' }),
      makeAppointmentType(server, programId),
      makeProduct(server, { programId, name: 'Towel' }),
    ])
  })

  const language = 'fr' as const

  it('show the same program and the same events as in process', async () => {
    const cards = { program_id: programId, limit: 40, skip: 0 }
    expect(await remote.program(programId, { isCacheable: false, language })).toEqual(
      await pageProgram(server.env, programId, { isForKept: false, language }),
    )
    const inProcess = await pageCards(server.env, cards, language)
    expect(inProcess?.events.data.map(({ name }) => name)).toEqual(['Canoe Week'])
    expect(await remote.cards(cards, language)).toMatchObject({
      events: inProcess?.events,
      choices: inProcess?.choices,
    })
    expect(calls).toContain(`/api/v1/explore/programs/${programId}/features`)
  })

  it('show the same appointment type, free days and times as in process', async () => {
    const month = monthNow(server.now(), 'UTC')
    const inProcess = await pageSchedule(
      server.env,
      { appointment_type_id: typeId, first: month, last: month },
      language,
    )
    const schedule = remote.appointmentSchedule(typeId, { first: month, last: month, language })
    const days = await schedule.days(month, null)
    const date = days?.find(({ is_available }) => is_available)?.date ?? ''
    expect(date).not.toBe('')
    expect(days).toEqual(await inProcess?.days(month, null))
    expect(await schedule.times(date, null)).toEqual(await inProcess?.times(date, null))
    expect(await schedule.type()).toEqual(inProcess?.type)
    expect(await remote.appointmentTypes(programId, { limit: 4, language })).toEqual(
      await pageAppointments(server.env, programId, { limit: 4, language }),
    )
  })

  it('show the same products, files and search values as in process', async () => {
    const limits = { onSale: 3, others: 24, language }
    const products = await remote.products(programId, limits)
    expect(products.map(({ name }) => name)).toEqual(['Towel'])
    expect(products).toEqual(await pageProducts(server.env, programId, limits))
    expect(await remote.attachments({ event_id: eventId }, language)).toEqual(
      await pageAttachments(server.env, { event_id: eventId }, language),
    )
    expect(await remote.attachments({ appointment_type_id: typeId }, language)).toEqual(
      await pageAttachments(server.env, { appointment_type_id: typeId }, language),
    )
    const { types, tags } = await pageProgramChoices(server.env)
    const choices = await remote.programChoices(language)
    expect(choices.types.map(({ value }) => value).sort()).toEqual(types.map(({ value }) => value).sort())
    const languages = (list: typeof tags) => Object.fromEntries(list.map(({ value, language }) => [value, language]))
    expect(languages(choices.tags)).toEqual(languages(tags))
    const named = (list: typeof tags) =>
      list.filter(({ names }) => names[language]).map(({ value, names }) => [value, names[language]])
    expect(named(choices.tags).sort()).toEqual(named(tags).sort())
  })

  it('show nothing of a program that does not exist', async () => {
    expect([
      await remote.program('never-was', { isCacheable: false, language }),
      await remote.products('never-was', { onSale: 3, others: 3, language }),
    ]).toEqual([null, []])
    expect(
      await remote.appointmentSchedule('apt_never', { first: '2027-01', last: '2027-01', language }).type(),
    ).toBeNull()
  })

  it('count a value once per program, the most frequent first', () => {
    expect(countValues([['a', 'b', 'b'], ['b'], [], ['c', 'a']])).toEqual([
      { value: 'a', count: 2 },
      { value: 'b', count: 2 },
      { value: 'c', count: 1 },
    ])
  })
})
