import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Outcome } from './check.ts';
import { commitSubjectProblems } from './commit-subjects.ts';
import { folderWidthProblems } from './folder-width.ts';
import { glossaryProblems } from './glossary-words.ts';
import { listFiles } from './list-files.ts';
import { listProblems, type ShrinkingList } from './shrinking-list.ts';
import { sqlOutsideRepositories } from './sql-outside-repositories.ts';
import { tablesOfManyOwners } from './table-owners.ts';

export function checkFolderWidth(root: string): Outcome {
  return { problems: folderWidthProblems(listFiles(root, ['src', 'sandbox'])) };
}

export function checkGlossaryWords(root: string): Outcome {
  const found = glossaryProblems(sourcesOf(root, ['src', 'sandbox']));
  const hints = new Map(found.map(({ entry, hint }) => [entry, hint]));
  const { problems, note } = againstList(root, 'glossary-words.json', [...hints.keys()], 'a word of the old glossary');
  return { problems: problems.map((problem) => hints.get(problem.replace(/: [^:]*$/, '')) ?? problem), note };
}

export function checkSql(root: string): Outcome {
  const found = sqlOutsideRepositories(sourcesOf(root, ['src/domain', 'src/apps']));
  return againstList(root, 'sql-outside-repositories.json', found, 'SQL belongs in a *.repository.server.ts');
}

export function checkTableOwners(root: string): Outcome {
  const found = tablesOfManyOwners(sourcesOf(root, ['src']));
  return againstList(root, 'tables-of-many-owners.json', found, 'one subject alone writes a table');
}

/** First lines of the commits that the main branch does not have; none without such a branch. */
export function checkCommits(root: string): Outcome {
  for (const base of ['origin/main', 'main@{upstream}', 'main']) {
    const subjects = git(root, ['log', '--no-merges', '--format=%s', `${base}..HEAD`]);
    if (subjects === null) continue;
    const lines = subjects.split('\n').filter((line) => line !== '');
    return { problems: commitSubjectProblems(lines), note: `${lines.length} commits ahead of ${base}` };
  }
  return { problems: [], note: 'no branch to compare with' };
}

function againstList(
  root: string,
  name: string,
  found: readonly string[],
  what: string,
): Outcome & { readonly note: string } {
  const file = `tests/architecture/${name}`;
  const list = JSON.parse(readFileSync(path.join(root, file), 'utf8')) as ShrinkingList;
  return { problems: listProblems(found, list, { file, what }), note: `${list.entries.length} left` };
}

function sourcesOf(root: string, folders: readonly string[]): Map<string, string> {
  const files = listFiles(root, folders).filter(
    (file) => /\.tsx?$/.test(file) && !/\.(test|generated)\.tsx?$/.test(file),
  );
  return new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
}

function git(root: string, args: readonly string[]): string | null {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return null;
  }
}
