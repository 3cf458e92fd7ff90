/** Seconds for which a font sheet counts as cached: a month. */
const life = 30 * 24 * 3600;

/**
 * The browser half of `font-loading.server.ts`, run first: adds the font sheet where the head's script did not, so that it
 * loads during hydration and takes no bandwidth from the scripts. On a machine without the fallback fonts, late fonts would
 * shift the layout: there the sheet is only cached. Once loaded, the cookie `faces` names the sheet; it contains nothing
 * about the buyer.
 */
export function loadFonts(): void {
  const chooser = document.querySelector<HTMLScriptElement>('script[data-faces]');
  const faces = chooser?.dataset['faces'];
  if (!chooser || !faces) return;
  const hash = /-([0-9a-f]{10})\.css$/.exec(faces)?.[1];
  const note = (): void => {
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    if (hash) document.cookie = `faces=${hash}; Path=/; Max-Age=${life}; SameSite=Lax${secure}`;
  };
  const blocking = document.querySelector<HTMLLinkElement>('link[blocking][rel=stylesheet]');
  if (!blocking && !hasStandIns()) {
    fetch(faces, { priority: 'low' }).then(note, () => undefined);
    return;
  }
  const link = blocking ?? addSheet(faces, chooser.nonce);
  if (link.sheet) note();
  else link.addEventListener('load', note, { once: true });
}

/** Whether this machine has the fonts of the fallback faces, measured during layout. */
function hasStandIns(): boolean {
  if (document.body.offsetWidth === 0) return false;
  return [...document.fonts].every(({ status }) => status !== 'error');
}

function addSheet(href: string, nonce: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.nonce = nonce;
  link.fetchPriority = 'low';
  link.href = href;
  document.head.append(link);
  return link;
}
