import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { z } from 'zod';
import { type ConsoleLocale, consoleLocales } from './console-locales.ts';

type Words = Readonly<Record<string, string>>;

/** A `*.copy.json` of the console: complete in each of its languages. Keys as in `sales.title`; ICU MessageFormat. */
export interface ConsoleWordFile {
  readonly file: string;
  readonly words: Readonly<Record<ConsoleLocale, Words>>;
}

export interface CompiledConsoleWords {
  readonly words: Readonly<Record<ConsoleLocale, Readonly<Record<string, CompiledMessage>>>>;
  /** One line for each mistake: `file: locale: key what`. */
  readonly problems: readonly string[];
}

const wordsJson = z.record(z.string().regex(/^[a-z][\w-]*(?:\.[\w-]+)+$/), z.string().trim().min(1));
const wordFileJson = z.strictObject({ 'pt-BR': wordsJson, 'es-PE': wordsJson, en: wordsJson });

/** Reads every `*.copy.json` below `src/apps/console`. Throws for a file of another shape. */
export function readConsoleWords(root: string): readonly ConsoleWordFile[] {
  const base = path.join(root, 'src/apps/console');
  const files = readdirSync(base, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.copy.json'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  return files.map((full) => {
    const file = path.relative(root, full).split(path.sep).join('/');
    const read = wordFileJson.safeParse(JSON.parse(readFileSync(full, 'utf8')));
    if (!read.success) throw new Error(`${file}: ${z.prettifyError(read.error)}`);
    return { file, words: read.data };
  });
}

/** Compiles the words, and names what is wrong: a key twice, missing in a language, or with other arguments there. */
export function compileConsoleWords(files: readonly ConsoleWordFile[]): CompiledConsoleWords {
  const problems: string[] = [];
  const owners = new Map<string, string>();
  const words = { 'pt-BR': {}, 'es-PE': {}, en: {} } satisfies Record<ConsoleLocale, object>;
  const compiled: Record<ConsoleLocale, Record<string, CompiledMessage>> = words;
  for (const { file, words: own } of files) {
    const keys = new Set(consoleLocales.flatMap((locale) => Object.keys(own[locale])));
    for (const key of keys) {
      const other = owners.get(key);
      if (other !== undefined) problems.push(`${file}: ${key} is also in ${other}`);
      owners.set(key, file);
      for (const locale of consoleLocales) {
        const text = own[locale][key];
        if (text === undefined) problems.push(`${file}: ${locale}: ${key} is missing`);
        else compileOne(compiled[locale], key, text, (what) => problems.push(`${file}: ${locale}: ${key} ${what}`));
      }
      const wanted = namesOf(compiled['pt-BR'][key]);
      for (const locale of consoleLocales) {
        const given = namesOf(compiled[locale][key]);
        if (compiled[locale][key] !== undefined && given !== wanted)
          problems.push(
            `${file}: ${locale}: ${key} has the arguments ${given || 'none'}, pt-BR has ${wanted || 'none'}`,
          );
      }
    }
  }
  return { words: compiled, problems };
}

function compileOne(
  into: Record<string, CompiledMessage>,
  key: string,
  text: string,
  report: (what: string) => void,
): void {
  try {
    into[key] = compileMessageOrThrow(text);
  } catch (error) {
    report(`is no valid message: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Names of a message's arguments, sorted, as one text. */
function namesOf(message: CompiledMessage | undefined): string {
  const names = new Set<string>();
  const walk = (tokens: CompiledMessage): void => {
    for (const token of tokens) {
      if (typeof token === 'string') continue;
      if (token[0] !== '#') names.add(token[0]);
      const choices: unknown = token[2];
      if (typeof choices !== 'object' || choices === null) continue;
      for (const choice of Object.values(choices)) if (Array.isArray(choice)) walk(choice);
    }
  };
  if (message !== undefined) walk(message);
  return [...names].sort().join(', ');
}
