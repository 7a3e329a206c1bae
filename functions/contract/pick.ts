/**
 * The named fields of an object, to name them once where an object is made of another: what is written by hand twice falls apart
 * when a field comes.
 */
export const pick = <From extends object, Name extends keyof From>(
  from: From,
  names: readonly Name[],
): Pick<From, Name> => Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>

/** An object without the named fields. */
export function omit<From extends object, Name extends keyof From>(
  from: From,
  names: readonly Name[],
): Omit<From, Name> {
  const rest = { ...from }
  for (const name of names) delete rest[name]
  return rest
}
