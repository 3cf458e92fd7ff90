import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { secretBytes, secretMarks } from './canary-values.ts';

/** I16: texts that must hold no secret, by what they are. */
export function i16(texts: readonly { readonly where: string; readonly text: string }[]): string[] {
  return texts.flatMap(({ where, text }) =>
    secretMarks.filter(({ pattern }) => pattern.test(text)).map(({ name }) => `I16: a ${name} is in ${where}`),
  );
}

/** The same for a file of lines, however long it is. A file that is not there is thrown: it was looked for in a wrong place. */
export async function i16Lines(where: string, file: string): Promise<string[]> {
  const found = new Set<string>();
  for await (const line of linesOf(file)) for (const one of i16([{ where, text: line }])) found.add(one);
  return [...found];
}

/** Lines of a file that may be longer than any text can be. Nothing but a line feed ends one: JSON may hold every other sign. */
export async function* linesOf(file: string): AsyncIterable<string> {
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** The same for every file below a folder: the database's tables, indexes, its log of writes, and its own log. */
export function i16Files(folder: string): string[] {
  return filesBelow(folder).flatMap((file) => {
    const bytes = readIfThere(file);
    return secretBytes
      .filter((secret) => bytes.includes(secret.bytes))
      .map(({ name }) => `I16: a ${name} is in the database's file ${path.relative(folder, file)}`);
  });
}

/** A running database renames and removes files while they are looked through; what it wrote anew is in others. */
function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (thrown) {
    if (isGone(thrown)) return Buffer.alloc(0);
    throw thrown;
  }
}

const isGone = (thrown: unknown): boolean => thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const whole = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'programs' ? [] : filesBelow(whole);
    return entry.isFile() && (statSync(whole, { throwIfNoEntry: false })?.size ?? 0) > 0 ? [whole] : [];
  });
}
