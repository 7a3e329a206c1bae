import type { Schema } from '../../functions/test-bench/matches-schema.ts'
import type { Chance } from './chance.ts'
import type { Family } from './family.ts'
import type { Fuzzed, Fuzzing } from './fuzz-bodies.ts'
import { hostileTexts } from './hostile-values.ts'
import { mutated } from './mutate.ts'
import { patiently } from './patiently.ts'
import { rawBody, type Sent } from './raw-body.ts'
import { validValue } from './valid-value.ts'

/** The posts of pages, which no document describes: their fields are those of the calls they make, and some of their own. */
const forms: [page: string, call: RegExp][] = [
  ['login', /\/login$/],
  ['signup', /\/signup$/],
  ['logout', /\/logout$/],
  ['verify', /\/verify$/],
  ['', /\/email_changes\/undo$/],
  ['token', /\/oauth\/token$/],
]

/** Sends one post of a page as a browser without script might, or as nobody should; only a failure of ours is wrong. */
export async function fuzzForm(
  fuzzing: Fuzzing,
  one: { family: Family; luck: Chance; told: Fuzzed; where: string },
): Promise<void> {
  const { family, luck, told, where } = one
  const [page, call] = luck.pick(forms)
  const body = fuzzing.api.operations.find(({ method, path }) => method === 'POST' && call.test(path))?.body ?? {}
  const path =
    page === 'token'
      ? '/token'
      : page === ''
        ? '/not-me'
        : `/pg/${luck.in100(90) ? fuzzing.town.program_id : encodeURIComponent(luck.pick(hostileTexts).toWellFormed().slice(0, 100)) || 'x'}/${page}`
  const sent = formBody(body, { fuzzing, family, luck })
  const headers = {
    ...sent.headers,
    Origin: fuzzing.site.url,
    'Sec-Fetch-Site': 'same-origin',
    ...(luck.in100(50) ? { Accept: 'application/json' } : {}),
    ...(luck.in100(30) ? { Cookie: cookieOf(luck) } : {}),
  }
  const got = await patiently(() =>
    fuzzing.rough(`${path}${luck.in100(20) ? '?lang=fr' : ''}`, { method: 'POST', headers, body: sent.bytes }),
  )
  told.input += 1
  if (!got && sent.bytes.byteLength < 200_000) told.findings.push(`${where}: POST ${path} gave no answer`)
  if (!got) return
  told[got.answer.status < 400 ? 'taken' : 'refused'] += 1
  if (got.answer.status >= 500)
    told.findings.push(
      `${where}: POST ${path}: ${got.answer.status} ${got.answer.text.slice(0, 150)} ← ${JSON.stringify(sent.headers)} ${Buffer.from(sent.bytes).toString().slice(0, 300)}`,
    )
}

function formBody(schema: Schema, { fuzzing, family, luck }: { fuzzing: Fuzzing; family: Family; luck: Chance }): Sent {
  const filled = {
    ...(validValue(schema, { document: fuzzing.api.document, known: family.ids, luck }) as object),
    goto: luck.pick(hostileTexts),
    ...(luck.in100(30) ? { again: '1', is_subscribed: 'on' } : {}),
  }
  const value = luck.in100(70) ? mutated(filled, luck) : filled
  if (luck.in100(30)) return rawBody(value, luck)
  const fields = Object.entries((value ?? {}) as object).map(([name, each]): [string, string] => [
    name.toWellFormed(),
    String(typeof each === 'object' ? JSON.stringify(each) : each).toWellFormed(),
  ])
  if (luck.in100(60))
    return {
      bytes: Buffer.from(new URLSearchParams(fields).toString()),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      isPlain: false,
    }
  const parts = fields.map(
    ([name, each]) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"${luck.in100(5) ? '; filename="../../x"' : ''}\r\n\r\n${each}\r\n`,
  )
  return {
    bytes: Buffer.from(`${parts.join('')}${luck.in100(80) ? '--x--\r\n' : ''}`),
    headers: {
      'Content-Type': luck.in100(85)
        ? 'multipart/form-data; boundary=x'
        : luck.pick([
            'multipart/form-data',
            'multipart/form-data; boundary=',
            'multipart/form-data; boundary=y',
            'multipart/mixed; boundary=x',
          ]),
    },
    isPlain: false,
  }
}

const cookieOf = (luck: Chance): string =>
  `${luck.pick(['__Host-refresh', '__Host-device', '__Host-form', 'signed_in', 'cart_lakeside'])}=${luck.pick(['x', '', '%', '%00', '{"a":1}', 'x'.repeat(3000), 'AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'a.b.c', 'é'.normalize('NFD').replace(/\P{ASCII}/gu, '')])}`
