import type { CanaryWorld } from '../canary-world.ts';
import { boxOf, enter, online, submit, until } from '../purchase.ts';
import { must, Visitor } from '../visitor.ts';

const name = 'purchase that goes on elsewhere';

/** A short link shown, written and texted; typed on another device, and made there again. */
export async function walkOtherDevice(world: CanaryWorld): Promise<string[]> {
  const { canaries } = world;
  const buyer = new Visitor(world);
  const [email, phone] = [canaries.email(name), canaries.phone(name)];
  const lead = `/lead?${online.query}`;
  must(await buyer.call('GET', lead), [200], name);
  await submit(world, buyer, lead, { name: canaries.person(name), email, phone, country: 'BR' });

  const at = `/elsewhere?${online.query}`;
  const shown = codeIn(world, must(await buyer.form(at, { intent: 'link' }), [200], name).text);
  for (const intent of ['email', 'sms']) must(await buyer.form(at, { intent }), [200], `${name}, ${intent}`);
  codeIn(world, await until(`${name}: the letter`, async () => textOf((await boxOf(world, email)).messages)));
  codeIn(world, await until(`${name}: the text`, async () => textOf((await boxOf(world, `+55${phone}`)).sms)));

  const reader = new Visitor(world);
  const path = await enter(world, reader, `/r/${shown}`);
  const again = path.replace('/recovery/', '/elsewhere/');
  codeIn(world, must(await reader.form(again, { intent: 'link' }), [200], again).text);
  return [name];
}

function textOf(arrived: readonly { readonly text: string }[]): string | null {
  return arrived.find(({ text }) => text.includes('/r/'))?.text ?? null;
}

/** The code of the short link in a text, known from then on as people and as machines write it. */
function codeIn({ canaries }: CanaryWorld, text: string): string {
  const code = /\/r\/([a-z\d]{6}-[a-z\d]{6}-[a-z\d]{6})\b/.exec(text)?.[1];
  if (code === undefined) throw new Error('There is no short link');
  canaries.add('link-token', name, code.replaceAll('-', '').toUpperCase());
  return canaries.add('link-token', name, code);
}
