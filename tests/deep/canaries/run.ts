/**
 * `npm run canaries`: sends card numbers, codes, documents and tokens that are known again through every path of a product
 * of its own, then looks through all that it left: log, addresses, tables, the database's files, messages, reports and the
 * companies' journals. Closes with `0 hits`, or says what lies where it does not belong.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCanaries } from './run-canaries.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'matricula-canaries-'));
// Started by root, PostgreSQL runs as another user, who must get through.
chmodSync(folder, 0o711);
try {
  const began = performance.now();
  const { walked, requests, sent, sentOfEach, scanned, matches, expected, blind } = await runCanaries({ folder });
  console.log(`paths walked: ${walked.join(', ')}`);
  console.log(`requests with secrets where they do not belong: ${requests}`);
  console.log(
    `secrets: ${Object.entries(sent)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(', ')}`,
  );
  const ofEach = Object.entries(sentOfEach).toSorted(([one], [other]) => one.localeCompare(other));
  console.log(`of buyers: ${ofEach.map(([whose, count]) => `${count} ${whose}`).join(', ')}`);
  for (const [place, bytes] of Object.entries(scanned)) console.log(`  looked through ${place}: ${bytes} bytes`);
  console.log(`where they belong: ${expected.join('; ')}`);
  for (const { kind, place, path: from, form } of matches) console.log(`LEAK ${kind} (${from}) in ${place}, ${form}`);
  for (const one of blind) console.log(`BLIND: no ${one}`);
  console.log(`${matches.length} hits after ${Math.round((performance.now() - began) / 1000)} s`);
  process.exitCode = matches.length + blind.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
