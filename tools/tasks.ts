/**
 * Reconciliation tasks for operators, by the API of the running product (docs/how-to/watch-it-run.md). The operator's
 * token is `OPERATOR_TOKEN`, or the one of `--as` in `OPERATOR_TOKENS`; the product is `PUBLIC_ORIGIN`, or `--origin`.
 *
 *     npm run tasks -- list
 *     npm run tasks -- list --task answer-dispute --brand wise-up
 *     npm run tasks -- assign brk_… --to ana
 *     npm run tasks -- resolve brk_… --reference E30306294202611241200abcdefghijk
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { describeEnvProblems, readEnv } from '#src/server/env.server.ts';

const usage = 'npm run tasks -- list | assign <task> [--to name] | resolve <task> --reference <text>';

const listed = z.object({
  tasks: z.array(
    z.object({
      ...{ id: z.string(), task: z.string(), brand: z.string(), orderNumber: z.string(), createdAt: z.string() },
      ...{ amount: z.number(), currency: z.string(), assignedTo: z.string().nullable() },
    }),
  ),
});

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...{ task: { type: 'string' }, brand: { type: 'string' }, to: { type: 'string' }, reference: { type: 'string' } },
      ...{ as: { type: 'string' }, origin: { type: 'string' } },
    },
  });
  const env = readEnv(process.env);
  if (!env.ok) throw new Error(describeEnvProblems(env.error));
  const { operators, publicOrigin } = env.value;
  const operator = values.as === undefined ? operators[0] : operators.find(({ name }) => name === values.as);
  if (!operator) throw new Error('No such operator: see OPERATOR_TOKEN and OPERATOR_TOKENS');
  const call = async (path: string, body?: Readonly<Record<string, string>>): Promise<unknown> => {
    const answer = await fetch(`${values.origin ?? publicOrigin}/api/v1/tasks${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { authorization: `Bearer ${operator.token}`, 'content-type': 'application/json' },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${text}`);
    return JSON.parse(text);
  };
  const [act, id] = positionals;
  if (act === 'list') {
    const { task, brand } = values;
    const query = new URLSearchParams({ ...(task ? { task } : {}), ...(brand ? { brand } : {}) });
    for (const one of listed.parse(await call(`?${query}`)).tasks) {
      const of = `${one.brand} ${one.orderNumber} ${one.amount} ${one.currency}`;
      console.log(`${one.createdAt} ${one.id} ${one.task} ${of} ${one.assignedTo ?? '-'}`);
    }
  } else if (act === 'assign' && id !== undefined) {
    console.log(await call(`/${id}/assign`, values.to === undefined ? {} : { operator: values.to }));
  } else if (act === 'resolve' && id !== undefined && values.reference !== undefined) {
    console.log(await call(`/${id}/resolve`, { reference: values.reference }));
  } else throw new Error(usage);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
