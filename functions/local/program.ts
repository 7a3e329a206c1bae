import { existsSync, readFileSync } from 'node:fs'
import { stringify } from 'yaml'
import { dataPaths } from './data-folder.ts'
import { findRunning } from './running-file.ts'
import { organiserClient, readVariables, type Secrets, secretsFile } from './secrets.ts'
import { applyProgramFile, ProgramFileRefused } from '../organisation/organiser/program-file/apply-file.ts'
import {
  ordersCommand,
  refundsCommand,
  type CommandOutput,
} from '../organisation/organiser/program-file/money-commands.ts'
import { billingCommand } from '../organisation/organiser/program-file/billing-command.ts'
import { inviteCommand } from '../organisation/organiser/program-file/invite-command.ts'
import { copySeasonCommand } from '../organisation/organiser/program-file/copy-season-command.ts'
import { importCommand } from '../organisation/organiser/program-file/import-command.ts'
import { planWords } from '../organisation/organiser/program-file/plan-words.ts'
import { currencyDigits } from '../contract/display-money.ts'
import { getProgram, postBalanceEntry, type Target } from '../organisation/organiser/program-file/program-calls.ts'
import { reportsCommand } from '../organisation/organiser/program-file/reports-command.ts'
import { rosterCommand } from '../organisation/organiser/program-file/roster-command.ts'
import { sendCommand } from '../organisation/organiser/program-file/send-command.ts'
import { deleteCommand } from '../organisation/organiser/program-file/delete-command.ts'
import { adminCommand, teamCommand } from '../organisation/organiser/program-file/team-command.ts'
import { visitsCommand } from '../organisation/organiser/program-file/visits-command.ts'
import { shortFile } from '../organisation/organiser/program-file/short-file.ts'
import { fileSchemaPath } from '../contract/site-pages.ts'

const usage = `npm run program -- plan FILE      shows what the file would change
npm run program -- apply FILE     does it; --yes creates a program that the site does not have yet
npm run program -- export PROGRAM writes the file of a program
npm run program -- delete PROGRAM shows what a deletion removes, and what forbids it;
                                  --confirm PROGRAM deletes a program in which nothing was sold
npm run program -- balance PROGRAM EMAIL KIND AMOUNT [NOTE]
                                  enters a gift, goodwill, payment, manual_adjustment or payout
                                  into the balance of a customer; AMOUNT like 40 or 12.50
npm run program -- orders PROGRAM  lists the orders that wait for money you take yourself
                   orders PROGRAM record ORDER AMOUNT [cash|cheque|transfer|other] [REFERENCE]
npm run program -- visits PROGRAM EMAIL  lists the passes of a family, with the visits that are left
                   visits PROGRAM use CREDITS [--person PROFILE] [--event KEY] [--appointment KEY] [--note TEXT]
                   visits PROGRAM return REDEMPTION
                                  each with --quiet: the customer is not mailed
npm run program -- refunds PROGRAM lists the refunds that wait for your decision
                   refunds PROGRAM approve REQUEST [AMOUNT]
                   refunds PROGRAM decline REQUEST TEXT
npm run program -- reports         lists what people wrote to support of the site, and waits for an answer
                   reports show REFERENCE
                   reports answer REFERENCE in_progress|waiting_for_reporter|resolved|closed [TEXT]
                                  each with --of PROGRAM for what only that program can answer
npm run program -- send FILE --to subscribers|event:KEY [--test] [--at TIME] [--yes]
                                  shows a mail to many and whom it reaches; sends it
                   send PROGRAM show|cancel CAMPAIGN
npm run program -- invite FILE --to PROGRAM [--language en|fr] [--yes]
                                  shows whom a CSV (email,first_name,last_name) invites; sends it
npm run program -- import FILE --to PROGRAM [--mapping FILE.json] [--date-order month_first|day_first] [--yes]
                                  shows what a CSV of events changes, or its mistakes; imports it
npm run program -- copy-season PROGRAM --shift +52w (EVENT … | --from DAY --to DAY) [--sales shift|keep|none] [--yes]
                                  shows the drafts of the next season; makes them
npm run program -- roster PROGRAM [DAY] [--event KEY] [--roll]
                                  makes the link to a day's roster, for a phone at the gate;
                                  --roll ends every link made before

npm run program -- team PROGRAM    lists the team of a program
                   team PROGRAM invite EMAIL owner|manager|front_desk|finance|coach|nurse
npm run program -- admin EMAIL [--end]
                                  makes an account a person who runs the site, or ends it
npm run program -- billing PROGRAM [STATUS] [--trial FROM..TO] [--period FROM..TO] [--product NAME] [--account acct_…|none]
                                  how a program stands with the people who run the site, who alone
                                  change it: trialing, active, past_due, unpaid, cancelled

SITE              address of the site (the one that runs from this checkout)
ORGANISER_CLIENT  id:secret (of this checkout, from ${secretsFile})`

const noTarget = `Set SITE to the address of the site, unless one runs from this checkout, and ORGANISER_CLIENT=id:secret, unless npm start made ${secretsFile}.`

