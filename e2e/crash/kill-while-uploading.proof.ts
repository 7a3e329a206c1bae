import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { StoredFile } from '../../functions/contract/file.ts'
import { seededChoices } from '../../functions/test-bench/choices.ts'
import type { RequestOptions } from '../../functions/test-bench/http-client.ts'
import { makeCustomer, type Person } from '../../functions/test-bench/people.ts'
import { pdf } from '../../functions/test-bench/uploads.ts'
import { unusedMs } from '../../functions/people/uploads/sweep-files.ts'
import { emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { openProofSite, type OwnProofSite } from '../proofs/proof-site.ts'

const address = '/api/v1/files'
const senders = 4
const filesEach = 8
const documentBytes = 400_000
/** How far the clock moves so that a key is no longer "in progress". */
const keyWaitMs = 121_000
const maxWaits = 8

/** The upload of a document that was sent, with or without a response. */
type Upload = { key: string; body: Buffer; file: StoredFile | null; isSent: boolean }
type Row = { id: string; status: string; storage_key: string }

function uploadNamed(key: string): Upload {
  const document = pdf(`${key} `.padEnd(documentBytes, '.'))
  const part = (head: string) => `--cut\r\nContent-Disposition: form-data; ${head}\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(`${part('name="purpose"')}attachment\r\n${part('name="file"; filename="form.pdf"')}`),
    document,
    Buffer.from('\r\n--cut--\r\n'),
  ])
  return { key, body, file: null, isSent: false }
}

const headersOf = (person: Person, { key, body }: Upload): Record<string, string> => ({
  Authorization: person.headers.Authorization ?? '',
  'Content-Type': 'multipart/form-data; boundary=cut',
  'Content-Length': String(body.byteLength),
  'Idempotency-Key': key,
})

/** Returns the refusals. A broken connection leaves the upload without a response. */
async function send(site: OwnProofSite, person: Person, upload: Upload): Promise<string[]> {
  upload.isSent = true
  const init: RequestOptions = { method: 'POST', headers: headersOf(person, upload), body: upload.body }
  let answer = await site.call(address, init).catch(() => null)
  // The first request died before its response was stored, so the request may be repeated soon.
  for (let waits = 0; waits < maxWaits && answer?.status === 409; waits += 1) {
    await wait(250)
    answer = await site.call(address, init).catch(() => null)
  }
  if (answer?.status === 201) upload.file = answer.body as StoredFile
  return answer === null || answer.status === 201 ? [] : [`${upload.key} was answered ${answer.status} ${answer.text}`]
}

/** The phone disconnects when half of the file is sent. */
const sendHalf = (site: OwnProofSite, person: Person, upload: Upload): Promise<void> =>
  new Promise((resolve) => {
    const sent = request(`${site.url}${address}`, { method: 'POST', headers: headersOf(person, upload) })
    sent.on('error', () => resolve())
    sent.write(upload.body.subarray(0, upload.body.byteLength / 2), () => setTimeout(() => sent.destroy(), 20))
  })

const rowsOf = async (site: OwnProofSite, person: Person): Promise<Row[]> =>
  site.sql('SELECT id, status, storage_key FROM files WHERE customer_id = ?', person.identity.customer_id)

/** The objects in the bucket that have no row. */
async function strayObjects(site: OwnProofSite): Promise<string[]> {
  const keys = (await site.sql('SELECT storage_key FROM files')).map(({ storage_key }) => String(storage_key))
  return (await site.objects())
    .filter((name) => !keys.some((key) => name.startsWith(key)))
    .map((name) => `the object ${name} is without a row`)
}

/** Files that their owner sees are complete, incomplete files are not visible, and no object lacks a row. */
async function halves(site: OwnProofSite, person: Person, uploads: Upload[]): Promise<string[]> {
  const [rows, objects] = [await rowsOf(site, person), await site.objects()]
  const faults = await strayObjects(site)
  for (const { id, status, storage_key } of rows) {
    const shown = await site.call(`${address}/${id}`, { headers: person.headers })
    const isThere = objects.some((name) => name.startsWith(storage_key))
    if (status === 'stored' && !isThere) faults.push(`${id} says stored and has no bytes`)
    if ((shown.status === 200) !== (status === 'stored')) faults.push(`${id} is ${status} and answers ${shown.status}`)
    if (shown.status !== 200) continue
    const opened = await site.call((shown.body as StoredFile).url)
    if (opened.status !== 200 || opened.text.length < documentBytes || !opened.text.trimEnd().endsWith('%%EOF'))
      faults.push(`${id} opens as ${opened.status} with ${opened.text.length} bytes`)
  }
  const lost = uploads.filter(
    ({ file }) => file && !rows.some(({ id, status }) => id === file.id && status === 'stored'),
  )
  return [...faults, ...lost.map(({ key }) => `${key} was acknowledged and is lost`)]
}

/** After a day only used files are left, both rows and bytes. */
async function leftAfterDay(site: OwnProofSite, person: Person, uploads: Upload[]): Promise<string[]> {
  const used = uploads.flatMap(({ file }) => (file ? [file.id] : []))
  for (const id of used)
    await site.sql(
      "INSERT INTO file_uses (file_id, kind, owner_id, created) VALUES (?, 'registration', ?, ?)",
      id,
      `reg_${id}`,
      site.now(),
    )
  await site.pass(unusedMs + 60_000)
  for (let runs = 0; runs < 2; runs += 1) await site.tick()
  const rows = await rowsOf(site, person)
  const spare = rows.filter(({ id }) => !used.includes(id)).map(({ id, status }) => `${id} is still ${status}`)
  const gone = used.filter((id) => !rows.some((row) => row.id === id)).map((id) => `${id} is used and gone`)
  return [...spare, ...gone, ...(await strayObjects(site))]
}

async function killAmongUploads(site: OwnProofSite, round: number): Promise<{ tally: Tally; uploads: Upload[] }> {
  const tally = emptyTally('kills', 'acknowledged', 'unanswered', 'pending')
  const person = await makeCustomer(site.bench)
  const cut = uploadNamed(`cut-${round}`)
  await sendHalf(site, person, cut)
  const uploads = Array.from({ length: senders * filesEach }, (_, at) => uploadNamed(`up-${round}-${at}`))
  // Leaves time for a kill between the row, the bytes and the confirmation.
  await site.disturb({ pauseWritesMs: 40 })
  let isOver = false
  const sending = Promise.all(
    Array.from({ length: senders }, async (_, sender) => {
      for (const upload of uploads.slice(sender * filesEach, (sender + 1) * filesEach)) {
        if (isOver) return
        tally.findings.push(...(await send(site, person, upload)))
        if (upload.file === null) return
      }
    }),
  )
  while (!uploads.some(({ file }) => file)) await wait(5)
  await wait(seededChoices(round).below(250))
  await site.kill()
  isOver = true
  await sending
  const unanswered = uploads.filter(({ isSent, file }) => isSent && !file)
  tally.sums = {
    kills: 1,
    acknowledged: uploads.filter(({ file }) => file).length,
    unanswered: unanswered.length,
    pending: (await rowsOf(site, person)).filter(({ status }) => status === 'pending').length,
  }
  tally.findings.push(...(await halves(site, person, uploads)))

  await site.pass(keyWaitMs)
  await person.renew()
  for (const upload of [cut, ...unanswered]) tally.findings.push(...(await send(site, person, upload)))
  const all = [cut, ...uploads]
  tally.findings.push(...(await halves(site, person, all)), ...(await leftAfterDay(site, person, all)))
  return { tally, uploads }
}

async function killRounds({ from, count }: Rounds): Promise<Tally> {
  const site = await openProofSite({ name: 'kill-while-uploading' })
  const tally = emptyTally('kills', 'acknowledged', 'unanswered', 'pending')
  try {
    for (let round = from; round < from + count; round += 1) {
      const { tally: one } = await killAmongUploads(site, round)
      for (const [name, value] of Object.entries(one.sums)) tally.sums[name] = (tally.sums[name] ?? 0) + value
      tally.findings.push(...one.findings.map((each) => `kill ${round}: ${each}`))
    }
    return tally
  } finally {
    await site.stop()
  }
}

/** A control in which bytes are stored before their row, so that they stay forever. */
async function withoutRows({ count }: Rounds): Promise<Tally> {
  const site = await openProofSite({ name: 'upload-without-row' })
  const tally = emptyTally('noticed')
  try {
    const person = await makeCustomer(site.bench)
    await site.disturb({ drop: ['insert into "files"'] })
    for (let round = 0; round < count; round += 1) {
      await send(site, person, uploadNamed(`lost-${round}`))
      const faults = await halves(site, person, [])
      if (faults.some((each) => each.includes('without a row'))) tally.sums.noticed = (tally.sums.noticed ?? 0) + 1
    }
    return tally
  } finally {
    await site.stop()
  }
}

export const proof: Proof = {
  row: '12 · F-04',
  name: 'kill-while-uploading',
  promise:
    'an upload that is cut off, or whose runtime is killed, leaves nothing half written to be seen; sent again it is there once and whole, and a day later nothing else is',
  unit: 'kills',
  small: 1,
  full: 60,
  piece: 10,
  run: killRounds,
  figure: ({ acknowledged = 0, unanswered = 0, pending = 0 }) =>
    `${acknowledged} files acknowledged and whole, ${unanswered} unanswered, ${pending} of them half way and swept`,
  controls: [
    {
      without: 'the row before the bytes',
      small: 1,
      full: 10,
      run: withoutRows,
      noticed: ({ noticed = 0 }) => noticed,
    },
  ],
}
