import type { List } from '../../../contract/paging.ts'
import { AnswerReportRequest, type SupportReport } from '../../../contract/contact/support.ts'
import { done, listed, refused, type CommandOutput, wrong } from './money-commands.ts'
import { callSite, type Target } from './program-calls.ts'

const usage = [
  'reports [--of PROGRAM]                    the open ones, oldest first',
  'reports show REFERENCE [--of PROGRAM]',
  'reports answer REFERENCE STATUS [TEXT] [--of PROGRAM]',
  `STATUS is one of ${AnswerReportRequest.shape.status.options.join(', ')}.`,
]
/** Maximum number of listed reports; further ones are only counted. */
const pageSize = 100

/**
 * `reports [show REFERENCE | answer REFERENCE STATUS [TEXT]] [--of PROGRAM]`: lists, shows and answers support reports.
 * Without a program, it handles the reports to the operator of the site.
 */
export async function reportsCommand(target: Target, words: string[]): Promise<CommandOutput> {
  const option = words.indexOf('--of')
  const program = option < 0 ? null : words[option + 1]
  const [act, reference, status, message] = option < 0 ? words : words.toSpliced(option, 2)
  const path = `${program ? `programs/${encodeURIComponent(program)}/` : ''}support_reports`
  const isKnown = act === undefined || act === 'show' ? status === undefined : act === 'answer' && status !== undefined
  if (program === undefined || !isKnown || (act !== undefined && !reference)) return wrong(...usage)

  const one = `${path}/${encodeURIComponent(reference ?? '')}`
  if (act === 'answer') {
    const body = JSON.stringify({ status, ...(message ? { message } : {}) })
    const answer = await callSite<SupportReport>(target, one, { method: 'PUT', body })
    return answer.ok ? done(`${reference}: ${inWords(answer.body.status)}. Its reporter is told.`) : refused(answer)
  }
  if (act === 'show') {
    const report = await callSite<SupportReport>(target, one, {})
    return report.ok ? { code: 0, lines: reportLines(report.body) } : refused(report)
  }
  const open = await callSite<List<SupportReport>>(target, `${path}?limit=${pageSize}`, {})
  return open.ok ? listed(open.body, reportLine, 'No report waits for an answer.') : refused(open)
}

const inWords = (name: string): string => name.replaceAll('_', ' ')

const reportLine = ({ reference, status, issue_type, reporter_name, created, summary }: SupportReport): string =>
  [reference, inWords(status), created.slice(0, 10), inWords(issue_type), reporter_name, summary].join('  ')

function reportLines(report: SupportReport): string[] {
  const { reporter_name, reporter_email, program_name, customer_id, url, failure, description } = report
  const facts = [
    ['from', `${reporter_name} <${reporter_email}>`],
    ['program', program_name],
    ['customer', customer_id],
    ['page', url],
    [
      'failed',
      failure && [failure.code, failure.type, failure.param, failure.path, failure.timestamp].filter(Boolean).join(' '),
    ],
  ]
  return [
    reportLine(report),
    ...facts.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])),
    '',
    description,
  ]
}
