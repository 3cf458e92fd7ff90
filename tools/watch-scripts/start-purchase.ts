import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;

/** A started purchase: the address of its payment page, and the cookies of its browser. */
export interface StartedPurchase {
  readonly url: string;
  readonly cookie: string;
}

const patienceMs = 20_000;

function* elementsBelow(node: DefaultTreeAdapterTypes.ParentNode): Generator<Element> {
  for (const child of node.childNodes) {
    if (!('tagName' in child)) continue;
    yield child;
    yield* elementsBelow(child);
  }
}

function valueOf({ attrs }: Element, name: string): string | undefined {
  return attrs.find((one) => one.name === name)?.value;
}

/** The buyer's form: its target and its hidden fields; null where there is none. */
function leadForm(html: string): { readonly action: string; readonly hidden: Readonly<Record<string, string>> } | null {
  const forms = [...elementsBelow(parse(html))].filter(({ tagName }) => tagName === 'form');
  for (const form of forms) {
    const inputs = [...elementsBelow(form)].filter(({ tagName }) => tagName === 'input');
    if (!inputs.some((input) => valueOf(input, 'name') === 'email')) continue;
    const hidden = inputs.flatMap((input) => {
      const name = valueOf(input, 'name');
      return name !== undefined && valueOf(input, 'type') === 'hidden' ? [[name, valueOf(input, 'value') ?? '']] : [];
    });
    return { action: valueOf(form, 'action') ?? '', hidden: Object.fromEntries(hidden) };
  }
  return null;
}

/**
 * Starts a purchase as a browser without scripts does: `fields` are the buyer's input. Throws when the payment page is not
 * reached.
 */
export async function startPurchase(
  { checkout, query }: { readonly checkout: string; readonly query: string },
  fields: Readonly<Record<string, string>>,
): Promise<StartedPurchase> {
  const url = `${checkout}/lead?${query}`;
  const about = { redirect: 'manual', signal: AbortSignal.timeout(patienceMs) } as const;
  const asked = await fetch(url, { headers: { accept: 'text/html' }, ...about });
  const form = leadForm(await asked.text());
  if (!form) throw new Error(`${asked.status} and no form at /lead`);
  const cookies = new Map<string, string>();
  const keep = (answer: Response): void => {
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
  };
  const cookie = (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  keep(asked);
  const given = await fetch(new URL(form.action, url), {
    method: 'POST',
    headers: { accept: 'text/html', origin: checkout, cookie: cookie(), 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ ...form.hidden, ...fields }),
    ...about,
  });
  keep(given);
  await given.body?.cancel();
  const to = new URL(given.headers.get('location') ?? '', url);
  if (given.status !== 303 || to.origin !== checkout || to.pathname !== '/payment')
    throw new Error(`${given.status} in place of the way to /payment`);
  return { url: to.href, cookie: cookie() };
}

/** Starts a purchase on first use, and another one when `renew` says that the page is gone. */
export function purchaseOf(
  shop: { readonly checkout: string; readonly query: string },
  fields: Readonly<Record<string, string>>,
): (renew: boolean) => Promise<StartedPurchase> {
  let begun: StartedPurchase | null = null;
  return async (renew) => {
    if (renew || begun === null) begun = await startPurchase(shop, fields);
    return begun;
  };
}
