import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkVectorFile } from './check-vectors.ts';
import { readVectorFiles } from './read-vectors.ts';

/**
 * `npm run vectors -- [FOLDER] [--only pix_brcode,boleto]`: runs the product's functions over every vector file of a
 * folder (ours when none is given), prints each failure with its id, and ends with 1 when there was one.
 */
const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true });
const folder = resolve(positionals[0] ?? `${import.meta.dirname}/data`);
const files = await readVectorFiles(
  folder,
  values.only?.split(',').map((name) => name.trim()),
);
const verdicts = (await Promise.all(files.map(checkVectorFile))).flat();

for (const { id, operation, problem, policy } of verdicts) {
  if (problem !== null) console.log(`FAILED ${id} (${operation}): ${problem}`);
  else if (policy !== undefined)
    console.log(`policy ${id} (${operation}): we answer ${policy}, see tests/vectors/POLICY.md`);
}

const failed = verdicts.filter(({ problem }) => problem !== null).length;
if (verdicts.length === 0) console.log(`No vectors in ${folder}`);
console.log(`${verdicts.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 || verdicts.length === 0 ? 1 : 0;
