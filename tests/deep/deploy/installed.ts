import { spawnSync } from 'node:child_process';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../../..');
export const deployFolder = path.join(root, 'deploy');

/** Whether a program of Debian's packages or the like is there; a test without it is skipped, and says so. */
export function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}
