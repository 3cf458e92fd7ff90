/**
 * The list of third-party packages (`docs/parts.txt`), which `npm run verify` compares with the lock file.
 *
 *     npm run parts                                          shows changes; writes the list when all releases are old enough
 *     npm run parts -- --young name@1.2.3="CVE-2026-1234"    accepts a release before its time; the reason stays in the list
 *     npm run parts -- --bill parts.cdx.json                 writes the list as CycloneDX 1.6, without any request
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { buildSbom, type Product } from './dependencies/sbom.ts';
import { changesOf, lineOf, listText, dependenciesOf, readList } from './dependencies/dependency-list.ts';
import { ageProblems, type Published } from './dependencies/release-age.ts';
import type { Lockfile } from './verify/packages.ts';

const root = path.resolve(import.meta.dirname, '..');
const list = path.join(root, 'docs/parts.txt');
const readJson = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

/** By npm's own client, which has this machine's registry, proxies and certificates. */
async function publishedOf(name: string): Promise<Published> {
  try {
    const { stdout } = await promisify(execFile)('npm', ['view', name, 'time', '--json'], {
      cwd: root,
      timeout: 60_000,
    });
    const times: unknown = JSON.parse(stdout);
    return typeof times === 'object' && times !== null ? (times as Record<string, string>) : null;
  } catch {
    return null;
  }
}

async function accept(young: readonly string[]): Promise<number> {
  const parts = dependenciesOf(readJson('package-lock.json') as Lockfile);
  const before = readFileSync(list, 'utf8');
  const { come, gone } = changesOf(parts, before);
  for (const part of come) console.log(`+ ${lineOf(part)}`);
  for (const line of gone) console.log(`- ${line}`);
  const cut = young.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1).trim()] as const);
  if (cut.some(([id, reason]) => id === '' || reason === '')) {
    console.error('--young wants name@version=reason');
    return 2;
  }
  const reasons = new Map([...readList(before).reasons, ...cut]);
  const times = new Map<string, Published>();
  for (const { name } of come) if (!times.has(name)) times.set(name, await publishedOf(name));
  const problems = ageProblems(come, times, reasons, new Date());
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) {
    console.error('Nothing was written.');
    return 1;
  }
  writeFileSync(list, listText(parts, reasons));
  console.log(`${parts.length} parts, ${come.length} came, ${gone.length} went: docs/parts.txt`);
  return 0;
}

const { values } = parseArgs({ options: { bill: { type: 'string' }, young: { type: 'string', multiple: true } } });
if (values.bill === undefined) process.exitCode = await accept(values.young ?? []);
else {
  const { name, version } = readJson('package.json') as Product;
  const parts = dependenciesOf(readJson('package-lock.json') as Lockfile);
  writeFileSync(values.bill, `${JSON.stringify(buildSbom({ name, version }, parts), null, 2)}\n`);
  console.log(`${parts.length} parts: ${values.bill}`);
}
