/** Something that may not come, came; or a promise is broken. */
export class Violation extends Error {}

export function allow(what: string, said: string, allowed: ReadonlySet<string>): void {
  if (!allowed.has(said))
    throw new Violation(`${what} was answered ${said}, which may not come: ${[...allowed].join(', ')}`);
}
