import { randomBytes } from 'node:crypto';
import { countries } from '#src/kernel/locale/locale.ts';
import type { CanaryWorld } from '../canary-world.ts';
import { begin, cardFields, newKey, online, pay } from '../purchase.ts';
import { must, Visitor } from '../visitor.ts';

/** Header by which a request makes the process fail (`url-tap.ts`): what its value says is what is thrown. */
const crashHeader = 'x-canary-crash';

/** A database that refuses rows and says which: the worst that a message of it can hold is the row itself. */
export async function walkFailures(world: CanaryWorld): Promise<string[]> {
  const { pool } = world;
  const begun = await begin(world, 'database that refuses a payment');
  await pool.query(`
    create function canary_refuses() returns trigger language plpgsql as $$
    begin raise exception 'no room for % %', new.email, new.phone; end $$;
    create trigger canary_refuses before insert on leads for each row execute function canary_refuses();
    alter table attempts add constraint canary_refuses check (false) not valid`);
  try {
    await refuseLeads(world);
    const fields = { ...(await cardFields(world, begun.name)), document: begun.document };
    must(await pay(begun, () => [{ method: 'credit-card', fields }]), [500, 503], begun.name);
  } finally {
    await pool.query(`
      drop trigger canary_refuses on leads;
      drop function canary_refuses();
      alter table attempts drop constraint canary_refuses`);
  }
  return ['database that refuses a lead', 'database that refuses a payment'];
}

async function refuseLeads(world: CanaryWorld): Promise<void> {
  const name = 'database that refuses a lead';
  const { canaries } = world;
  const buyer = new Visitor(world);
  must(await buyer.call('GET', `/lead?${online.query}`), [200], name);
  const contact = { name: canaries.person(name), email: canaries.email(name), phone: canaries.phone(name) };
  const { productCode } = online;
  must(await buyer.call('POST', '/api/v1/lead', { ...contact, productCode, operation: 'BR' }, newKey()), [500], name);
  const page = await buyer.form(`/lead?${online.query}`, { ...contact, country: 'BR' });
  if (page.status < 300) throw new Error(`${name}: ${page.status}`);
}

/** The whole process fails with somebody's data in its last words. It is over afterwards. */
export async function crash({ checkout, canaries }: CanaryWorld): Promise<void> {
  const name = 'crash';
  const words = [
    `card ${canaries.card(name, '1')}`,
    canaries.card(name, '1').replaceAll(/\d{4}(?=\d)/g, '$& '),
    canaries.email(name),
    ...countries.map((country) => canaries.document(name, country)),
    `+55${canaries.phone(name)}, +258${canaries.phone(name, 'MZ')}, ${canaries.phone(name, 'PE')}`,
    canaries.add('card-token', name, randomBytes(40).toString('base64url')),
    `/withdraw/ord_x?t=${canaries.add('link-token', name, randomBytes(32).toString('base64url'))}`,
  ];
  // The answer may not come any more.
  await fetch(`${checkout}/healthcheck`, { headers: { [crashHeader]: words.join(' ') } }).catch(() => null);
}
