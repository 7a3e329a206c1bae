let offsetMs: number | null = null

/** Offset of the local clock in ms; stored in the database and read once per isolate. */
export async function clockOffsetMs(db: D1Database): Promise<number> {
  if (offsetMs !== null) return offsetMs
  const row = await db.prepare("SELECT value FROM facts WHERE name = 'clock_offset_ms'").first<{ value: string }>()
  offsetMs = Number(row?.value ?? 0)
  return offsetMs
}

/** Moves the local clock; 0 resets it to the real time. */
export async function setClockOffsetMs(db: D1Database, ms: number): Promise<void> {
  await db
    .prepare(
      "INSERT INTO facts (name, value, updated) VALUES ('clock_offset_ms', ?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?1, updated = ?2",
    )
    .bind(String(ms), Date.now())
    .run()
  offsetMs = ms
}