/** Exit codes: 0 done; 1 the file or the program was rejected; 2 the command was wrong, or the site did not answer. */
async function run([command, subject, ...more]: string[]): Promise<CommandOutput> {
  if (command === 'reports') {
    const target = findTarget()
    return target
      ? reportsCommand(
          target,
          [subject, ...more].filter((word) => word !== undefined),
        )
      : say(noTarget, 2)
  }
  if (
    !subject ||
    !command ||
    ![
      'plan',
      'apply',
      'export',
      'delete',
      'balance',
      'orders',
      'refunds',
      'visits',
      'send',
      'roster',
      'invite',
      'import',
      'copy-season',
      'billing',
      'team',
      'admin',
    ].includes(command)
  )
    return say(usage, 2)
  const target = findTarget()
  if (!target) return say(noTarget, 2)
  if (command === 'export') return exported(target, subject)
  if (command === 'balance') return enterBalance(target, subject, more)
  if (command === 'orders') return ordersCommand(target, [subject, ...more])
  if (command === 'refunds') return refundsCommand(target, [subject, ...more])
  if (command === 'delete') return deleteCommand(target, [subject, ...more])
  if (command === 'visits') return visitsCommand(target, [subject, ...more])
  if (command === 'roster') return rosterCommand(target, [subject, ...more])
  if (command === 'invite') return inviteCommand(target, [subject, ...more])
  if (command === 'import') return importCommand(target, [subject, ...more])
  if (command === 'copy-season') return copySeasonCommand(target, [subject, ...more])
  if (command === 'team') return teamCommand(target, [subject, ...more])
  if (command === 'admin') return adminCommand(target, [subject, ...more])
  if (command === 'billing') return billingCommand(target, [subject, ...more])
  if (command === 'send') return sendCommand(target, [subject, ...more])
  if (!existsSync(subject)) return say(`There is no file ${subject}.`, 2)

  return planOrApply(target, { file: subject, isApply: command === 'apply', options: more })
}

const siteLine = (site: string) => `Site: ${site}`

/** Names the site first. A program that the site does not have yet is applied only with `--yes`. */
async function planOrApply(
  target: Target,
  { file, isApply, options }: { file: string; isApply: boolean; options: string[] },
): Promise<CommandOutput> {
  if (options.some((option) => !isApply || option !== '--yes')) return say(usage, 2)
  const { changes, warnings, version } = await applyProgramFile({ ...target, file }, true)
  const shown = [siteLine(target.site), ...planWords({ changes, warnings })]
  if (!isApply) return { code: 0, lines: shown }
  const isNew = changes.some(({ action, path }) => action === 'create' && path === 'program')
  if (isNew && !options.includes('--yes'))
    return { code: 2, lines: [...shown, `${target.site} has no such program yet. To create it there, add --yes.`] }
  await applyProgramFile({ ...target, file, version })
  return { code: 0, lines: [...shown, `Applied to ${target.site}.`] }
}

async function exported(target: Target, programId: string): Promise<CommandOutput> {
  const answer = await getProgram(target, encodeURIComponent(programId))
  if (!answer.ok) return say(answer.message, 1)
  const file = stringify(shortFile(answer.body), { lineWidth: 160 }).trimEnd()
  return { code: 0, lines: [`# yaml-language-server: $schema=${target.site}${fileSchemaPath}`, file] }
}

async function enterBalance(target: Target, program: string, words: string[]): Promise<CommandOutput> {
  const [email, kind, written, note] = words
  if (!email || !kind || !written || !/^-?\d+(?:\.\d+)?$/.test(written)) return say(usage, 2)
  const programId = encodeURIComponent(program)
  const file = await getProgram(target, programId)
  if (!file.ok) return say(file.message, 1)
  const [, digits = ''] = written.split('.')
  const decimals = currencyDigits(file.body.default_currency)
  if (digits.length > decimals) return say(`${file.body.default_currency} has ${decimals} decimals.`, 2)
  const amount = Number(written.replace('.', '') + '0'.repeat(decimals - digits.length))
  const answer = await postBalanceEntry(target, programId, { email, kind, amount, note: note ?? null })
  if (!answer.ok) return say([answer.message, ...answer.refusals.map(({ message }) => message)].join('\n'), 1)
  return say(`${email}: ${answer.body.amount.display}. Balance: ${answer.body.balance.display}.`, 0)
}

/** The address in SITE, otherwise of the site that runs on this checkout's data: another may listen on the usual port. */
const siteAddress = (): string | null =>
  (process.env.SITE || findRunning(dataPaths(process.env.DATA ?? '.wrangler/state').runningFile)?.url)?.replace(
    /\/$/,
    '',
  ) ?? null

function findTarget(): Target | null {
  const site = siteAddress()
  if (site === null) return null
  const [id = '', secret = ''] = process.env.ORGANISER_CLIENT?.split(':') ?? []
  if (id && secret) return { site, client: { id, secret } }
  if (!existsSync(secretsFile)) return null
  const client = organiserClient(readVariables(readFileSync(secretsFile, 'utf8')) as Secrets)
  return client.secret === '' ? null : { site, client }
}

const say = (words: string, code: CommandOutput['code']): CommandOutput => ({ code, lines: [words] })

/** The text for an error: a rejected file with its lines, an unreachable site with its URL. */
function explain(error: unknown): CommandOutput {
  if (error instanceof ProgramFileRefused)
    return {
      code: 1,
      lines: [
        siteLine(siteAddress() ?? ''),
        ...error.lines,
        `Nothing was changed: ${error.lines.length} to put right.`,
      ],
    }
  if (error instanceof TypeError && error.message === 'fetch failed')
    return say(`No site answers at ${siteAddress()}. Is it running?`, 2)
  return say(error instanceof Error ? error.message : String(error), 2)
}

/** The output of the command, and its exit code. */
export const programCommand = (words: string[]): Promise<CommandOutput> => run(words).catch(explain)

if (import.meta.main) {
  const { code, lines } = await programCommand(process.argv.slice(2))
  const write = code === 0 ? console.log : console.error
  write(lines.join('\n'))
  process.exitCode = code
}
