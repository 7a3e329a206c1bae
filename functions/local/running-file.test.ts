import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { findRunning, recordRunning, stopOrphans } from './running-file.ts'

const miniflare = createRequire(createRequire(import.meta.url).resolve('wrangler')).resolve('miniflare')
const { default: workerd } = createRequire(miniflare)('workerd') as { default: string }
const folder = () => mkdtempSync(join(tmpdir(), 'running-'))
const children: ReturnType<typeof spawn>[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** A runtime that waits for its configuration, like one that has just started. */
function startRuntime(data: string) {
  const env = { ...process.env, MUSTER_DATA: data }
  const child = spawn(workerd, ['serve', '--binary', '-'], { env, stdio: ['pipe', 'ignore', 'ignore'] })
  children.push(child)
  return child
}

it('a start ends the runtime that a crashed start left behind', async () => {
  const [killed, other] = [folder(), folder()]
  const [orphan, neighbour] = [startRuntime(killed), startRuntime(other)]
  await Promise.all([once(orphan, 'spawn'), once(neighbour, 'spawn')])
  const ended = once(orphan, 'exit')
  expect(await stopOrphans(join(killed, 'running.json'))).toBeNull()
  expect(await ended).toEqual([null, 'SIGKILL'])
  expect(neighbour.exitCode).toBeNull()
})

it('a recorded start whose process has ended counts as gone', () => {
  const file = join(folder(), 'running.json')
  expect(findRunning(file)).toBeNull()
  recordRunning(file, { url: 'https://camps.example', listens: { hostname: 'localhost', port: 8787 } })
  expect(findRunning(file)).toBeNull()
})
