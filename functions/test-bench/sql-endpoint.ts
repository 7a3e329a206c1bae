/** Source of the door through which tests ask a runtime's real D1; a refusal is told back in the database's own words. Stands in the text of the workers that tests put before or beside the built one. */
export const sqlEndpoint = `
async function answerSql(request, env) {
  const { how, statements } = await request.json()
  try {
    const made = statements.map(({ sql, params }) => (params.length === 0 ? env.DB.prepare(sql) : env.DB.prepare(sql).bind(...params)))
    return Response.json({ answer: how === 'raw' ? await made[0].raw() : await env.DB.batch(made) })
  } catch (error) {
    return Response.json({ error: String(error?.message ?? error) })
  }
}
`
