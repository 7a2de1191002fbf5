/** The fields that have a value. */
type Given<Fields extends object> = { readonly [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };

/** Returns an object with the fields that are given: those that are undefined are left out. */
export function given<Fields extends object>(fields: Fields): Given<Fields> {
  const found: { -readonly [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } = {};
  for (const key in fields) {
    const value = fields[key];
    if (isGiven(value)) found[key] = value;
  }
  return found;
}

function isGiven<Value>(value: Value): value is Exclude<Value, undefined> {
  return value !== undefined;
}
