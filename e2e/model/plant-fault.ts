import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** A fault to plant in a copy of the product's rule: replaces `text` in `file`. */
export type Fault = { name: string; file: string; text: string; becomes: string }

const root = new URL('../..', import.meta.url).pathname

/** Loads a rule from a copy of its folders with the planted fault. */
export async function withFault<Module>(fault: Fault, input: { folders: string[]; entry: string }): Promise<Module> {
  const copy = join(root, '.wrangler/proofs', `fault-${process.pid}-${fault.name.replaceAll(/\W+/g, '-')}`)
  rmSync(copy, { recursive: true, force: true })
  for (const folder of input.folders) {
    mkdirSync(dirname(join(copy, folder)), { recursive: true })
    cpSync(join(root, folder), join(copy, folder), { recursive: true, filter: (path) => !path.endsWith('.test.ts') })
  }
  const file = join(copy, fault.file)
  const whole = readFileSync(file, 'utf8')
  if (!whole.includes(fault.text)) throw new Error(`${fault.file} no longer says: ${fault.text}`)
  writeFileSync(file, whole.replace(fault.text, fault.becomes))
  const loaded = (await import(/* @vite-ignore */ resolve(copy, input.entry))) as Module
  rmSync(copy, { recursive: true, force: true })
  return loaded
}
