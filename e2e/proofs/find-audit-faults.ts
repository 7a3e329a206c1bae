import { type Audited, auditQuestions, questionText } from '../../functions/records/audit/audit-question-rows.ts'
import type { World } from '../../functions/test-bench/bench.ts'

/** The audit's findings in words, for all rows or for the named ones. With names, other tables are left out. */
export async function findAuditFaults(
  site: { bench: World },
  ids?: Partial<Record<Audited, string[]>>,
): Promise<string[]> {
  const db = site.bench.env.DB
  const input = auditQuestions.filter(({ of }) => ids === undefined || (ids[of]?.length ?? 0) > 0)
  const statements = input.map((question) =>
    ids
      ? db.prepare(questionText(question, 'ids')).bind(JSON.stringify(ids[question.of]))
      : db.prepare(questionText(question, 'all')),
  )
  const answers = await db.batch<{ id: string; match: number }>(statements)
  return input.flatMap(({ name }, index) => {
    const rows = answers[index]?.results ?? []
    return rows.length === 0
      ? []
      : [
          `audit: ${name} does not hold for ${rows[0]?.match} (${rows
            .slice(0, 5)
            .map((row) => row.id)
            .join(', ')})`,
        ]
  })
}
