import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import databaseRun from '../../support/database/database-run.server.ts';
import type { Group, GroupName } from './groups.ts';
import { folder, mutate } from './mutate.ts';
import { everyMutant, type Sample } from './sample.ts';
import type { Mutant } from './score.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** How the mutants of one file fared, and when. */
export interface FileVerdict {
  readonly file: string;
  readonly mutants: readonly Mutant[];
  readonly seconds: number;
  readonly at: string;
}

interface StoredVerdict extends FileVerdict {
  readonly digest: string;
}

type Judges = NonNullable<Group['judgingTests']>;

/**
 * Tries files of a group whose files have tests of their own (all, when none is named), one after the other, on one database
 * server. What was found stays: the next run takes it as it is while neither the file nor its tests have changed, so that a
 * run of hours may be broken off. Whether other code that the tests go through has changed is not looked at; `isAfresh`
 * forgets what was found. `sample`: the part of each file's mutants that is tried.
 */
export async function* runFiles(
  name: GroupName,
  judgingTests: Judges,
  named: readonly string[],
  isAfresh: boolean,
  sample: Sample,
): AsyncGenerator<FileVerdict> {
  const end = startDatabase();
  try {
    for (const file of named.length > 0 ? named : Object.keys(judgingTests))
      yield await runFile(name, judgingTests, file, isAfresh, sample);
  } finally {
    end();
  }
}

/** Tries mutants that survived the tests of their files by all tests of the group. */
export async function runSurvivors(name: GroupName, survivors: readonly Mutant[]): Promise<Mutant[]> {
  const end = startDatabase();
  try {
    return await mutate(name, undefined, undefined, everyMutant, survivors);
  } finally {
    end();
  }
}

function startDatabase(): () => void {
  return databaseRun({
    provide: (_key, place) => {
      process.env['MUTATION_DATABASE'] = place;
    },
  });
}

async function runFile(
  name: GroupName,
  judgingTests: Judges,
  file: string,
  isAfresh: boolean,
  sample: Sample,
): Promise<FileVerdict> {
  const part = sample.draw === 1 ? `-${sample.share}` : `-${sample.share}-${sample.draw}`;
  const kept = `${name}${sample.share < 1 ? part : ''}/${path.basename(file, '.ts')}`;
  const place = path.join(root, folder, `${kept}.verdict.json`);
  if (isAfresh) for (const old of [place, path.join(root, folder, `${kept}.json`)]) rmSync(old, { force: true });
  const digest = digestOf([file, ...(judgingTests[file] ?? [])]);
  const before = existsSync(place) ? (JSON.parse(readFileSync(place, 'utf8')) as StoredVerdict) : null;
  if (before?.digest === digest) return before;
  const began = performance.now();
  const mutants = await mutate(name, file, kept, sample);
  const seconds = Math.round((performance.now() - began) / 1000);
  const verdict: StoredVerdict = { digest, file, at: new Date().toISOString(), seconds, mutants };
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, JSON.stringify(verdict));
  return verdict;
}

function digestOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}
