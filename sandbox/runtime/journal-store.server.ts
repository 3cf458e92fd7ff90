import { closeSync, existsSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import path from 'node:path';

/**
 * A collection kept in memory and in a journal of JSON lines that only grows. Each change writes the whole entity;
 * at start the journal is read again and the last line of an id wins. The journal is history: nothing rewrites it.
 */
export interface JournalStore<T> {
  get(id: string): T | undefined;
  put(entity: T): void;
  values(): IterableIterator<T>;
  readonly size: number;
  close(): void;
}

export interface JournalStoreOptions<T> {
  readonly idOf: (entity: T) => string;
  /** Entities for which this is false stay in the journal only. */
  readonly inMemory?: (entity: T) => boolean;
}

/** Opens (or makes) the journal at `file`. A last line that a crash cut short is dropped. */
export function openJournalStore<T>(
  file: string,
  { idOf, inMemory = () => true }: JournalStoreOptions<T>,
): JournalStore<T> {
  mkdirSync(path.dirname(file), { recursive: true });
  const entities = new Map<string, T>();
  const remember = (entity: T): void => {
    if (inMemory(entity)) entities.set(idOf(entity), entity);
    else entities.delete(idOf(entity));
  };
  for (const entity of readJournal<T>(file)) remember(entity);
  const journal = openSync(file, 'a', 0o600);

  return {
    get: (id) => entities.get(id),
    put(entity) {
      // A synchronous write of one line costs a few microseconds and outlives kill -9 of this process.
      writeSync(journal, `${JSON.stringify(entity)}\n`);
      remember(entity);
    },
    values: () => entities.values(),
    get size() {
      return entities.size;
    },
    close: () => closeSync(journal),
  };
}

function readJournal<T>(file: string): T[] {
  if (!existsSync(file)) return [];
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf(0x0a) + 1;
  if (end < bytes.length) truncateSync(file, end);
  const lines = bytes.toString('utf8', 0, end).split('\n');
  lines.pop();
  return lines.map((line): T => JSON.parse(line));
}
