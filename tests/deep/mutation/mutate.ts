import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { type GroupName, groups } from './groups.ts';
import { everyMutant, isChosen, keyOf, type Place, type Sample } from './sample.ts';
import type { Mutant } from './score.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Everything that runs write; not in git. */
export const folder = 'coverage/mutation';

/** What the tests of the domain with a database are made of: the rest would be copied for each file again. */
const domain = [
  'src/domain',
  'src/kernel',
  'src/platform',
  'src/server',
  'migrations',
  'tests/support',
  'tests/deep/mutation',
];

type Found = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

/**
 * Tries every mutant of a group, or of one file of it, in a copy of the project, one after the other, and leaves a report that
 * a browser shows. `kept`: where the verdicts of such a run are written, and are found by the next one, which judges again only
 * what changed in the file or in its tests. `sample`: only those of it are tried and given; `survivors`: these
 * and no other, by all tests of the group.
 */
export async function mutate(
  name: GroupName,
  file: string | undefined,
  kept?: string,
  sample: Sample = everyMutant,
  survivors: readonly Mutant[] = [],
): Promise<Mutant[]> {
  const { share, draw } = sample;
  process.chdir(root);
  process.env['MUTATION_GROUP'] = name;
  process.env['MUTATION_FILE'] = file ?? '';
  process.env['MUTATION_SAMPLE'] = `${share} ${draw}`;
  process.env['MUTATION_SURVIVORS'] = JSON.stringify(survivors.map(keyOf));
  const isSecond = survivors.length > 0;
  const isWhole = share === 1 && !isSecond;
  const { judgingTests, ...group } = groups[name];
  const files = isSecond ? [...new Set(survivors.map((one) => one.file))] : group.mutate;
  const found = await new Stryker({
    mutate: file === undefined ? [...files] : [file],
    // Without tsconfig.json: Stryker would rewrite it by TypeScript's own functions, which version 7 does not have.
    ignorePatterns: [
      '**',
      ...(judgingTests ? domain : ['src', 'sandbox', 'tests']).map((copied) => `!${copied}/**`),
      '!package.json',
    ],
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner'), import.meta.resolve('./sample-checker.ts')],
    checkers: isWhole ? [] : ['sample'],
    vitest: { configFile: 'tests/deep/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    // A mutant that never ends is told from a slow machine; what waits for a lock may do so for half a minute.
    timeoutMS: judgingTests ? 120_000 : 20_000,
    dryRunTimeoutMinutes: 60,
    tempDirName: `${folder}/work`,
    reporters: ['html', 'progress-append-only'],
    htmlReporter: { fileName: `${folder}/${kept ?? (isSecond ? `${name}-survivors` : name)}.html` },
    ...(kept === undefined || !isWhole ? {} : { incremental: true, incrementalFile: `${folder}/${kept}.json` }),
    warnings: false,
  }).runMutationTest();
  // What no test comes by is told without asking the checker.
  return found.filter((one) => isWhole || isChosen(placeOf(one))).map(mutantFrom);
}

function placeOf({ fileName, location, mutatorName, replacement }: Found): Place {
  const { line, column } = location.start;
  return { file: fileName, line, column, mutator: mutatorName, replacement: replacement ?? '' };
}

/** A test that failed because it, or a statement of it, took too long. */
const tookTooLong = /\btimed out\b|\btimeout\b/i;

function mutantFrom({ fileName, location, mutatorName, replacement, status, statusReason = '' }: Found): Mutant {
  const lines = readFileSync(path.resolve(root, fileName), 'utf8').split('\n');
  return {
    file: path.relative(root, fileName).split(path.sep).join('/'),
    line: location.start.line,
    column: location.start.column,
    source: (lines[location.start.line - 1] ?? '').trim(),
    mutator: mutatorName,
    original: textAt(lines, location),
    replacement: replacement ?? '',
    status: status === 'Killed' && tookTooLong.test(statusReason) ? 'Timeout' : status,
  };
}

function textAt(lines: readonly string[], { start, end }: Found['location']): string {
  const part = lines.slice(start.line - 1, end.line);
  const last = part.length - 1;
  return part
    .map((line, index) => line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined))
    .join('\n');
}
