import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deep } from '#tests/support/depth.ts';
import { deployFolder, isInstalled } from './installed.ts';

const units = [
  'matricula@app.service',
  'matricula@worker.service',
  'matricula@console.service',
  'matricula-migrate.service',
];
/** `systemd-analyze security`: 0 is closed, 10 open; a service without settings has 9.6. */
const mostExposed = 2;
let root: string;

/** A root folder with these units and systemd's own, and a program where the product's Node.js would be. */
beforeAll(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'matricula-units-'));
  const program = path.join(root, 'opt/matricula/node_modules/.bin');
  const own = path.join(root, 'etc/systemd/system');
  for (const folder of [program, own]) mkdirSync(folder, { recursive: true });
  copyFileSync('/bin/true', path.join(program, 'node'));
  const systemd = '/lib/systemd/system';
  if (existsSync(systemd))
    for (const name of readdirSync(systemd).filter((one) => one.endsWith('.target')))
      copyFileSync(path.join(systemd, name), path.join(own, name));
  cpSync(path.join(deployFolder, 'systemd'), own, { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function analyze(...args: readonly string[]): string {
  const { stdout, stderr } = spawnSync('systemd-analyze', [...args, `--root=${root}`], { encoding: 'utf8' });
  return stdout + stderr;
}

test.skipIf(!isInstalled('systemd-analyze'))('systemd finds no fault in the units, and little exposed', deep, () => {
  for (const unit of units) {
    const faults = analyze('verify', '--man=no', unit)
      .split('\n')
      .filter((line) => line.includes('matricula'));
    expect(faults).toEqual([]);
    const said = analyze('security', '--offline=true', '--no-pager', unit);
    const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(said)?.[1]);
    console.log(`${unit}: exposure ${exposure}`);
    expect(exposure).toBeLessThanOrEqual(mostExposed);
  }
});
