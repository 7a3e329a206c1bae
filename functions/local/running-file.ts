import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** What a start writes down, so that the next one can find what it left. */
type Running = { start: number; runtimes: number[]; url: string }
type Process = { id: number; parent: number; command: string }

/** Writes down this start and the runtimes it has made. */
export function recordRunning(file: string, url: string): void {
  const runtimes = processes()
    .filter((each) => each.parent === process.pid && each.command.includes('workerd'))
    .map(({ id }) => id)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ start: process.pid, runtimes, url } satisfies Running), { mode: 0o600 })
}

export function clearRunning(file: string): void {
  rmSync(file, { force: true })
}

/** The address of a start on the same data that is alive; a runtime that a killed start left is ended, and answers `null`. */
export async function stopOrphans(file: string): Promise<string | null> {
  if (!existsSync(file)) return null
  const previous = JSON.parse(readFileSync(file, 'utf8')) as Running
  const alive = processes()
  if (
    alive.some(
      (each) => each.id === previous.start && each.id !== process.pid && /functions\/local\/\w+\.ts/.test(each.command),
    )
  )
    return previous.url
  const orphans = alive.filter((each) => previous.runtimes.includes(each.id) && each.command.includes('workerd'))
  for (const { id } of orphans) process.kill(id, 'SIGKILL')
  if (orphans.length > 0) {
    console.log('Ended what an earlier start had left running.')
    await wait(300)
  }
  clearRunning(file)
  return null
}

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
