import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Proof } from './proof.ts'

const root = new URL('../..', import.meta.url).pathname

/** Every `*.proof.ts`, or a folder's, in the order of its row. */
export async function findProofs(folder = '**'): Promise<Proof[]> {
  const files = globSync(`e2e/${folder}/*.proof.ts`, { cwd: root }).sort()
  const proofs = await Promise.all(
    files.map(async (file) => ((await import(resolve(root, file))) as { proof: Proof }).proof),
  )
  return proofs.sort((a, b) => Number.parseInt(a.row, 10) - Number.parseInt(b.row, 10) || a.name.localeCompare(b.name))
}
