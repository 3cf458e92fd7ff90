import { describe, expect, test } from 'vitest';
import { differences } from './compare.ts';
import { checkVectorFile } from './check-vectors.ts';
import { readVectorFiles } from './read-vectors.ts';
import type { Vector } from './vector.types.ts';

const files = await readVectorFiles(`${import.meta.dirname}/data`);

/** Vectors of a file that the product has no business with yet; everything else in these files must pass. */
const foreign: Readonly<Record<string, readonly string[]>> = {
  boleto: [],
  card_declines: [],
  card_gateway: [],
  cards: [],
  documents_br: [],
  instalments: [],
  itf25: [],
  jwe: [],
  loyalty: [],
  money: [],
  peru_moz_documents: [],
  phones_cep_expiry: [],
  pix_brcode: [],
  three_ds: [],
};

describe('published cases', () => {
  // Some are walked on a database server of their own.
  test.each(Object.keys(foreign))('%s', { timeout: 60_000 }, async (name) => {
    const file = files.find((candidate) => candidate.name === name);
    expect(file?.vectors.length).toBeGreaterThan(2);
    const verdicts = await checkVectorFile(file ?? { name, vectors: [] });
    const failed = verdicts.filter(({ problem, operation }) => problem !== null && !foreign[name]?.includes(operation));
    expect(failed.map(({ id, problem }) => `${id}: ${problem}`)).toEqual([]);
  });
});

describe('the judge', () => {
  function vector(operation: string, input: string, expected: Vector['expect']): Vector {
    return { id: 'pix_brcode-1', operation, input, expect: expected, entry: {} };
  }

  test('fails a wrong expectation and an operation that is not there', async () => {
    const vectors = [
      vector('crc16', '123456789', '29B2'),
      vector('teleport', 'x', true),
      vector('crc16', '123456789', '29B1'),
    ];
    const verdicts = await checkVectorFile({ name: 'pix_brcode', vectors });
    expect(verdicts.map(({ problem }) => problem)).toEqual([
      'answer: expected "29B2", got "29B1"',
      'the product has no operation "teleport"',
      null,
    ]);
  });

  test('finds the adapter by the id when the file has another name', async () => {
    const verdicts = await checkVectorFile({ name: 'extra', vectors: [vector('crc16', '123456789', '29B1')] });
    expect(verdicts.map(({ problem }) => problem)).toEqual([null]);
  });

  test('and by the operation when neither is known', async () => {
    const stranger = { ...vector('crc16', '123456789', '29B1'), id: 'x1' };
    const ambiguous = { ...vector('build', '123456789', '29B1'), id: 'x2' };
    const verdicts = await checkVectorFile({ name: 'extra', vectors: [stranger, ambiguous] });
    expect(verdicts.map(({ problem }) => problem)).toEqual([null, 'the product has no operation "build"']);
  });

  test('takes any definite answer where a decision is asked for', async () => {
    const [verdict] = await checkVectorFile({
      name: 'pix_brcode',
      vectors: [vector('crc16', '123456789', 'policy: decide')],
    });
    expect(verdict).toMatchObject({ problem: null, policy: '"29B1"' });
    expect(differences({ valid: 'policy' }, { valid: false }, [])).toEqual([]);
    expect(differences({ valid: 'policy' }, {}, [])).toHaveLength(1);
  });

  test('wants every member that is named and lets the others be', () => {
    expect(differences({ a: 1 }, { a: 1, b: 2 }, [])).toEqual([]);
    expect(differences({ a: 1, b: 2 }, { a: 1 }, [])).toEqual(['b: expected 2, got undefined']);
    expect(differences({ a: [1, 2] }, { a: [1, 3] }, [])).toHaveLength(1);
    expect(differences({ a: 1, why: 'words' }, { a: 1 }, ['why'])).toEqual([]);
  });
});
