import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pollAttempt } from '#src/domain/payments/index.server.ts';
import { fullAccess, type OperatorAct } from '#src/kernel/env/operator-scopes.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { type ApiWorld, createApiWorld } from '#tests/support/worlds/api-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld } from '#tests/support/worlds/domain-world.server.ts';

const tokenOf = (name: string): string => `${name}-of-the-school-says-a-long-word-of-their-own`;
const operator = (name: string, acts: readonly OperatorAct[], brand: string) => ({
  ...{ name, token: tokenOf(name), scopes: [{ acts, brands: [brand] }] },
});
const operators = [
  { name: 'whole', token: tokenOf('whole'), scopes: fullAccess },
  operator('own', ['tasks'], 'school'),
  operator('other', ['tasks'], 'medcof'),
];

let database: TestDatabase;
let world: ApiWorld;
let origin: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const { catalog, rails } = createDomainWorld(database).ctx;
  world = await createApiWorld(database, { operators }, { catalog, rails });
  origin = await world.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await world.close();
  await database.close();
});

/** The task to answer a dispute of an order of its own. */
async function disputed() {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'capture';
  const { orderId, attemptId } = accepted(await world.pay(session, quote));
  world.gateway.giveBack(attemptId, 114_000n, 'chargeback');
  await pollAttempt(world.ctx, attemptId, 'webhook');
  const of = database.db.selectFrom('reconciliation_exceptions').select('id').where('order_id', '=', orderId);
  return { orderId, taskId: (await of.executeTakeFirstOrThrow()).id };
}

const ask = (name: string, method: 'GET' | 'POST', url: string, body?: unknown) =>
  world.newBuyer().call(method, `/api/v1/tasks${url}`, body, { authorization: `Bearer ${tokenOf(name)}` });
const listed = async (name: string, query = '') => (await ask(name, 'GET', query)).json['tasks'] as readonly unknown[];
const outcomeOf = async (answer: ReturnType<typeof ask>) => [(await answer).status, (await answer).json['code']];

describe('a reconciliation task', () => {
  test('is listed, owned and ended by the operators of its brand alone', async () => {
    const { orderId, taskId } = await disputed();
    const open = { id: taskId, orderId, task: 'answer-dispute', brand: 'school', amount: 114_000, assignedTo: null };
    expect(await listed('own', '?task=answer-dispute')).toContainEqual(expect.objectContaining(open));
    expect(await listed('own', '?task=recover-excess')).toEqual([]);
    expect(await listed('whole', '?brand=medcof')).toEqual([]);
    expect(await listed('other')).toEqual([]);
    const end = { reference: `case-${newSecret().slice(0, 12)}` };
    expect(await outcomeOf(ask('other', 'POST', `/${taskId}/assign`, {}))).toEqual([404, 'not-found']);
    expect(await outcomeOf(ask('other', 'POST', `/${taskId}/resolve`, end))).toEqual([404, 'not-found']);
    expect((await ask('own', 'POST', `/${taskId}/assign`, {})).json).toEqual({ assignedTo: 'own' });
    for (const name of ['nobody', 'other'])
      expect(await outcomeOf(ask('own', 'POST', `/${taskId}/assign`, { operator: name }))).toEqual([
        422,
        'operator-unknown',
      ]);
    expect((await ask('own', 'POST', `/${taskId}/assign`, { operator: 'whole' })).json).toEqual({
      assignedTo: 'whole',
    });
    expect(await listed('own')).toContainEqual(expect.objectContaining({ id: taskId, assignedTo: 'whole' }));
    expect((await ask('own', 'POST', `/${taskId}/resolve`, end)).json).toEqual({ orderId });
    expect((await ask('own', 'POST', `/${taskId}/resolve`, end)).json).toEqual({ orderId });
    expect(await outcomeOf(ask('own', 'POST', `/${taskId}/resolve`, { reference: 'another' }))).toEqual([
      409,
      'task-ended',
    ]);
    expect(await listed('own')).toEqual([]);
  });

  test('is listed, owned and ended by command', async () => {
    const { orderId, taskId } = await disputed();
    const run = async (...words: readonly string[]): Promise<string> => {
      const file = path.resolve(import.meta.dirname, '../../../tools/tasks.ts');
      const env = { OPERATOR_TOKENS: `own:${tokenOf('own')}:tasks@school` };
      const asked = [file, ...words, '--as', 'own', '--origin', origin];
      return (await promisify(execFile)(process.execPath, asked, { env })).stdout;
    };
    expect(await run('list', '--task', 'answer-dispute', '--brand', 'school')).toMatch(
      new RegExp(`^\\S+ ${taskId} answer-dispute school \\d+ 114000 BRL -\\n$`),
    );
    expect(await run('assign', taskId)).toContain('own');
    expect(await run('list')).toMatch(/114000 BRL own\n$/);
    expect(await run('resolve', taskId, '--reference', 'case-by-command')).toContain(orderId);
    expect(await run('list')).toBe('');
    await expect(run('resolve', taskId)).rejects.toThrow('npm run tasks -- list');
  });
});
