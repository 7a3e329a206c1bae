import { DatabaseSync } from 'node:sqlite'
import { databaseFile } from './database-file.ts'
import { emailKey } from '../contract/field-rules.ts'

/** `npm run lift-suppression -- EMAIL`: allows mail to an address again after a bounce or a spam complaint. */
const [email] = process.argv.slice(2)
const file = databaseFile(process.env.DATA ?? '.wrangler/state')
if (!email) {
  console.error('Use it so: npm run lift-suppression -- EMAIL')
  process.exitCode = 2
} else if (file === null) {
  console.error('There is no database here yet.')
  process.exitCode = 1
} else {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA busy_timeout = 10000')
  const { changes } = database.prepare('DELETE FROM mail_suppressions WHERE email_key = ?').run(emailKey(email))
  database.close()
  console.log(changes === 0 ? 'Mail to this address was not stopped.' : 'Mail goes to this address again.')
}
