import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** The record of a start, by which the next start finds processes that it left behind. */
type Running = {
  start: number
  runtimes: number[]
  url: string
  /** Null for a command that uses the data without serving. */
  listens: { hostname: string; port: number } | null
}
type Process = { id: number; parent: number; command: string }

/** Records this start and its runtimes. */
export function recordRunning(file: string, { url, listens }: Pick<Running, 'url' | 'listens'>): void {
  const runtimes = processes()
    .filter((each) => each.parent === process.pid && each.command.includes('workerd'))
    .map(({ id }) => id)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ start: process.pid, runtimes, url, listens } satisfies Running), { mode: 0o600 })
}

export function clearRunning(file: string): void {
  rmSync(file, { force: true })
}

/**
 * The address of a running start on the same data. Ends a runtime that a killed start left behind, and then returns
 * `null`.
 */
export async function stopOrphans(file: string): Promise<string | null> {
  const alive = processes()
  const previous = readRunning(file)
  if (previous && isAlive(previous, alive)) return previous.url
  const orphans = alive.filter(
    ({ id, command }) => command.includes('workerd') && (previous?.runtimes.includes(id) || isOf(dirname(file), id)),
  )
  for (const { id } of orphans) process.kill(id, 'SIGKILL')
  if (orphans.length > 0) {
    console.log('Ended what an earlier start had left running.')
    await wait(300)
  }
  clearRunning(file)
  return null
}

/**
 * Marks this process's children with the data folder, so that the next start can identify runtimes that a killed start
 * did not record.
 */
export function markRuntimes(folder: string): void {
  process.env[mark] = resolve(folder)
}
const mark = 'MUSTER_DATA'

// Only some systems show a process's environment. On the others only the record identifies the processes.
function isOf(folder: string, id: number): boolean {
  try {
    return readFileSync(`/proc/${id}/environ`, 'utf8')
      .split('\0')
      .includes(`${mark}=${resolve(folder)}`)
  } catch {
    // Another user's process, or an ended one.
    return false
  }
}

/** The start that serves this data, or null. */
export function findRunning(file: string): Pick<Running, 'url' | 'listens'> | null {
  const running = readRunning(file)
  return running && isAlive(running, processes()) ? running : null
}

const readRunning = (file: string): Running | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Running) : null

const isAlive = ({ start }: Running, all: Process[]): boolean =>
  all.some(({ id, command }) => id === start && id !== process.pid && /functions\/local\/\w+\.ts/.test(command))

function processes(): Process[] {
  if (!existsSync('/proc/self/stat')) return processesByCommand()
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const afterName = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')
        return [
          {
            id: Number(name),
            parent: Number(afterName[1]),
            command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' '),
          },
        ]
      } catch {
        // The process ended in the meantime.
        return []
      }
    })
}

function processesByCommand(): Process[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const match = /^\s*(\d+)\s+(\d+)\s+(\S.*)$/.exec(line)
      return match ? [{ id: Number(match[1]), parent: Number(match[2]), command: match[3] ?? '' }] : []
    })
}
