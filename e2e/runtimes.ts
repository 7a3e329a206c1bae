import { execFileSync } from 'node:child_process'

/** Processes of the runtime that this process started, by id. */
export const runtimes = (): number[] =>
  processes()
    .filter(({ parent, command }) => parent === process.pid && /\bworkerd\b/.test(command))
    .map(({ id }) => id)

/** The process that serves a port. `serve` starts the runtime as a child of this process. */
export function runtimeAt(port: number): number {
  const runtime = processes().find(
    ({ parent, command }) => parent === process.pid && /\bworkerd\b/.test(command) && command.includes(`:${port} `),
  )
  if (!runtime) throw new Error(`No runtime serves port ${port}.`)
  return runtime.id
}

/** True while the process runs. */
export const isAlive = (id: number): boolean => processes().some((running) => running.id === id)

// A process that ended but was not waited for is still listed, as Z.
function processes(): { id: number; parent: number; command: string }[] {
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [, id, parent, state = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    return id === undefined || state.startsWith('Z')
      ? []
      : [{ id: Number(id), parent: Number(parent), command: `${command} ` }]
  })
}
