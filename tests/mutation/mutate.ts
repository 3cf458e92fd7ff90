import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { type GroupName, groups } from './groups.ts';
import type { Mutant } from './score.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = 'coverage/mutation';

type Found = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

/** Tries every mutant of a group, or of one file of it, in a copy of the project, one after the other, and leaves a report that a browser shows. */
export async function mutate(name: GroupName, file: string | undefined): Promise<Mutant[]> {
  process.chdir(root);
  process.env['MUTATION_GROUP'] = name;
  const found = await new Stryker({
    mutate: file === undefined ? [...groups[name].mutate] : [file],
    // Without tsconfig.json: Stryker would rewrite it by TypeScript's own functions, which version 7 does not have.
    ignorePatterns: ['**', '!src/**', '!tests/**', '!package.json'],
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    // A mutant that never ends is told from a slow machine.
    timeoutMS: 20_000,
    tempDirName: `${folder}/work`,
    reporters: ['html', 'progress-append-only'],
    htmlReporter: { fileName: `${folder}/${name}.html` },
    warnings: false,
  }).runMutationTest();
  return found.map(mutantFrom);
}

function mutantFrom({ fileName, location, mutatorName, replacement, status }: Found): Mutant {
  const lines = readFileSync(path.resolve(root, fileName), 'utf8').split('\n');
  return {
    file: path.relative(root, fileName).split(path.sep).join('/'),
    line: location.start.line,
    source: (lines[location.start.line - 1] ?? '').trim(),
    mutator: mutatorName,
    original: textAt(lines, location),
    replacement: replacement ?? '',
    status,
  };
}

function textAt(lines: readonly string[], { start, end }: Found['location']): string {
  const part = lines.slice(start.line - 1, end.line);
  const last = part.length - 1;
  return part
    .map((line, index) => line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined))
    .join('\n');
}
