import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type IModule, type IViolation, cruise } from 'dependency-cruiser';
import configuration, { codeFolders } from '../../.dependency-cruiser.ts';
import { upwardImports } from './domain-layers.ts';
import { type ImportGraph, findCycles, findPaths } from './import-graph.ts';
import { listFiles } from './list-files.ts';

export interface ImportRulesReport {
  /** One line per broken rule: `rule: from → to`. */
  readonly violations: readonly string[];
  /** Files that were not read, or whose imports were not found: the rules would not apply there. */
  readonly unread: readonly string[];
  readonly modules: number;
}

/** Rules about the order of folders, or about paths longer than one import; all others are in `.dependency-cruiser.ts`. */
export const graphRules = ['no-cycles', 'server-files-reach-no-view', 'domain-layers'] as const;

/**
 * Checks every import below `root` against the rules of `.dependency-cruiser.ts`.
 * A reader that silently reads nothing (as happens with the wrong parser) shows up in `unread`.
 */
export async function checkImportRules(root: string): Promise<ImportRulesReport> {
  const folders = codeFolders.filter((folder) => existsSync(path.join(root, folder)));
  const files = listFiles(root, codeFolders).filter(isCode);
  const { forbidden = [], options = {} } = configuration;
  const { output } = await cruise(folders, { ...options, baseDir: root, validate: true, ruleSet: { forbidden } });
  if (typeof output === 'string') throw new Error('the dependency reader answered with text instead of a result');

  return {
    violations: [...output.summary.violations.map(describe), ...graphViolations(output.modules)].sort(),
    unread: unreadFiles(root, files, output.modules),
    modules: files.length,
  };
}

/** Files that the reader did not see, and files that begin with an import but have none in its result. */
export function unreadFiles(
  root: string,
  files: readonly string[],
  modules: readonly { readonly source: string; readonly dependencies: readonly unknown[] }[],
): string[] {
  const read = new Map(modules.map((module) => [module.source, module.dependencies.length]));
  return files.filter((file) => {
    const imports = read.get(file);
    return imports === undefined || (imports === 0 && /^import\b/m.test(readFileSync(path.join(root, file), 'utf8')));
  });
}

function isCode(file: string): boolean {
  return /\.tsx?$/.test(file) && !file.endsWith('.d.ts') && !file.startsWith('tests/architecture/bad/');
}

function describe(violation: IViolation): string {
  return `${violation.rule.name}: ${violation.from} → ${violation.unresolvedTo ?? violation.to}`;
}

function graphViolations(modules: readonly IModule[]): string[] {
  const [noCycles, noView, layers] = graphRules;
  const graph = runTimeImports(modules);
  // Node cannot run .tsx: a server file that reaches one fails at its first import.
  const views = findPaths(
    graph,
    (file) => /^src\/.*\.server(\.generated)?\.ts$/.test(file),
    (file) => file.endsWith('.tsx'),
  );
  const imports = modules
    .filter(({ source }) => !/\.test\.tsx?$/.test(source))
    .flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => ({ from: source, to: resolved })));
  return [
    ...findCycles(graph).map((ring) => `${noCycles}: ${ring}`),
    ...views.map((way) => `${noView}: ${way}`),
    ...upwardImports(imports).map((way) => `${layers}: ${way}`),
  ];
}

function runTimeImports(modules: readonly IModule[]): ImportGraph {
  return new Map(
    modules.map((module) => [
      module.source,
      module.dependencies.filter((edge) => !edge.dependencyTypes.includes('type-only')).map((edge) => edge.resolved),
    ]),
  );
}
