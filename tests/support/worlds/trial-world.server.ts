import type { Plan, Product } from '#src/domain/catalog/products/index.ts';
import { course } from './domain-world.server.ts';
import type { TestDatabase } from '../database/database.server.ts';
import { createRenewalWorld, type RenewalWorld } from './renewal-world.server.ts';

function firstPlan(): Plan {
  const [first] = course.plans;
  if (!first) throw new Error('The school sells nothing');
  return first;
}

/** A plan of the school like its first, with another name and price in minor units, and what else is different. */
export function planLike(name: string, amount: bigint, change: Partial<Plan> = {}): Plan {
  const id = `plan-${name}`;
  const year = firstPlan();
  const methods = year.methods.map((method) => ({ ...method, planId: id }));
  return { ...year, id, code: name, name, price: { amount, currency: 'BRL' }, methods, ...change };
}

/** A world in which nothing of earlier tests comes due, nobody had free time yet, and the school sells these plans. */
export async function createTrialWorld(database: TestDatabase, plans: Product['plans']): Promise<RenewalWorld> {
  await database.pool.query('update billing_periods set next_try_at = null');
  await database.pool.query('delete from trial_identities');
  const world = createRenewalWorld(database);
  const school = { ...course, plans };
  Object.assign(world.ctx.catalog, { product: () => school });
  return world;
}
