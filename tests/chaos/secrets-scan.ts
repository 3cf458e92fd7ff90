import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { secretBytes, secretMarks } from './canaries.ts';

/** I16: texts that must hold no secret, by what they are. */
export function i16(texts: readonly { readonly where: string; readonly text: string }[]): string[] {
  return texts.flatMap(({ where, text }) =>
    secretMarks.filter(({ pattern }) => pattern.test(text)).map(({ name }) => `I16: a ${name} is in ${where}`),
  );
}

/** The same for a file of lines, however long it is; a file that is not there holds nothing. */
export async function i16Lines(where: string, file: string): Promise<string[]> {
  if (!existsSync(file)) return [];
  const found = new Set<string>();
  for await (const line of linesOf(file)) for (const one of i16([{ where, text: line }])) found.add(one);
  return [...found];
}

/** Lines of a file that may be longer than any text can be. */
export const linesOf = (file: string): AsyncIterable<string> =>
  createInterface({ input: createReadStream(file), crlfDelay: Infinity });

/** The same for every file below a folder: the database's tables, indexes, its log of writes, and its own log. */
export function i16Files(folder: string): string[] {
  return filesBelow(folder).flatMap((file) => {
    const bytes = readFileSync(file);
    return secretBytes
      .filter((secret) => bytes.includes(secret.bytes))
      .map(({ name }) => `I16: a ${name} is in the database's file ${path.relative(folder, file)}`);
  });
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const whole = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'programs' ? [] : filesBelow(whole);
    return entry.isFile() && statSync(whole).size > 0 ? [whole] : [];
  });
}
