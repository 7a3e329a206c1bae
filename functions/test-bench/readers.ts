import type { World } from './bench.ts'

/**
 * A program's customers with news consent and a confirmed address, as many as the largest campaign has, inserted with
 * three statements. Their addresses are `m1-{programId}@example.com` and so on.
 */
export async function makeReaders(world: World, input: { programId: string; count: number }): Promise<void> {
  const { DB } = world.env
  const numbers = 'WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?2)'
  const statements = [
    `INSERT INTO users (id, first_name, last_name, email, email_key, password_hash, timezone, language, is_email_verified, created, updated)
      ${numbers} SELECT 'usr_m' || value || '_' || ?1, 'A', 'B', 'm' || value || '-' || ?1 || '@example.com', lower('m' || value || '-' || ?1 || '@example.com'), 'none', 'UTC', 'en', 1, 0, 0 FROM n`,
    `INSERT INTO customers (id, user_id, timezone, created, updated)
      ${numbers} SELECT 'cus_m' || value || '_' || ?1, 'usr_m' || value || '_' || ?1, 'UTC', 0, 0 FROM n`,
    `INSERT INTO customer_profiles (id, customer_id, program_id, is_subscribed, created, updated)
      ${numbers} SELECT 'cup_m' || value || '_' || ?1, 'cus_m' || value || '_' || ?1, ?1, 1, 0, 0 FROM n`,
  ]
  await DB.batch(statements.map((statement) => DB.prepare(statement).bind(input.programId, input.count)))
}
