import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'muster-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** The paths in this list that other users may read or open. */
const openToOthers = (paths: string[]) => paths.filter((path) => (statSync(path).mode & 0o077) !== 0)
/** Runs node with the usual umask, under which new files are readable by everyone. */
function run(args: string[], env: Record<string, string> = {}): void {
  const { status, stderr } = spawnSync('sh', ['-c', 'umask 022; exec "$0" "$@"', process.execPath, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  expect([status, stderr]).toEqual([0, ''])
}

describe('S12: file permissions for other users of the machine', () => {
  it('S12: other users cannot read a build, even in a folder that was open before', () => {
    const folder = join(root, 'dist')
    mkdirSync(folder, { mode: 0o755 })
    run(
      [
        '--input-type=module',
        '-e',
        `import { writeFileSync } from 'node:fs'
      import { pathToFileURL } from 'node:url'
      import config from './astro.config.mjs'
      const { hooks } = config.integrations.find(({ name }) => name === 'private-build')
      hooks['astro:config:setup']({ command: 'build', config: { outDir: pathToFileURL(process.env.FOLDER + '/') } })
      writeFileSync(process.env.FOLDER + '/.dev.vars', 'TOKEN_SECRET="k1:x"')`,
      ],
      { FOLDER: folder },
    )
    expect(openToOthers([folder, join(folder, '.dev.vars')])).toEqual([])
  })

  it('S12: other users cannot read a backup, or the data restored from it', () => {
    const data = join(root, 'state')
    const home = join(data, 'v3/d1/miniflare-D1DatabaseObject')
    mkdirSync(home, { recursive: true, mode: 0o755 })
    new DatabaseSync(join(home, '9ba2.sqlite')).exec('CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT)')
    run(['functions/local/backup.ts', join(root, 'backups'), '--without-secrets'], { DATA: data })
    const [backup = ''] = globSync(join(root, 'backups/*'))
    run(['functions/local/restore.ts', backup], { DATA: data })
    const restored = globSync(join(data, 'v3/**'))
    expect(restored.some((path) => path.endsWith('.sqlite'))).toBe(true)
    expect(openToOthers([data, ...restored, join(root, 'backups'), ...globSync(join(backup, '**'))])).toEqual([])
  })
})
