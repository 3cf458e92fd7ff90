import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type IModule, type IViolation, cruise } from 'dependency-cruiser';
import configuration, { codeFolders } from '../../.dependency-cruiser.ts';
import { findCycles } from './cycles.ts';
import { listFiles } from './list-files.ts';

export interface WallsReport {
  /** One line per broken wall: `rule: from → to`. */
  readonly violations: readonly string[];
  /** Files that exist but were not read, or whose imports were not seen: the walls would be blind there. */
  readonly unread: readonly string[];
  readonly modules: number;
}

/** The one rule that is searched for here; all others stand in `.dependency-cruiser.ts`. */
export const cycleRule = 'no-cycles';

/**
 * Reads every import below `root` and holds it against the rules of `.dependency-cruiser.ts`.
 * A reader that silently reads nothing (as happens with the wrong parser) shows up in `unread`.
 */
export async function checkWalls(root: string): Promise<WallsReport> {
  const folders = codeFolders.filter((folder) => existsSync(path.join(root, folder)));
  const { forbidden = [], options = {} } = configuration;
  const { output } = await cruise(folders, { ...options, baseDir: root, validate: true, ruleSet: { forbidden } });
  if (typeof output === 'string') throw new Error('the dependency reader answered with text instead of a result');

  const files = listFiles(root, codeFolders).filter(isCode);
  return {
    violations: [...output.summary.violations.map(describe), ...cycles(output.modules)].sort(),
    unread: unreadFiles(root, files, output.modules),
    modules: files.length,
  };
}

/** Files that the reader never saw, and files that start with an import of which it saw none. */
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

function cycles(modules: readonly IModule[]): string[] {
  const graph = new Map(
    modules.map((module) => [
      module.source,
      module.dependencies.filter((edge) => !edge.dependencyTypes.includes('type-only')).map((edge) => edge.resolved),
    ]),
  );
  return findCycles(graph).map((ring) => `${cycleRule}: ${ring}`);
}
