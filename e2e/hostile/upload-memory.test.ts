import { afterAll, beforeAll, expect, it } from 'vitest'
import { largestBodyBytes } from '../../functions/contract/limits.ts'
import { largestUploadBytes } from '../../functions/contract/upload-limits.ts'
import { freePort } from '../../functions/local/port.ts'
import { makeCustomer, type Person } from '../../functions/test-bench/people.ts'
import { makePicture, pdf, pngBomb, uploadOf } from '../../functions/test-bench/uploads.ts'
import { openOneMachineSite, type OneMachineSite } from './one-machine-site.ts'
import { openWorkerMemory } from './worker-memory.ts'

/** The memory limit of the platform for a worker. */
const isolateMb = 128

let site: OneMachineSite
let memory: Awaited<ReturnType<typeof openWorkerMemory>>
let nadia: Person
beforeAll(async () => {
  const inspectorPort = await freePort()
  site = await openOneMachineSite({ name: 'upload-memory', hasFront: true, inspectorPort })
  nadia = await makeCustomer(site.bench)
  await fetch(`${site.url}/api/health`)
  memory = await openWorkerMemory(inspectorPort)
}, 180_000)
afterAll(async () => {
  memory?.close()
  await site?.stop()
})

/** A document of the maximum size. */
function largestDocument(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(largestUploadBytes)
  bytes.set(pdf().subarray(0, 9))
  bytes.set(pdf().subarray(-6), largestUploadBytes - 6)
  return bytes
}

const send = async (bytes: Uint8Array<ArrayBuffer>): Promise<number> =>
  (await fetch(`${site.url}/api/v1/files`, uploadOf(nadia, { bytes }))).status

/** Repeats the request, because a busy machine may distort the measurement. */
async function sendUntilTaken(bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const status = await send(bytes)
    if (status !== 503) return status
  }
  return 503
}

it('F-01: twelve hostile uploads at once leave the worker within its 128 MB', async () => {
  const before = await memory.heldMb()
  let most = 0
  let isDone = false
  const watching = (async () => {
    while (!isDone) most = Math.max(most, await memory.heldMb())
  })()
  const [document, bomb, longSided] = [
    largestDocument(),
    await pngBomb(30_000),
    await makePicture({ width: 10_001, height: 8 }),
  ]
  const tooLarge = new Uint8Array(largestUploadBytes + 1)
  const farTooLarge = new Uint8Array(largestUploadBytes + 2 ** 21)
  for (const [bytes, status] of [
    [document, 201],
    [bomb, 413],
    [longSided, 413],
    [tooLarge, 413],
    [farTooLarge, 413],
  ] as const)
    expect(await sendUntilTaken(bytes)).toBe(status)
  const one = most
  const files = [document, document, document, tooLarge, farTooLarge, bomb]
  const answers = await Promise.all([...files, ...files].map(send))
  isDone = true
  await watching
  console.log(
    `Held: ${before.toFixed(0)} MB idle, ${one.toFixed(0)} MB by one upload after another, ${most.toFixed(0)} MB by twelve at once`,
  )

  // One address may send a limited number of concurrent bodies; those above the limit get Retry-After.
  expect(answers.filter((status) => ![201, 413, 429, 503].includes(status))).toEqual([])
  expect(answers.filter((status) => status === 201).length).toBeGreaterThan(2)
  expect(most).toBeLessThan(isolateMb)
  expect((await fetch(`${site.url}/api/health`)).status).toBe(200)
}, 180_000)

/** Bodies of the maximum length that are as expensive to parse as possible. */
const within = (begin: string, filling: string, end: string) =>
  begin + filling.repeat(Math.floor((largestBodyBytes - begin.length - end.length) / filling.length)) + end
const hostileJson: [what: string, body: string, status: number, type: string | RegExp][] = [
  ['brackets that never close', '['.repeat(largestBodyBytes), 400, 'invalid_json'],
  ['brackets that close', '['.repeat(largestBodyBytes / 2) + ']'.repeat(largestBodyBytes / 2), 400, 'invalid_json'],
  ['objects in objects', within('', '{"a":', ''), 400, 'invalid_json'],
  ['a list of numbers', within('{"first_name":[', '0,', '0]}'), 400, /^invalid_|required/],
  ['a list of empty objects', within('{"first_name":[', '{},', '{}]}'), 400, /^invalid_|required/],
  ['one number', within('{"first_name":', '9', '}'), 400, /^invalid_|required/],
  ['one exponent', within('{"first_name":1e', '9', '}'), 400, /^invalid_|required/],
  ['one text of escapes', within('{"first_name":"', '\\u0041', '"}'), 400, 'too_long'],
  ['unknown fields', within('{', '"x":1,', '"y":1}'), 400, 'unknown_parameter'],
  [
    'unknown fields, each another',
    JSON.stringify(Object.fromEntries(Array.from({ length: 24_000 }, (_, at) => [`f${at}`, 0]))),
    400,
    'unknown_parameter',
  ],
]

it('L-01: twelve hostile JSON bodies at once use at most half of the worker’s memory', async () => {
  const put = async (body: string) => {
    const headers = { ...nadia.headers, 'Content-Type': 'application/json' }
    const answer = await fetch(`${site.url}/api/v1/profile`, { method: 'PUT', headers, body })
    return { status: answer.status, ...((await answer.json()) as { type: string; message: string }) }
  }
  // Garbage collection frees the memory of the uploads on demand.
  const before = await memory.heldMb()
  let most = 0
  const figures: string[] = []
  for (const [what, body, status, type] of hostileJson) {
    let isDone = false
    let held = 0
    const watching = (async () => {
      while (!isDone) held = Math.max(held, await memory.heldMb())
    })()
    const answers = await Promise.all(Array.from({ length: 12 }, () => put(body)))
    isDone = true
    await watching
    figures.push(`${what} ${held.toFixed(0)}`)
    most = Math.max(most, held)
    const message = expect.stringMatching(/^[A-Z].{8,200}$/)
    for (const answer of answers)
      expect([what, answer]).toMatchObject([
        what,
        { status, type: typeof type === 'string' ? type : expect.stringMatching(type), message },
      ])
  }
  console.log(`Held, in MB, from ${before.toFixed(0)}: ${figures.join(', ')}`)
  expect(most - before).toBeLessThan(isolateMb / 2)
  expect((await fetch(`${site.url}/api/health`)).status).toBe(200)
}, 180_000)
