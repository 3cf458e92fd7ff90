import type { GalleryOptions } from './read-options.ts';

/** A page of the gallery. */
export interface Screenshot {
  readonly href: string;
  readonly brand: string;
  readonly page: string;
  readonly state: string;
}

/** What the gallery's own list of this name offers. */
function choices(html: string, name: string): string[] {
  const list = new RegExp(`<select[^>]* name="${name}"[^>]*>(.*?)</select>`, 's').exec(html)?.[1] ?? '';
  return [...list.matchAll(/<option value="([^"]+)"/g)].map(([, value = '']) => value);
}

function picturesIn(html: string): Screenshot[] {
  return [...html.matchAll(/<iframe src="([^"]+)"/g)].map(([, href = '']) => {
    const [, , brand = '', , , page = '', state = ''] = href.split('/');
    return { href, brand, page, state };
  });
}

/** The pictures that are wanted, as the running gallery lists them; each once, however often it was asked for. */
export async function listScreenshots(checkout: string, options: GalleryOptions): Promise<Screenshot[]> {
  const ask = async (query: Readonly<Record<string, string>>): Promise<string> => {
    const answer = await fetch(`${checkout}/gallery?${new URLSearchParams(query)}`);
    if (!answer.ok) throw new Error(`The gallery answered ${answer.status}`);
    return answer.text();
  };
  const known = choices(await ask({}), 'brand');
  const unknown = options.brands.filter((one) => !known.includes(one));
  if (unknown.length > 0) throw new Error(`No brand is called ${unknown.join(', ')}: ${known.join(', ')}`);
  const pictures = new Map<string, Screenshot>();
  for (const brand of options.brands.length > 0 ? options.brands : known) {
    for (const mode of options.modes) {
      for (const locale of options.locales) {
        const looks = { ...(mode === 'own' ? {} : { mode }), ...(locale === 'own' ? {} : { locale }) };
        for (const one of wanted(picturesIn(await ask({ brand, ...looks })), options)) pictures.set(one.href, one);
      }
    }
  }
  return [...pictures.values()].slice(0, options.mostPages);
}

function wanted(pictures: readonly Screenshot[], { pages, states, everyState }: GalleryOptions): Screenshot[] {
  const seen = new Set<string>();
  return pictures.filter(({ page, state }) => {
    if (pages.length > 0 && !pages.includes(page)) return false;
    if (states.length > 0 && !states.includes(state)) return false;
    const isFirst = !seen.has(page);
    seen.add(page);
    return everyState || isFirst;
  });
}
