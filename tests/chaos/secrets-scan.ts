import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { secretBytes, secretMarks } from './canaries.ts';

/** I16: texts that must hold no secret, by what they are. */
export function i16(texts: readonly { readonly where: string; readonly text: string }[]): string[] {
  return texts.flatMap(({ where, text }) =>
    secretMarks.filter(({ pattern }) => pattern.test(text)).map(({ name }) => `I16: a ${name} is in ${where}`),
  );
}

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
