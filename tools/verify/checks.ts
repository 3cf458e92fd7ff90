import { existsSync } from 'node:fs';
import path from 'node:path';
import { budgetProblems, readFigures } from '../budgets.ts';
import { generateRegistries } from '../generate-registries.ts';
import { registryTable } from '../generate-registries/registry-table.ts';
import type { Check, Outcome } from './check.ts';
import { checkJudges } from './judges.ts';
import { runCommand } from './run-command.ts';
import {
  checkDocs,
  checkFileSizes,
  checkMoneyNumbers,
  checkNames,
  checkPackages,
  checkParts,
  checkRailNames,
} from './text-checks.ts';
import { checkImportRules } from './import-rules.ts';
import { checkCommits, checkFolderWidth, checkGlossaryWords, checkSql, checkTableOwners } from './structure-checks.ts';

/** Every check of `npm run verify`, slowest first so that the two lanes end together. */
export const checks: readonly Check[] = [
  { name: 'judges', run: checkJudges },
  { name: 'types', run: (root) => runCommand(root, 'tsc', ['-p', '.']) },
  { name: 'unused', run: (root) => runCommand(root, 'knip', ['--no-progress', '--no-config-hints']) },
  { name: 'used-by-tests-only', run: usedByTestsOnly },
  { name: 'lint', run: (root) => runCommand(root, 'oxlint', ['--format=unix']) },
  { name: 'brands', run: (root) => runTool(root, 'tools/check-brands.ts') },
  { name: 'walls', run: walls },
  { name: 'format', run: (root) => runCommand(root, 'oxfmt', ['--list-different']) },
  { name: 'registries', run: registries },
  { name: 'budgets', run: budgets },
  { name: 'flows', run: (root) => runCommand(root, 'node', ['tools/flows.ts', '--check']) },
  { name: 'picture', run: (root) => runCommand(root, 'node', ['tools/architecture-picture.ts', '--check']) },
  { name: 'rail-names', run: checkRailNames },
  { name: 'money', run: checkMoneyNumbers },
  { name: 'file-sizes', run: checkFileSizes },
  { name: 'file-names', run: checkNames },
  { name: 'folder-width', run: checkFolderWidth },
  { name: 'glossary-words', run: checkGlossaryWords },
  { name: 'no-sql-outside-repositories', run: checkSql },
  { name: 'one-owner-per-table', run: checkTableOwners },
  { name: 'commits', run: checkCommits },
  { name: 'docs', run: checkDocs },
  { name: 'packages', run: checkPackages },
  { name: 'parts', run: checkParts },
];

/** What `npm run unused` names: files, exports and types that nothing but tests uses. */
function usedByTestsOnly(root: string): Promise<Outcome> {
  const production = ['--production', '--include', 'files,exports,types'];
  return runCommand(root, 'knip', [...production, '--no-progress', '--no-config-hints']);
}

async function walls(root: string): Promise<Outcome> {
  const { violations, unread, modules } = await checkImportRules(root);
  const blind = unread.map((file) => `${file} was not read, so no wall stands there`);
  return { problems: [...violations, ...blind], note: `${modules} modules` };
}

function registries(root: string): Outcome {
  const { problems, stale } = generateRegistries(root, registryTable, false);
  return { problems: [...problems, ...stale.map((output) => `${output} is stale: run npm run registries`)] };
}

function budgets(root: string): Outcome {
  const figures = readFigures(root);
  if (figures === null) return { problems: [], note: 'no build in dist: npm run build makes one' };
  return { problems: budgetProblems(figures), note: `${figures.length} figures` };
}

async function runTool(root: string, tool: string): Promise<Outcome> {
  if (existsSync(path.join(root, tool))) return runCommand(root, 'node', [tool]);
  return { problems: [], note: `${tool} does not exist yet` };
}
