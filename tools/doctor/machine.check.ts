import { existsSync, readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { type Check, type Finding, ok, warning, wrong } from './finding.ts';

const gigabyte = 1_000_000_000;

/** Disk and open files of this machine, by what the settings ask of it. */
export const checkMachine: Check = async ({ env }) => {
  // Only the embedded database keeps anything here.
  const isKept = env.databaseUrl === null && existsSync(env.dataDir);
  return [...(isKept ? [await diskFinding(env.dataDir)] : []), ...filesFinding(env.maxConnections)];
};

async function diskFinding(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const found = `${(free / gigabyte).toFixed(1)} GB free in ${folder}`;
  if (free > 2 * gigabyte) return ok('disk', found);
  return (free > gigabyte / 5 ? warning : wrong)('disk', found, 'Make room: PostgreSQL stops when it cannot write.');
}

/** Node.js raises the soft limit to the hard one by itself. */
function filesFinding(maxConnections: number): Finding[] {
  const limits = '/proc/self/limits';
  const line = existsSync(limits) ? /^Max open files +\S+ +(\S+)/m.exec(readFileSync(limits, 'utf8')) : null;
  if (line === null) return [];
  const most = Number(line[1]);
  const needed = maxConnections * 2 + 500;
  if (line[1] === 'unlimited' || most >= needed) return [ok('open files', `${line[1]} may be open`)];
  const remedy = `Raise it to ${needed} (systemd: LimitNOFILE), or lower MAX_CONNECTIONS.`;
  return [wrong('open files', `only ${most} may be open`, remedy)];
}
