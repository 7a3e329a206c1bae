// The booking form of an event or an appointment type, as parts of its row.
import { type SQL, sql } from 'drizzle-orm'

/** The questions linked to an event or an appointment type, as JSON. */
export const questionsOf = (
  ties: SQL,
  isTied: SQL,
) => sql`SELECT json_group_array(json_object('id', q.id, 'position', tie.position, 'title', q.title, 'type', q.type, 'help', q.help, 'required', q.required, 'max_length', q.max_length,
  'minimum', q.minimum, 'maximum', q.maximum, 'choices', json(q.choices), 'translations', json(q.translations), 'show_if', json(q.show_if))) FROM ${ties} AS tie CROSS JOIN questions AS q WHERE ${isTied} AND q.id = tie.question_id`
/** The current version of a waiver, as JSON; `null` without a waiver. */
export const waiverOf = (
  waiverId: SQL,
) => sql`SELECT coalesce((SELECT json_object('waiver_id', w.id, 'version', w.version, 'title', wv.title, 'text', wv.text, 'text_hash', wv.text_hash, 'translations', json(wv.translations)) FROM waivers AS w CROSS JOIN waiver_versions AS wv
  WHERE w.id = ${waiverId} AND wv.waiver_id = w.id AND wv.version = w.version), 'null')`
/** The packages required by an event or an appointment type, as JSON. Most require none, and then no lookup runs. */
export const packagesOf = (
  packageIds: SQL,
  programId: SQL,
) => sql`SELECT CASE WHEN ${packageIds} = '[]' THEN '[]' ELSE (SELECT json_group_array(json_object('id', each.value, 'object', CASE WHEN sp.id IS NULL THEN 'membership_package' ELSE 'session_package' END,
  'name', coalesce(sp.name, mp.name), 'is_discontinued', coalesce(sp.is_discontinued, mp.is_discontinued), 'translations', json(coalesce(sp.translations, mp.translations))) ORDER BY coalesce(sp.cost, mp.cost), coalesce(sp.name, mp.name)) FROM json_each(${packageIds}) AS each
  LEFT JOIN session_packages AS sp ON sp.id = each.value AND sp.is_of_membership = 0 AND sp.program_id = ${programId} LEFT JOIN membership_packages AS mp ON mp.id = each.value AND mp.program_id = ${programId} WHERE sp.id IS NOT NULL OR mp.id IS NOT NULL) END`
