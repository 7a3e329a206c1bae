import { deflateSync, gzipSync } from 'node:zlib'
import type { Choices } from '../../functions/test-bench/choices.ts'

export type Sent = {
  bytes: Uint8Array
  headers: Record<
    string,
    string
  > /** True when the body is declared as JSON and sent unchanged, so that its meaning can be checked. */
  isPlain: boolean
}

const json = { 'Content-Type': 'application/json' }
const types = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/json;charset=utf-16',
  'application/json, text/plain',
  'APPLICATION/JSON',
  'application/json; charset=latin1',
  '',
  'json',
  '*/*',
  'x'.repeat(5000),
]
const encodings = ['gzip', 'br', 'deflate', 'identity', 'x-unknown', 'gzip, gzip']

/** A body as it should be sent. */
export const plainBody = (value: unknown): Sent => ({
  bytes: Buffer.from(JSON.stringify(value) ?? ''),
  headers: json,
  isPlain: true,
})

/** A body that is invalid as a whole: by its bytes, nesting, size or type. */
export function rawBody(value: unknown, choices: Choices): Sent {
  const text = JSON.stringify(value) ?? ''
  const sent = (body: string | Uint8Array, headers: Record<string, string> = json): Sent => ({
    bytes: typeof body === 'string' ? Buffer.from(body) : body,
    headers,
    isPlain: false,
  })
  const ways: (() => Sent)[] = [
    () => sent(text.slice(0, choices.below(text.length + 1))),
    () => sent(flipped(Buffer.from(text), choices)),
    () => sent(flipped(Buffer.from(text), choices)),
    () => sent(Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('}')])),
    () => sent(`\ufeff${text}`),
    () => sent(Buffer.from(text, 'utf16le')),
    () => sent(text + text),
    () => sent(withRepeatedKey(text, choices)),
    () =>
      sent(
        choices.pick([
          '',
          ' ',
          'null',
          'true',
          '0',
          '"x"',
          '[]',
          '{}',
          'NaN',
          '{',
          '}',
          '{"a"}',
          "{'a':1}",
          '{"a":1,}',
          '\u0000',
          '{"a":\u0000}',
          '{"__proto__":{"is_admin":true}}',
          '{"a":1e999}',
          '{"a":"\\ud800"}',
          '-',
          '1'.repeat(5000),
        ]),
      ),
    () => sent('['.repeat(10_000) + ']'.repeat(10_000)),
    () => sent('{"a":'.repeat(10_000)),
    () =>
      sent(JSON.stringify({ ...(value as object), padding: 'x'.repeat(choices.pick([262_000, 262_144, 300_000])) })),
    () => sent(`{"padding":"${'é'.repeat(choices.pick([131_000, 131_072, 200_000]))}"}`),
    () => sent(text, { 'Content-Type': choices.pick(types) }),
    () => sent(text, {}),
    () =>
      sent(choices.chance(0.5) ? gzipSync(text) : deflateSync(text), {
        ...json,
        'Content-Encoding': choices.pick(encodings),
      }),
    () => sent(text, { ...json, 'Content-Encoding': choices.pick(encodings) }),
    () =>
      sent(
        new URLSearchParams(
          Object.entries((value ?? {}) as object).map(([name, each]) => [name, plainText(each)]),
        ).toString(),
        { 'Content-Type': 'application/x-www-form-urlencoded' },
      ),
  ]
  // Ten megabytes take time to send, so only one body in thousands is that long.
  return choices.below(700) === 0 ? sent(`{"padding":"${'x'.repeat(10_000_000)}"}`) : choices.pick(ways)()
}

function flipped(bytes: Buffer, choices: Choices): Uint8Array {
  for (let times = 1 + choices.below(4); times > 0 && bytes.length > 0; times -= 1)
    bytes[choices.below(bytes.length)] = choices.below(256)
  return bytes
}

/** Repeats the first field with another value. */
function withRepeatedKey(text: string, choices: Choices): string {
  const name = /^\{("(?:[^"\\]|\\.)*"):/.exec(text)?.[1]
  return name === undefined ? text : `{${name}:${choices.pick(['null', '1', '"x"', '[]', '{}'])},${text.slice(1)}`
}

/** A value as a form or a URL encodes it. An object may bring its own `toString`. */
export const plainText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
