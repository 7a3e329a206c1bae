import { execFileSync } from 'node:child_process'

/** Processes of the runtime that this process started, by id. */
export function runtimes(): number[] {
  return processes()
    .filter(({ parent, name }) => parent === process.pid && /(?:^|\/)workerd$/.test(name))
    .map(({ id }) => id)
}

/** True while the process runs. */
export const isAlive = (id: number): boolean => processes().some((each) => each.id === id)

// Dead ones that nobody has asked about yet are still listed, as Z.
function processes(): { id: number; parent: number; name: string }[] {
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,stat=,comm='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [, id, parent, state = '', name = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    return id === undefined || state.startsWith('Z') ? [] : [{ id: Number(id), parent: Number(parent), name }]
  })
}
