/** Returns an object with the fields that are given: those that are undefined are left out. */
export function given<Fields extends object>(
  fields: Fields,
): { readonly [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };
}
