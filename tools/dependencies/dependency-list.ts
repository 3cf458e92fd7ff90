import type { Lockfile } from '../verify/packages.ts';

/** A third-party package that is installed with the product, or with its tests. */
export interface Dependency {
  readonly name: string;
  readonly version: string;
  /** As npm writes it (`sha512-…`); null for a tool's binary for another system, whose checksum npm does not record here. */
  readonly integrity: string | null;
  readonly licence: string | null;
  readonly isForTests: boolean;
}

/** Characters of a checksum in the list: the lock file has the whole one, and this many cannot be forged. */
const shown = 32;

/** Every package of a lock file, once, by name and version. */
export function dependenciesOf(lock: Lockfile): readonly Dependency[] {
  const found = new Map<string, Dependency>();
  for (const [place, one] of Object.entries(lock.packages)) {
    if (place === '' || one.link === true) continue;
    const name = one.name ?? place.replace(/^.*node_modules\//, '');
    const version = one.version ?? '';
    const id = `${name}@${version}`;
    const isForTests = one.dev === true && found.get(id)?.isForTests !== false;
    found.set(id, { name, version, integrity: one.integrity ?? null, licence: one.license ?? null, isForTests });
  }
  return [...found.values()].toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
}

export function idOf({ name, version }: Pick<Dependency, 'name' | 'version'>): string {
  return `${name}@${version}`;
}

/** A package as one line: name, version, beginning of its checksum, and `tests` for a development dependency. */
export function lineOf(part: Dependency): string {
  const sum = part.integrity === null ? '-' : part.integrity.slice(0, 'sha512-'.length + shown);
  return `${idOf(part)} ${sum}${part.isForTests ? ' tests' : ''}`;
}

/** Why a release was accepted before its time; by name and version. */
export type Reasons = ReadonlyMap<string, string>;

const head = [
  '# Every part of somebody else’s, by name, version and checksum. Written by `npm run parts`, which asks how old a new one is.',
  '# What stood here on 2026-11-22 was taken over as it was, its age unasked. `young: …`: taken before its time, and why.',
];

/** The text of `docs/parts.txt`. */
export function listText(parts: readonly Dependency[], reasons: Reasons): string {
  const lines = parts.map((part) => {
    const reason = reasons.get(idOf(part));
    return reason === undefined ? lineOf(part) : `${lineOf(part)} young: ${reason}`;
  });
  return `${[...head, ...lines].join('\n')}\n`;
}

/** The lines of a list without their reasons, and the reasons. */
export function readList(text: string): { readonly lines: ReadonlySet<string>; readonly reasons: Reasons } {
  const all = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const cut = all.map((line) => line.split(' young: ', 2) as [string, string?]);
  const reasons = cut.flatMap(([line, reason]) =>
    reason === undefined ? [] : [[line.split(' ', 1)[0] ?? '', reason] as const],
  );
  return { lines: new Set(cut.map(([line]) => line)), reasons: new Map(reasons) };
}

export interface Changes {
  /** Packages whose line is not in the list: new ones, and known ones with another checksum. */
  readonly come: readonly Dependency[];
  /** Lines of the list without a package. */
  readonly gone: readonly string[];
}

/** Differences between a lock file's packages and the list. */
export function changesOf(parts: readonly Dependency[], text: string): Changes {
  const { lines } = readList(text);
  const now = new Set(parts.map(lineOf));
  return {
    come: parts.filter((part) => !lines.has(lineOf(part))),
    gone: [...lines].filter((line) => !now.has(line)),
  };
}

/** Result of `npm run verify` for a list: every package that was added, removed or changed since the last review. */
export function listProblems(lock: Lockfile, text: string): string[] {
  const { come, gone } = changesOf(dependenciesOf(lock), text);
  const lines = [...come.map((part) => `+ ${lineOf(part)}`), ...gone.map((line) => `- ${line}`)];
  return lines.length === 0 ? [] : [['docs/parts.txt is not what is locked: npm run parts', ...lines].join('\n')];
}
