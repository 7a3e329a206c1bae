import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** A fault to plant in a copy of the product's rule: replaces `text` in `file`. */
export type Fault = { name: string; file: string; text: string; becomes: string }

const root = new URL('../..', import.meta.url).pathname

type Input = { folders: string[]; entry: string }

/** Loads a rule from a copy of its folders with the planted fault. */
export const withFault = async <Module>(fault: Fault, input: Input): Promise<Module> =>
  runWithFault<Module, Module>(fault, input, async (loaded) => loaded)

/** Runs a function with a module from a copy of its folders with the planted fault. The copy exists while it runs. */
export async function runWithFault<Module, Result>(
  fault: Fault,
  input: Input,
  run: (loaded: Module) => Promise<Result>,
): Promise<Result> {
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
  try {
    return await run((await import(/* @vite-ignore */ resolve(copy, input.entry))) as Module)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
