import type { CanaryWorld } from '../canary-world.ts';
import { boxOf, submit, until } from '../purchase.ts';
import { must, Visitor } from '../visitor.ts';

const name = 'phone proved by its page';
const query = 'product=ms&flowId=phone-verification';

/** A code for a phone by the page: asked for, typed wrong in two ways, proved; then shown as proved. */
export async function walkPhone(world: CanaryWorld): Promise<string[]> {
  const { canaries, sandboxPayments } = world;
  // An address gets few codes an hour, and all that is walked comes from one.
  await sandboxPayments.advance(3_700);
  const buyer = new Visitor(world);
  const [email, phone] = [canaries.email(name), canaries.phone(name)];
  const lead = `/lead?${query}`;
  must(await buyer.call('GET', lead), [200], name);
  const page = await submit(world, buyer, lead, { name: canaries.person(name), email, phone, country: 'BR' });
  if (!page.startsWith('/phone-verification')) throw new Error(`${name}: led to ${page}`);
  await submit(world, buyer, page, { intent: 'send' });
  const code = await until(`${name}: the code`, async () => {
    const { sms } = await boxOf(world, `+55${phone}`);
    return / #(\d{6})$/.exec(sms[0]?.text ?? '')?.[1] ?? null;
  });
  canaries.add('phone-code', name, code);
  await submit(world, buyer, page, { code: code === '000000' ? '000001' : '000000' }, [422]);
  // Longer than a code is: it is refused without a look, and not shown again.
  await submit(world, buyer, page, { code: `${code}${code}` }, [422]);
  const next = await submit(world, buyer, page, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
  if (!next.startsWith('/payment')) throw new Error(`${name}: the right code led to ${next}`);
  must(await buyer.call('GET', page), [200], `${name}: proved`);
  return [name];
}
