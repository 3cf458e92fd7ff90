import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Outcome } from './check.ts';

/** Runs a program of `node_modules/.bin` (or node itself) from `root`; a non-zero exit code returns its output as the problem. */
export function runCommand(root: string, program: string, args: readonly string[]): Promise<Outcome> {
  const file = program === 'node' ? process.execPath : path.join(root, 'node_modules/.bin', program);
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve({ problems: [] });
      else resolve({ problems: [output.trim() || `${program} ended with ${signal ?? `code ${code}`}`] });
    });
  });
}
