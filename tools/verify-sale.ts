/**
 * Verifies the audit trail of a sale: `npm run verify-sale -- FILE [--key KEY]`. It needs no database and trusts nothing but
 * the signing key: `--key` gives it (32 bytes, base64url, or a file of keys as `/.well-known/house-keys.json` has them);
 * otherwise it is fetched from the address in the file, which is printed so that the reader can check it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { parseAuditTrail, verifyAuditTrail } from '#src/domain/documents/audit-trail/index.server.ts';
import { isKeyText } from '#src/kernel/crypto/signing-key.server.ts';
import { parseKeys } from './verify-sale/parse-keys.ts';

const usage = 'npm run verify-sale -- FILE [--key KEY-OR-FILE]';

async function main(args: readonly string[]): Promise<number> {
  const at = args.indexOf('--key');
  const given = at < 0 ? null : (args[at + 1] ?? '');
  const [file] = at < 0 ? args : args.filter((_, index) => index !== at && index !== at + 1);
  if (file === undefined || given === '' || !existsSync(file)) {
    console.error(file !== undefined && given !== '' ? `${file} is not there\n${usage}` : usage);
    return 2;
  }
  const text = readFileSync(file, 'utf8');
  const read = parseAuditTrail(text);
  const keys = given === null ? await fetchKeys(read?.seal.keyAddress ?? null) : readKeys(given);
  if (keys === null) return 2;
  const problems = verifyAuditTrail(text, keys);
  if (problems.length > 0 || !read) {
    const [first] = problems.filter(({ link }) => link !== null);
    for (const { link, problem } of problems)
      console.error(link === null ? `- ${problem}` : `- link ${link + 1}: ${problem}`);
    console.error(first ? `BROKEN at link ${(first.link ?? 0) + 1}` : 'BROKEN');
    return 1;
  }
  const { links, disclosures, seal, order } = read;
  console.log(`Order ${order.number} (${order.id}): ${links.length} links, ${disclosures.length} values disclosed`);
  for (const { position, kind, occurredAt } of links) console.log(`  ${position + 1}. ${occurredAt} ${kind}`);
  console.log(`Sealed ${seal.sealedAt} by key ${seal.keyId}`);
  if (given === null)
    console.log(`The key came from ${seal.keyAddress}: trust the seal if that is the seller's own address.`);
  console.log('WHOLE: nothing was changed since');
  return 0;
}

function readKeys(given: string): readonly string[] | null {
  const keys = isKeyText(given) ? [given] : existsSync(given) ? parseKeys(readFileSync(given, 'utf8')) : [];
  if (keys.length > 0) return keys;
  console.error('--key is neither a key (32 bytes, base64url) nor a file of keys');
  return null;
}

async function fetchKeys(address: string | null): Promise<readonly string[] | null> {
  // A file that cannot be parsed is reported without a key.
  if (address === null) return [];
  try {
    const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(10_000) });
    const keys = answer.ok ? parseKeys(await answer.text()) : [];
    if (keys.length > 0) return keys;
  } catch {
    // Reported below, as for any address without keys.
  }
  console.error(`No keys at ${address}: give the signing key by --key`);
  return null;
}

process.exitCode = await main(process.argv.slice(2));
