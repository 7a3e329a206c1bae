/** Copies the named fields of an object, so that each is named once. */
export const pick = <From extends object, Name extends keyof From>(
  from: From,
  names: readonly Name[],
): Pick<From, Name> => Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>

/** Copies an object without the named fields. */
export function omit<From extends object, Name extends keyof From>(
  from: From,
  names: readonly Name[],
): Omit<From, Name> {
  const rest = { ...from }
  for (const name of names) delete rest[name]
  return rest
}

/** An object with these fields, each with the value of its name. */
export const mapFields = <Name extends string, Value>(
  names: readonly Name[],
  value: (name: Name) => Value,
): Record<Name, Value> => Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>
