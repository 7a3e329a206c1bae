/** The rule of the platform's binding as wrangler.toml has it: 300 of a key in a minute; a test lasts no minute. */
export function addressLimit(): RateLimit {
  const counts = new Map<string, number>()
  return {
    limit: async ({ key }) => {
      counts.set(key, (counts.get(key) ?? 0) + 1)
      return { success: (counts.get(key) ?? 0) <= 300 }
    },
  }
}
