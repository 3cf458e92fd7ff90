/**
 * `npm run scan-secrets`: searches for keys and passwords in every tracked file, in the browser's build, and in every change
 * of the repository's history. Ends with `0 found`, or lists the locations, never the values.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { type FoundSecret, secretsIn } from './secrets/secret-patterns.ts';

const root = path.resolve(import.meta.dirname, '..');
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 30 });

function tracked(): string[] {
  return git('ls-files', '-z')
    .split('\0')
    .filter((file) => file !== '' && existsSync(path.join(root, file)));
}

function built(): string[] {
  const folder = path.join(root, 'dist');
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join('dist', file));
  return files.filter(
    (file) => /\.(?:js|css|html|json|svg|txt|map)$/.test(file) && statSync(path.join(root, file)).isFile(),
  );
}

let bytes = 0;
function look(file: string, text: string): FoundSecret[] {
  bytes += text.length;
  return secretsIn(file, text);
}

const files = [...tracked(), ...built()];
const found = files.flatMap((file) => look(file, readFileSync(path.join(root, file), 'latin1')));
const changes = git('log', '-p', '--no-color', '--format=commit %H', '--text', '-U0').split(
  /^commit (?=[0-9a-f]{40}$)/m,
);
for (const change of changes) {
  const added = change.split('\n').filter((line) => line.startsWith('+') && !line.startsWith('+++'));
  found.push(...look(`commit ${change.slice(0, 12)}`, added.map((line) => line.slice(1)).join('\n')));
}
for (const { kind, at } of found) console.log(`${kind} at ${at}`);
console.log(`looked through ${files.length} files and ${changes.length - 1} commits, ${bytes} bytes`);
console.log(`${found.length} found`);
process.exitCode = found.length > 0 ? 1 : 0;
