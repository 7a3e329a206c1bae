import { newVapidKey, replaceSecret, secretsFile } from './secrets.ts'

/**
 * `npm run vapid-keys`: prints a new key for Web Push. `npm run vapid-keys -- roll`: adds one before the current key in
 * the secrets file. Browsers that subscribed with the current key still get messages; they change to the new key at
 * their next visit.
 */
const [act, ...more] = process.argv.slice(2)
if (more.length > 0 || (act !== undefined && act !== 'roll')) {
  console.error('Use it so: npm run vapid-keys [-- roll]')
  process.exitCode = 2
} else if (act === 'roll') {
  const keys = replaceSecret('VAPID_KEYS', (former) => rolled(former))
  console.log(`${secretsFile} has the new key ${keys.split(':')[0]} before the former one. Restart the site.`)
} else {
  console.log(newVapidKey(`v${Date.now().toString(36)}`))
}

// Keys older than the previous key are dropped.
function rolled(former: string): string {
  const [newest = ''] = former.split(',')
  const number = Number(/^v(\d+):/.exec(newest)?.[1] ?? 0) + 1
  return [newVapidKey(`v${number}`), newest].filter(Boolean).join(',')
}
