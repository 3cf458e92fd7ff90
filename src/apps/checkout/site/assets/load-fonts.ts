/** Seconds for which a browser is taken to have a face sheet in its cache: a month. */
const life = 30 * 24 * 3600;

/**
 * The module's part of `font-loading.server.ts`, and its first act: adds the face sheet where the head's script did not, so
 * that it travels while the page comes to life and takes no bandwidth from the scripts. A machine that has none of the fonts
 * behind the stand-ins would move with late faces: there the sheet goes into the cache only. Once it is there, the cookie
 * `faces` says which one this browser has; it says nothing of the buyer.
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

/** Whether this machine has the fonts that the stand-ins are made of; they are looked for when the page is laid out. */
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
