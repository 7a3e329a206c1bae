import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import {
  type Campaign,
  type CampaignPreview,
  campaignOutcomes,
  recipientReasons,
} from '../../../contract/contact/campaign.ts'
import type { CommandOutput } from './money-commands.ts'
import { type CallResult, callOrganiser, type Target } from './program-calls.ts'

const reasonWords: Record<(typeof recipientReasons)[number], string> = {
  sent_to: 'get it',
  never_asked: 'never said yes to news',
  unsubscribed: 'unsubscribed',
  suppressed: 'have an address that mail stopped at',
  unverified: 'never confirmed their address',
  no_email: 'have no email',
  closed: 'closed their account',
}
const wrong = (line: string): CommandOutput => ({ code: 2, lines: [line] })
const refused = ({ message }: { message: string }): CommandOutput => ({ code: 1, lines: [message] })
const usage = `send FILE --to subscribers|event:KEY [--test] [--at TIME] [--yes]
send PROGRAM show|cancel CAMPAIGN
FILE is Markdown that begins with ---, program: ID, subject: TEXT, kind: newsletter, promotion or announcement, ---`

/**
 * `send FILE --to …`: shows the mail and the numbers of recipients by reason; `--test` sends it to your own address,
 * `--at` or `--yes` to the recipients. `send PROGRAM show|cancel CAMPAIGN`.
 */
export async function sendCommand(target: Target, words: string[]): Promise<CommandOutput> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { to: { type: 'string' }, at: { type: 'string' }, test: { type: 'boolean' }, yes: { type: 'boolean' } },
  })
  const [subject = '', act, campaign = ''] = positionals
  if (act === 'show' || act === 'cancel') return ofCampaign(target, { program: subject, act, campaign })
  const to = audienceOf(values.to ?? '')
  if (act !== undefined || to === null) return wrong(usage)
  if (to.rest !== '')
    return wrong(
      `A mail goes to everyone with a place in ${to.event_key}: --to event:${to.event_key}, without :${to.rest}.`,
    )
  const { audience, event_key } = to
  if (!existsSync(subject)) return wrong(`There is no file ${subject}.`)
  const file = readCampaignFile(readFileSync(subject, 'utf8'))
  if (!file) return wrong(usage)

  const { program, ...mail } = file
  const path = `${encodeURIComponent(program)}/campaigns`
  const draft = await post<Campaign>(target, path, { ...mail, audience, ...(event_key ? { event_key } : {}) })
  if (!draft.ok) return refused(draft)
  const own = `${path}/${draft.body.id}`
  const preview = await callOrganiser<CampaignPreview>(target, `${own}/preview`, {})
  if (!preview.ok) return refused(preview)
  const { text, recipients } = preview.body
  const counts = recipientReasons.map((reason) => `${String(recipients[reason]).padStart(6)} ${reasonWords[reason]}`)
  const shown = [text, ...counts]

  const steps = [...(values.test ? [{ act: 'test', body: {} }] : []), ...leave(values)]
  for (const step of steps) {
    const done = await post<Campaign>(target, `${own}/${step.act}`, step.body)
    if (!done.ok) return { code: 1, lines: [...shown, done.message] }
  }
  return { code: 0, lines: [...shown, '', ...endWords(values, { program, id: draft.body.id })] }
}

const leave = ({ at, yes }: { at?: string | undefined; yes?: boolean | undefined }) =>
  at ? [{ act: 'schedule', body: { send_at: at } }] : yes ? [{ act: 'send', body: {} }] : []

function endWords(
  { test, at, yes }: { test?: boolean | undefined; at?: string | undefined; yes?: boolean | undefined },
  { program, id }: { program: string; id: string },
): string[] {
  const stop = `To stop it: npm run program -- send ${program} cancel ${id}`
  return [
    ...(test ? ['The test went to the email of the program.'] : []),
    ...(at
      ? [`It is sent at ${at}.`, stop]
      : yes
        ? ['It is being sent.', stop]
        : ['Nothing was sent to them. --yes sends it, --at TIME later.']),
  ]
}

async function ofCampaign(
  target: Target,
  { program, act, campaign }: { program: string; act: 'show' | 'cancel'; campaign: string },
): Promise<CommandOutput> {
  const path = `${encodeURIComponent(program)}/campaigns/${encodeURIComponent(campaign)}`
  const answer = await (act === 'cancel'
    ? post<Campaign>(target, `${path}/cancel`, {})
    : callOrganiser<Campaign>(target, path, {}))
  if (!answer.ok) return refused(answer)
  const { status, recipients } = answer.body
  const counts = (['waiting', ...campaignOutcomes] as const).map((name) => `${name}: ${recipients[name]}`)
  return { code: 0, lines: [status, ...counts] }
}

const post = <Body>(target: Target, path: string, body: object): Promise<CallResult<Body>> =>
  callOrganiser<Body>(target, path, { method: 'POST', body: JSON.stringify(body) })

/** `subscribers` or `event:KEY`, and what follows a key; null if it is neither. */
function audienceOf(to: string): { audience: 'subscribers' | 'event'; event_key: string; rest: string } | null {
  if (to === 'subscribers') return { audience: to, event_key: '', rest: '' }
  const [, event_key = '', rest = ''] = /^event:([^:]+)(?::(.+))?$/.exec(to) ?? []
  return event_key ? { audience: 'event', event_key, rest } : null
}

/** Reads a campaign's file: YAML front matter and Markdown; null if it is malformed. */
export function readCampaignFile(
  text: string,
): { program: string; subject: string; kind: string; body: string } | null {
  const [, head = '', body = ''] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)/.exec(text) ?? []
  const fields: unknown = head === '' ? null : parse(head)
  if (typeof fields !== 'object' || fields === null) return null
  const { program, subject, kind = 'newsletter' } = fields as Record<string, unknown>
  if (typeof program !== 'string' || typeof subject !== 'string' || typeof kind !== 'string') return null
  return { program, subject, kind, body: body.trim() }
}
