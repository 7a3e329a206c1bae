import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { beforeAll, expect, it } from 'vitest'
import type { QuestionType } from '../../contract/offering/event.ts'
import { answerField, answerParam } from '../../contract/booking/answer-fields.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import { findFormFailure } from '../../in-process.ts'
import type { Worker } from '../../platform/context.ts'
import { database } from '../../platform/database/database.ts'
import { registrations } from '../../platform/database/tables.ts'
import { type Bench, collectInto, openBench } from '../../test-bench/bench.ts'
import { sessionCookie } from '../../test-bench/people.ts'
import { makeQuestion } from '../../test-bench/programs.ts'
import { type Family, made, openFamily } from '../../test-bench/registering.ts'
import { pdf } from '../../test-bench/uploads.ts'
import { formRoutes } from './answer-form.ts'
import { bookingForms } from './booking-forms.ts'

let bench: Bench
let f: Family
let place: Registration
const questions: Record<string, string> = {}
const types: [string, QuestionType][] = [
  ['shirt', 'short_text'],
  ['swims', 'yes_no'],
  ['form', 'file'],
]
beforeAll(async () => {
  bench = await openBench()
  f = await openFamily(bench)
  for (const [title, type] of types)
    questions[title] = await makeQuestion(bench, f.programId, { title, type, required: title === 'shirt' })
  const camp = await f.event({}, { questionIds: Object.values(questions) })
  const form_response = { answers: [{ field_id: questions['shirt'], value: 's' }] }
  place = await made(await f.placeFor(camp, { body: { form_response } }))
  await database(bench.env.DB).update(registrations).set({ status: 'confirmed' }).where(eq(registrations.id, place.id))
})

// The page of the rejected form is the response itself.
const site = new Hono<Worker>()
  .route('/', formRoutes(bookingForms))
  .all('*', async (c) => c.json({ failure: await findFormFailure(c.req.raw, c.env, 'answers') }))

const name = (title: string, part?: string) => {
  const type = types.find(([each]) => each === title)?.[1] ?? 'short_text'
  return answerField({ id: questions[title] ?? '', type }, part)
}
async function send(fields: Record<string, string | File>): Promise<Response> {
  const body = new FormData()
  for (const [field, value] of Object.entries(fields)) body.set(field, value)
  const waiting: Promise<unknown>[] = []
  const { origin } = new URL(bench.env.SITE_ORIGIN)
  const headers = {
    Origin: origin,
    'Sec-Fetch-Site': 'same-origin',
    Cookie: await sessionCookie(bench, f.ada.identity.session_id),
  }
  const answer = await site.request(
    `${bench.env.SITE_ORIGIN}/pg/${f.programId}/profile/schedule/${place.id}/answers`,
    { method: 'POST', headers, body },
    bench.env,
    collectInto((work) => void waiting.push(work)),
  )
  await Promise.allSettled(waiting)
  return answer
}
const answersNow = async () =>
  new Map(
    (await made(await f.get(f.ada, `/v1/profile/registrations/${place.id}`))).form_response.answers.map((answer) => [
      answer.field_id,
      answer.value,
    ]),
  )

it('the form of answers stores each of them by its type, with a file, without JavaScript', async () => {
  const file = new File([pdf()], 'permit.pdf', { type: 'application/pdf' })
  const answer = await send({ [name('shirt')]: ' m ', [name('swims')]: 'no', [name('form', 'file')]: file })
  expect([answer.status, answer.headers.get('Location')]).toEqual([
    303,
    `/pg/${f.programId}/profile/schedule/${place.id}/answers?saved=1`,
  ])
  const answers = await answersNow()
  expect([answers.get(questions['shirt'] ?? ''), answers.get(questions['swims'] ?? '')]).toEqual(['m', false])
  const stored = answers.get(questions['form'] ?? '')
  expect(stored).toMatch(/^file_/)

  await send({ [name('shirt')]: 'l', [name('form')]: String(stored) })
  expect((await answersNow()).get(questions['form'] ?? '')).toBe(stored)
})

it('a rejected form of answers is shown again with the input and the error of its question', async () => {
  const before = await answersNow()
  const answer = await send({ [name('shirt')]: '', [name('swims')]: 'yes' })
  expect(answer.status).toBe(400)
  const { failure } = (await answer.json()) as { failure: { errors: { param: string }[]; values: object } }
  expect(failure.errors.map(({ param }) => param)).toEqual([answerParam({ id: questions['shirt'] ?? '' })])
  expect(failure.values).toMatchObject({ [name('swims')]: 'yes' })
  expect(await answersNow()).toEqual(before)
})

it('a rejected file of a form of answers is answered with its question, and no answer is stored', async () => {
  const before = await answersNow()
  const file = new File(['#!/bin/sh\n'], 'permit.pdf', { type: 'application/pdf' })
  const answer = await send({ [name('shirt')]: 'xl', [name('form', 'file')]: file })
  expect(answer.status).toBe(415)
  const { failure } = (await answer.json()) as {
    failure: { param: string; errors: { param: string }[]; values: object }
  }
  const param = answerParam({ id: questions['form'] ?? '' })
  expect([failure.param, failure.errors.map((each) => each.param)]).toEqual([param, [param]])
  expect(failure.values).toMatchObject({ [name('shirt')]: 'xl' })
  expect(await answersNow()).toEqual(before)
})
