import { setTimeout as wait } from 'node:timers/promises'
import { hashPassword } from '../../functions/people/accounts/password-hash.ts'
import type { Answer } from '../../functions/test-bench/http-client.ts'
import { makeEvent, makeProgram } from '../../functions/test-bench/programs.ts'
import { emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { type Buyer, makeCrowd } from '../races/crowd.ts'
import { type BusySite, fromAddress, openBusySite } from './busy-site.ts'
import { percentile, readUntil } from './readers.ts'

const password = 'walrus kettle lantern'
/** Time limit of a log-in: the last of many simultaneous ones waits for all the others, also on a busy machine. */
const timeoutMs = 150_000

async function openClub(site: BusySite, isFull: boolean) {
  const programId = await makeProgram(site.bench)
  await makeEvent(site.bench, { programId })
  const crowd = await makeCrowd(site, { programId, count: isFull ? 200 : 8, children: 0 })
  await site.sql('UPDATE users SET password_hash = ?', await hashPassword(password, site.bench.env))
  return { programId, crowd }
}

/**
 * Logs in through the API, or through the form of the page in a browser without JavaScript, which follows the queue's
 * page.
 */
const logIn = (site: BusySite, programId: string, { person }: Buyer, index: number) =>
  index % 2 === 0
    ? site.call('/api/v1/login', {
        method: 'POST',
        timeoutMs,
        headers: { 'Content-Type': 'application/json', ...fromAddress(index) },
        body: JSON.stringify({ username: person.email, password, program_id: programId }),
      })
    : logInByForm(site, { programId, email: person.email, address: fromAddress(index) })

async function logInByForm(
  site: BusySite,
  { programId, email, address }: { programId: string; email: string; address: Record<string, string> },
): Promise<Answer> {
  const headers = { Accept: 'text/html', Origin: site.url, 'Sec-Fetch-Site': 'same-origin', ...address }
  let answer = await site.call(`/pg/${programId}/login`, {
    method: 'POST',
    timeoutMs,
    headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ username: email, password, goto: '' }).toString(),
  })
  for (;;) {
    const next = /http-equiv="refresh" content="1;url=([^"]+)"/.exec(answer.text)?.[1]
    if (next === undefined) return answer
    await wait(1000)
    answer = await site.call(next, { headers })
  }
}

const isIn = ({ status, headers, body }: Answer): boolean =>
  status === 200
    ? typeof body?.access_token === 'string'
    : status === 303 && String(headers['set-cookie']).includes('=')

async function run({ from, count, isFull }: Rounds): Promise<Tally> {
  const site = await openBusySite('log-ins')
  try {
    const { programId, crowd } = await openClub(site, isFull)
    const tally = emptyTally()
    const add = (name: string, value: number) => {
      tally.sums[name] = (tally.sums[name] ?? 0) + value
    }
    for (let round = from; round < from + count; round += 1) {
      const paths = [`/pg/${programId}`, '/']
      for (const path of paths) await site.call(path)
      let isOpen = true
      const reading = readUntil(() => !isOpen, { site, paths, readers: 4 })
      // Only the first failure of the round is reported.
      reading.catch(() => {})
      const started = performance.now()
      const answers = await Promise.all(crowd.map((each, index) => logIn(site, programId, each, index)))
      add('ms', performance.now() - started)
      isOpen = false
      const looks = await reading
      const left = answers.filter((each) => !isIn(each))
      add('log-ins', answers.length)
      add('pages', looks.length)
      add('page p95', percentile(looks, 95))
      add('rounds', 1)
      if (left.length > 0)
        tally.findings.push(
          `round ${round}: ${left.length} of ${answers.length} did not come in: ${[...new Set(left.map(({ status, body }) => `${status} ${body?.type ?? ''}`))].join(', ')}`,
        )
    }
    return tally
  } finally {
    await site.stop()
  }
}

export const proof: Proof = {
  row: '1 · K6',
  name: 'crowd-logs-in',
  promise: 'lets 200 customers in who log in at one moment, by call and by form',
  unit: 'rounds',
  small: 1,
  full: 5,
  piece: 5,
  run,
  figure: (sums) =>
    `${sums['log-ins']} log-ins, ${((1000 * (sums['log-ins'] ?? 0)) / (sums.ms ?? 1)).toFixed(1)} a second; p95 of ${sums.pages} kept pages meanwhile ${Math.round((sums['page p95'] ?? 0) / (sums.rounds ?? 1))} ms`,
}
