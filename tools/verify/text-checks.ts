import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { listProblems } from '../dependencies/dependency-list.ts';
import type { Outcome } from './check.ts';
import { docProblems } from './doc-links.ts';
import { nameProblems } from './file-names.ts';
import { listFiles } from './list-files.ts';
import { moneyNumberProblems } from './money-numbers.ts';
import { type Lockfile, type PackageManifest, packageProblems } from './packages.ts';
import { type PluggedName, foldersWithoutCompanies, genericFolders, railNameProblems } from './rail-names.ts';

const code = ['src', 'sandbox', 'tests', 'tools', 'bench', 'migrations'];
const isBadCase = (file: string) => file.startsWith('tests/architecture/bad/');
const isGenerated = (file: string) => /\.generated\.tsx?$/.test(file);
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

/** Lines of a style sheet; oxlint's `max-lines` has the same limit for code. */
const sheetLimit = 250;

/** Style sheets over the limit. */
export function longSheetProblems(lineCounts: ReadonlyMap<string, number>): string[] {
  return [...lineCounts]
    .filter(([, lines]) => lines > sheetLimit)
    .map(([file, lines]) => `${file} has ${lines} lines (limit ${sheetLimit}): split it by subject`);
}

export function checkFileSizes(root: string): Outcome {
  const sheets = listFiles(root, ['src', 'sandbox']).filter((file) => file.endsWith('.css'));
  const counts = new Map(sheets.map((file) => [file, read(root, file).trimEnd().split('\n').length]));
  return { problems: longSheetProblems(counts), note: `${sheets.length} style sheets` };
}

export function checkNames(root: string): Outcome {
  const files = listFiles(root, [...code, 'brands', 'docs']).filter(
    (file) => !isBadCase(file) && !file.startsWith('tests/vectors/data/'),
  );
  return { problems: nameProblems(files), note: `${files.length} files` };
}

/** Design rule: files outside a rail's or gateway's folder do not name it. */
export async function checkRailNames(root: string): Promise<Outcome> {
  const companies = await plugged(root, 'gateways');
  const names = [...(await plugged(root, 'rails')), ...companies];
  const isSource = (file: string) => /\.(tsx?|css)$/.test(file) && !isTest(file);
  const sources = readAll(root, genericFolders, isSource);
  const serving = readAll(root, foldersWithoutCompanies, isSource);
  return {
    problems: [...railNameProblems(sources, names), ...railNameProblems(serving, companies)],
    note: `${names.length} names, ${sources.size + serving.size} files`,
  };
}

export function checkMoneyNumbers(root: string): Outcome {
  const sources = readAll(root, ['src', 'sandbox'], (file) => /\.tsx?$/.test(file) && !isTest(file));
  return { problems: moneyNumberProblems(sources), note: `${sources.size} files` };
}

export function checkDocs(root: string): Outcome {
  const { scripts } = readJson(root, 'package.json') as { scripts: Readonly<Record<string, string>> };
  const landscape = {
    exists: (file: string) => existsSync(path.join(root, file)),
    scripts: new Set(Object.keys(scripts)),
  };
  const pages = listFiles(root, ['.'])
    .filter((file) => file.endsWith('.md') && !isBadCase(file))
    .filter((file) => !file.startsWith('brands/'));
  return {
    problems: pages.flatMap((page) => docProblems(page, read(root, page), landscape)),
    note: `${pages.length} pages`,
  };
}

export function checkPackages(root: string): Outcome {
  const lock = readJson(root, 'package-lock.json') as Lockfile;
  const problems = packageProblems(readJson(root, 'package.json') as PackageManifest, lock);
  return { problems, note: `${Object.keys(lock.packages).length - 1} packages` };
}

/** Compares the lock file with the reviewed list. */
export function checkParts(root: string): Outcome {
  const lock = readJson(root, 'package-lock.json') as Lockfile;
  return {
    problems: listProblems(lock, read(root, 'docs/parts.txt')),
    note: 'ages are asked by npm run parts, with a network',
  };
}

function readAll(root: string, folders: readonly string[], keep: (file: string) => boolean): Map<string, string> {
  const files = listFiles(root, folders).filter((file) => keep(file) && !isGenerated(file));
  return new Map(files.map((file) => [file, read(root, file)]));
}

/** The folders of `src/rails` or `src/gateways`; a rail's manifest gives the specification's names for it. */
async function plugged(root: string, kind: 'rails' | 'gateways'): Promise<PluggedName[]> {
  const folder = path.join(root, 'src', kind);
  if (!existsSync(folder)) return [];
  const ids = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return Promise.all(ids.map(async ({ name }) => ({ id: name, aliases: await methodsOf(path.join(folder, name)) })));
}

async function methodsOf(folder: string): Promise<readonly string[]> {
  const manifest = path.join(folder, 'rail.ts');
  if (!existsSync(manifest)) return [];
  const module: { rail?: { methods?: readonly string[] } } = await import(manifest);
  return module.rail?.methods ?? [];
}

function read(root: string, file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

function readJson(root: string, file: string): unknown {
  return JSON.parse(read(root, file));
}
