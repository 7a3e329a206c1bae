import type { Money } from '../../contract/amount.ts'
import { type ReportColumn, reportColumns } from '../../contract/organisation/reports.ts'
import { reportWords } from '../../contract/sentences/report-words.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { csvOfPages } from '../../platform/middleware/csv-file.ts'
import { type ReportInput, readReport } from './read-report.ts'

/** Groups that one read of a file has: each read sums all of the orders again. */
const rowsPerRead = 5000

/** A report as a file for spreadsheets, with its totals as the last rows. */
export async function exportReport(ctx: OrganiserContext, input: Omit<ReportInput, 'limit' | 'skip'>): Promise<string> {
  const words = reportWords[ctx.language]
  const columns = Object.entries(reportColumns[input.report]) as [ReportColumn, string][]
  const hasAmounts = columns.some(([, kind]) => kind === 'money')
  type Row = { name: string | null; currency_code: string | null } & Record<string, unknown>
  const heads = [
    words.groups[input.by],
    ...(hasAmounts ? [words.currency] : []),
    ...columns.map(([name]) => words.columns[name]),
  ]
  return csvOfPages<Row>(
    heads,
    async (page) => {
      const { totals, ...report } = await readReport(ctx, { ...input, ...page })
      const data: Row[] = report.data
      const isLast = report.data.length === 0 || page.skip + report.data.length >= report.total
      return { ...report, data: isLast ? [...data, ...totals.map((total) => ({ name: words.total, ...total }))] : data }
    },
    (row) => [
      row.name,
      ...(hasAmounts ? [row.currency_code] : []),
      ...columns.map(([name, kind]) =>
        kind === 'money' ? (row[name] as Money).major_value : (row[name] as string | number | null),
      ),
    ],
    { language: ctx.language, pageSize: rowsPerRead },
  )
}
