import type { CanaryStage } from './canary-stage.ts';
import { boxOf, enter, online, submit, until } from './purchase.ts';
import { must, Visitor } from './visitor.ts';

const name = 'purchase that goes on elsewhere';

/** A short link shown, written and texted; typed on another device, and made there again. */
export async function walkElsewhere(stage: CanaryStage): Promise<string[]> {
  const { needles } = stage;
  const buyer = new Visitor(stage);
  const [email, phone] = [needles.email(name), needles.phone(name)];
  const lead = `/lead?${online.query}`;
  must(await buyer.call('GET', lead), [200], name);
  await submit(stage, buyer, lead, { name: needles.person(name), email, phone, country: 'BR' });

  const at = `/elsewhere?${online.query}`;
  const shown = codeIn(stage, must(await buyer.form(at, { intent: 'link' }), [200], name).text);
  for (const intent of ['email', 'sms']) must(await buyer.form(at, { intent }), [200], `${name}, ${intent}`);
  codeIn(stage, await until(`${name}: the letter`, async () => textOf((await boxOf(stage, email)).messages)));
  codeIn(stage, await until(`${name}: the text`, async () => textOf((await boxOf(stage, `+55${phone}`)).sms)));

  const reader = new Visitor(stage);
  const path = await enter(stage, reader, `/r/${shown}`);
  const again = path.replace('/recovery/', '/elsewhere/');
  codeIn(stage, must(await reader.form(again, { intent: 'link' }), [200], again).text);
  return [name];
}

function textOf(arrived: readonly { readonly text: string }[]): string | null {
  return arrived.find(({ text }) => text.includes('/r/'))?.text ?? null;
}

/** The code of the short link in a text, known from then on as people and as machines write it. */
function codeIn({ needles }: CanaryStage, text: string): string {
  const code = /\/r\/([a-z\d]{6}-[a-z\d]{6}-[a-z\d]{6})\b/.exec(text)?.[1];
  if (code === undefined) throw new Error('There is no short link');
  needles.add('link-token', name, code.replaceAll('-', '').toUpperCase());
  return needles.add('link-token', name, code);
}
