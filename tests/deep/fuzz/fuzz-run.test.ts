import http from 'node:http';
import { expect, test } from 'vitest';
import { ends, listening } from '#tests/support/http/test-server.ts';
import { fuzzOperation, type FuzzWorld, replayLine } from './fuzz-run.ts';
import type { Operation, Parameter } from './fuzz.types.ts';
import { fakeUsers } from './fake-users.ts';
import { CaseSender } from './case-sender.ts';
import { ResponseCounts } from './response-counts.ts';

/** A world around a server of this test's own, with what it writes down and the money that it moves. */
async function worldOf(
  answer: (request: http.IncomingMessage, response: http.ServerResponse) => void,
  { failures = () => [], money = null }: Partial<Pick<FuzzWorld, 'failures' | 'money'>> = {},
): Promise<FuzzWorld> {
  const origin = await listening(
    http.createServer((request, response) => {
      request.resume().on('end', () => answer(request, response));
    }),
  );
  const users = fakeUsers(origin);
  const sender = new CaseSender(origin, users);
  ends.push(() => sender.close());
  return { users, responseCounts: new ResponseCounts(), product: sender, cardFields: sender, failures, money };
}

const operation: Operation = {
  name: 'GET /contract/{id}',
  method: 'GET',
  address: '/contract/{id}',
  kind: 'file',
  parameters: [{ in: 'path', name: 'id', isNeeded: true, schema: { type: 'string' } }],
  body: null,
  answers: null,
  requiresStaff: false,
};
const paying: Operation = { ...operation, name: 'POST /pay', method: 'POST', address: '/pay', parameters: [] };

test('a bug that is rare is found, made small, and seen again by the line that is printed', async () => {
  const world = await worldOf((request, response) => {
    response.writeHead(request.url?.split('?')[0]?.includes('%22') ? 500 : 200, { 'content-type': 'text/plain' });
    response.end();
  });
  const [finding, ...others] = await fuzzOperation(world, operation, { seed: 7, cases: 150, known: new Set() });
  expect(others).toEqual([]);
  if (!finding) throw new Error('not found');
  expect(finding).toMatchObject({ kind: 'status-5xx', operation: operation.name });
  expect(finding.example).toMatchObject({ headers: [['accept', 'text/html']], body: { kind: 'none' } });
  expect(finding.example.path.length).toBeLessThan(40);
  expect(replayLine(finding)).toContain(`--seed ${finding.seed} --path '${finding.path}'`);
  const { seed, path } = finding;
  const again = await fuzzOperation(world, operation, { seed, path, cases: 1, known: new Set() });
  expect(again.map(({ example }) => example)).toEqual([finding.example]);
});

test('a server without the bug is let be', async () => {
  const world = await worldOf((_request, response) => void response.writeHead(200).end());
  expect(await fuzzOperation(world, operation, { seed: 7, cases: 50, known: new Set() })).toEqual([]);
  expect(world.responseCounts.neverWell()).toEqual([]);
});

test('two values of one name are sent: a server that fails on them only is seen', async () => {
  const world = await worldOf((request, response) => {
    const values = new URL(request.url ?? '', 'http://any.example').searchParams.getAll('voucher');
    response.writeHead(new Set(values).size > 1 ? 500 : 200, { 'content-type': 'text/plain' }).end();
  });
  const voucher: Parameter = { in: 'query', name: 'voucher', isNeeded: false, schema: { enum: ['TESTE10'] } };
  const asked: Operation = { ...operation, parameters: [...operation.parameters, voucher], kind: 'api' };
  const [finding] = await fuzzOperation(world, asked, { seed: 7, cases: 150, known: new Set() });
  expect(finding?.kind).toBe('status-5xx');
  expect(finding?.example.path.match(/voucher=/g)).toHaveLength(2);
});

test('money that a refusal moves is seen, and so is work that ends without anybody noticing', async () => {
  let charges = 0;
  const broken = await worldOf(
    (_request, response) => {
      charges += 1;
      response.writeHead(422).end();
    },
    { money: async () => `charges ${charges}` },
  );
  const [moved] = await fuzzOperation(broken, paying, { seed: 3, cases: 2, known: new Set() });
  expect(moved?.kind).toBe('money');

  const lines = ['{"level":"error","event":"api-failed"}'];
  const silent = await worldOf((_request, response) => void response.writeHead(200).end(), {
    failures: () => lines.splice(0),
  });
  const [crashed] = await fuzzOperation(silent, paying, { seed: 3, cases: 1, known: new Set() });
  expect(crashed?.kind).toBe('crash');
});
