/**
 * Fetches a theme's faces for the next page where the first one, on a slow link, was drawn without them (see
 * `font-loading.server.ts`): once all of this page has loaded.
 */
export function fetchFacesLater(): void {
  const faces = document.querySelector<HTMLScriptElement>('script[data-faces]')?.dataset['faces'];
  if (!faces || document.querySelector('link[rel=stylesheet][blocking]')) return;
  addEventListener('load', () => {
    fetch(faces, { priority: 'low' }).catch(() => {});
  });
}
