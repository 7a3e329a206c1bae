import { spawn } from 'node:child_process'
import { describe, expect, it } from 'vitest'

/** Fails three times while its log has no reader, then prints how many errors it caught. */
const script = `
  const { logUncaughtErrors } = await import(process.argv[1])
  logUncaughtErrors()
  let caught = 0
  process.on('uncaughtException', () => (caught += 1))
  process.on('disconnect', () => process.exit())
  process.once('message', () => {
    for (const ms of [0, 20, 40]) setTimeout(() => { throw new Error('planted') }, ms)
    setTimeout(() => process.send({ caught }), 300)
  })
  process.send('ready')
`

describe('an uncaught error', () => {
  it('an uncaught error is logged once, even without a terminal', async () => {
    const file = new URL('./log-line.ts', import.meta.url).href
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script, file], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    child.stdout?.destroy()
    child.stderr?.destroy()
    const caught = await new Promise((resolve) => {
      child.on('message', (message) =>
        message === 'ready' ? child.send('fail') : resolve((message as { caught: number }).caught),
      )
    })
    child.disconnect()
    expect(caught).toBe(3)
  })
})
