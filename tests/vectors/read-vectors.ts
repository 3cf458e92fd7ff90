import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { JsonValue } from '#src/kernel/json/json.ts';
import { asObject, asText, isList } from './input.ts';
import type { Vector } from './vector.types.ts';

/** The vectors of one file, under the file's name without `.json`. */
export interface VectorFile {
  readonly name: string;
  readonly vectors: readonly Vector[];
}

/** Reads every `*.json` of a folder, or those named in `only`. Throws when one of them is not a vector file. */
export async function readVectorFiles(folder: string, only: readonly string[] = []): Promise<VectorFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  const wanted = names.filter((name) => only.length === 0 || only.includes(basename(name, '.json')));
  return Promise.all(wanted.map((name) => readVectorFile(join(folder, name))));
}

async function readVectorFile(path: string): Promise<VectorFile> {
  const document: JsonValue = JSON.parse(await readFile(path, 'utf8'));
  const list = typeof document === 'object' && document !== null && !isList(document) ? document['vectors'] : document;
  if (list === undefined || list === null || typeof list !== 'object' || !isList(list))
    throw new TypeError(`${path} holds no vectors`);
  return { name: basename(path, '.json'), vectors: list.map(readVector) };
}

function readVector(value: JsonValue): Vector {
  const entry = asObject(value);
  const { input = null, expect = null } = entry;
  return { id: asText(entry['id']), operation: asText(entry['operation']), input, expect, entry };
}
