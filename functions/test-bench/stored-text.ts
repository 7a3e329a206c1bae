import type { Bench } from './bench.ts'
import { unzip } from './unzip.ts'

/** The objects of the bucket. */
export const objectsOfBucket = (bench: Bench) =>
  [...(bench.env.FILES as unknown as { objects: Map<string, Uint8Array> }).objects].map(([name, bytes]) => ({
    name,
    bytes: Buffer.from(bytes),
  }))

/** A value as text; the blobs of the index of people have words in them. */
const textOf = (value: unknown) =>
  Array.isArray(value) || value instanceof ArrayBuffer || ArrayBuffer.isView(value)
    ? Buffer.from(value as Uint8Array).toString('latin1')
    : String(value)

/** Every table and column, and every object of the bucket, that contains a text. */
export async function placesOf(bench: Bench, text: string): Promise<string[]> {
  const places = new Set<string>()
  const tables = await bench.env.DB.prepare(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%_fts%' AND name NOT LIKE '_cf%'`,
  ).all<{ name: string }>()
  for (const { name } of tables.results)
    for (const row of (await bench.env.DB.prepare(`SELECT * FROM "${name}"`).all()).results)
      for (const [column, value] of Object.entries(row))
        if (textOf(value).toLowerCase().includes(text.toLowerCase())) places.add(`${name}.${column}`)
  for (const { bytes } of objectsOfBucket(bench)) {
    const texts = bytes.readUInt32LE(0) === 0x04034b50 ? [...unzip(bytes).values()].map(String) : [bytes.toString()]
    if (texts.some((each) => each.includes(text))) places.add('bucket')
  }
  return [...places].sort()
}
